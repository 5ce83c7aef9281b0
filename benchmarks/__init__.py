"""How fast it is: each module is one benchmark, run by `make bench` or `python -m benchmarks.NAME`."""
