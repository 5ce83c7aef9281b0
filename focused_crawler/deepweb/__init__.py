"""The two-stage crawler of 004: find the sites, then the searchable forms inside them."""
