"""Vectors of skills: made from their texts, kept by content, searched and fused with keyword results."""
