"""Is every citation of a draft true, and are its quotations word for word: what is claimed, and what was proved."""
