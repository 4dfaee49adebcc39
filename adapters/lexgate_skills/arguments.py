"""What the three tools can be asked."""

from typing import Literal

from pydantic import Field

from lexgate_kit.arguments import Arguments
from lexgate_skills.question import Filters

Mode = Literal["auto", "keyword", "semantic", "hybrid"]
Preset = Literal["method", "french-general"]

PRESETS: dict[str, Filters] = {
    "method": Filters(practice="general"),
    "french-general": Filters(jurisdiction="fr", practice="general", language="fr"),
}
DEFAULT_CHARACTERS = 40_000
MOST_CHARACTERS = 200_000


class FilterArguments(Arguments):
    """The filters, which combine with AND; `skills_list_facets` has no others."""

    jurisdiction: str = Field(default="", max_length=100, description="Code, e.g. de, fr, eu, general")
    language: str = Field(default="", max_length=100, description="Code of the skill's language, e.g. en")
    practice: str = Field(default="", max_length=100, description="Practice area, e.g. employment")
    tag: str = Field(default="", max_length=100, description="Tag; few skills have any")
    library: str = Field(default="", max_length=100, description="Name of one library")
    preset: Preset | None = Field(
        default=None, description="method: practice general; french-general: French ones. Explicit filters override"
    )

    def filters(self) -> Filters:
        """Return the filters with the preset's values where none is given explicitly."""
        preset = PRESETS[self.preset].set() if self.preset else {}
        own = {name: getattr(self, name).strip() for name in vars(Filters())}
        return Filters(**{name: value or preset.get(name, "") for name, value in own.items()})


class SearchArguments(FilterArguments):
    """`skills_search`."""

    query: str = Field(max_length=2_000, description="Words of the task, in the language of the skills wanted")
    limit: int = Field(default=8, ge=1, le=25, description="Hits a page")
    cursor: str = Field(default="", max_length=100, description="next_cursor of the page before")
    mode: Mode = Field(default="auto", description="auto takes the best that is installed")


class GetArguments(Arguments):
    """`skills_get`."""

    id: str = Field(max_length=1_000, description="Id of a hit")
    max_chars: int = Field(default=DEFAULT_CHARACTERS, ge=1, le=MOST_CHARACTERS, description="Most text to return")
    offset: int = Field(default=0, ge=0, description="Where to go on: next_offset")


class FacetArguments(FilterArguments):
    """`skills_list_facets`."""
