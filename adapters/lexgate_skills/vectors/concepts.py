"""The glossary's concepts as texts to embed: one form a language. It links nothing and embeds nothing."""

from pathlib import Path

from lexgate_skills.glossary import Glossary
from lexgate_skills.glossary_file import GlossaryUnreadable


def load_concepts(own_file: Path | None) -> dict[str, tuple[str, ...]]:
    """Return the first form of each concept in every language. A user's file that cannot be read is left out."""
    try:
        glossary = Glossary.load(own_file)
    except GlossaryUnreadable:
        glossary = Glossary.load(None)
    return {
        concept.name: tuple(forms[0].text for _, forms in sorted(concept.forms.items()) if forms)
        for concept in glossary.concepts
    }
