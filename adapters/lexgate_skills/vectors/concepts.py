"""The glossary's concepts for vectors: one form a language to embed, and the names that a question links to."""

from functools import cached_property
from pathlib import Path

from lexgate_skills.glossary import Glossary, shared_glossary


def load_concepts(own_file: Path | None) -> dict[str, tuple[str, ...]]:
    """Return the first form of each concept in every language. A user's file that cannot be read is left out."""
    glossary = shared_glossary(own_file)
    return {
        concept.name: tuple(forms[0].text for _, forms in sorted(concept.forms.items()) if forms)
        for concept in glossary.concepts
    }


class ConceptNames:
    """Tells which concepts a text names. The glossary is loaded with the first text; it blocks."""

    def __init__(self, own_file: Path | None) -> None:
        self._own_file = own_file

    def __call__(self, text: str) -> tuple[str, ...]:
        return tuple(linked.concept for linked in self._glossary.linked(text))

    @cached_property
    def _glossary(self) -> Glossary:
        return shared_glossary(self._own_file)
