"""The crawl in a browser: what was found and why, live; judge pages, make topics, run crawls."""
