"""Lists of the service: Atom feeds and the page of candidates, read into values. Nothing is fetched here."""
