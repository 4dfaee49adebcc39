"""Where the embedding model comes from: fetched, checked, converted, put in place. It embeds nothing itself."""
