"""Reads the Publication Log for `uklaw_track_changes`: by days, or back through one item's own log."""
