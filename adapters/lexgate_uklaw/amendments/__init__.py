"""Lists and scans effects for `uklaw_get_amendments`: what is asked, the walk over pages, and what is reported."""
