"""German federal law through a normkompass service: its passages, its cited answers and its refusals, unchanged."""

from lexgate_normkompass.normkompass import Normkompass as adapter

__all__ = ["adapter"]
