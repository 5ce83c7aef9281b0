"""How fast it is: one benchmark a module, run by `make bench` or `python -m benchmarks.NAME`."""
