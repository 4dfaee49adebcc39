"""Word stems by language: Snowball's, as compiled into tantivy, and a light one for Hebrew.

A stem is an extra term beside the word itself, never its replacement. It imports tantivy, so it is imported
lazily, with the index.
"""

from collections.abc import Collection

import tantivy

from lexgate_skills.folding import fold, unaccented
from lexgate_skills.terms import is_paired

_SNOWBALL = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
_SNOWBALL |= {"nb": "norwegian", "nn": "norwegian"}
_SCRIPTS = {"ar": "ARABIC", "el": "GREEK", "ru": "CYRILLIC", "ta": "TAMIL", "he": "HEBREW"}
# and, the, in, to, from, as, that: written as part of the next word
_HEBREW_PREFIXES = frozenset("והבלמכש")
_SHORTEST_HEBREW = 4


class Stemmer:
    """The stemmers of some languages (two-letter codes; others, and unknown ones, leave the word as it is)."""

    def __init__(self, languages: Collection[str] = tuple(_SNOWBALL)) -> None:
        self._analyzers = {
            code: tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
            .filter(tantivy.Filter.stemmer(_SNOWBALL[code]))
            .build()
            for code in sorted(languages)
            if code in _SNOWBALL
        }

    def knows(self, language: str) -> bool:
        """Tell whether there is a stemmer for the language."""
        return language in self._analyzers

    def stem(self, word: str, language: str) -> str:
        """Return the folded stem of one word of `terms.words` in the language named by its code."""
        if _script(word) == "HEBREW":
            return _hebrew(word)
        analyzer = self._analyzers.get(language)
        found = analyzer.analyze(word) if analyzer is not None else ()
        return fold(found[0]) if found else fold(word)

    def all_stems(self, word: str) -> frozenset[str]:
        """Return the stems that the word can have in every language of its script: what a query looks for.

        The accents may have been left out by the writer, which changes the stem, so both forms are stemmed.
        """
        if is_paired(word):
            return frozenset()
        script = _script(word)
        if script == "HEBREW":
            return frozenset({fold(word), _hebrew(word)})
        languages = [code for code in self._analyzers if _SCRIPTS.get(code, "LATIN") == script]
        return frozenset(
            {fold(word)} | {self.stem(form, code) for form in {word, unaccented(word)} for code in languages}
        )


def base_language(code: str) -> str:
    """Return the language of a code with or without a region: `zh-cn` and `zh_CN` are `zh`."""
    return code.replace("_", "-").partition("-")[0].lower()


def _script(word: str) -> str:
    first = word[0]
    if first < _BLOCKS[0][1]:
        return "LATIN"
    for script, low, high in _BLOCKS:
        if low <= first <= high:
            return script
    return "LATIN"


_BLOCKS = (
    ("GREEK", "\u0370", "\u03ff"),
    ("CYRILLIC", "\u0400", "\u052f"),
    ("HEBREW", "\u0590", "\u05ff"),
    ("ARABIC", "\u0600", "\u08ff"),
    ("TAMIL", "\u0b80", "\u0bff"),
)


def _hebrew(word: str) -> str:
    folded = fold(word)
    return folded[1:] if len(folded) >= _SHORTEST_HEBREW and folded[0] in _HEBREW_PREFIXES else folded
