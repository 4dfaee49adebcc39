"""The glossary's concepts for vectors: one form a language to embed, and the names that a question links to."""

from collections.abc import Callable
from pathlib import Path

from lexgate_skills.glossary import Glossary, shared_glossary


def load_concepts(own_file: Path | None) -> dict[str, tuple[str, ...]]:
    """Return the first form of each concept in every language."""
    return {
        concept.name: tuple(forms[0].text for _, forms in sorted(concept.forms.items()) if forms)
        for concept in shared_glossary(own_file).concepts
    }


class ConceptNames:
    """Tells which concepts a text names. The glossary is asked for with the first text; it blocks."""

    def __init__(self, glossary: Callable[[], Glossary]) -> None:
        self._glossary = glossary

    def __call__(self, text: str) -> tuple[str, ...]:
        return tuple(linked.concept for linked in self._glossary().linked(text))
