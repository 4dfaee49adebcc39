"""When the next request to legislation.gov.uk may start: one queue for all processes of a user on a machine."""
