"""What names UK legislation: checked types for items, provisions, versions and whole addresses. It sends nothing."""
