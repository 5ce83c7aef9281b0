"""Topics and background tables: the package `focused_crawler.data` once installed."""
