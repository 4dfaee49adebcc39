"""Two versions of a text of the law side by side: what a lawyer would mark, and what explains it."""
