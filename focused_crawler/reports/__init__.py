"""What a person reads of a crawl: how it goes, how it went."""
