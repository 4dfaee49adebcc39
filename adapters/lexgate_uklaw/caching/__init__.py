"""Responses kept between requests and between runs: what may be served, for how long, and where it lies."""
