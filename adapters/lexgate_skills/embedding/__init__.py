"""Texts into vectors, in a process of their own. It knows nothing of skills, files of vectors, or search."""
