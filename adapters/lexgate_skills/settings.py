"""The settings of the skill library: which folders are searched, and where the index goes."""

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from lexgate_kit.adapter import AdapterContext
from lexgate_kit.settings import AdapterSettings, ConfiguredPath
from lexgate_skills.model.settings import ModelSettings

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
STARTER = "starter"
OPEN = "open"
_HOME = "skills"


class SkillsSettings(AdapterSettings):
    """Named library roots. The fetched open library and the starter library are always there, unless set to ""."""

    libraries: dict[str, ConfiguredPath] = Field(
        default_factory=dict, description='name = folder; open and starter are there by themselves, "" leaves one out'
    )
    index_dir: ConfiguredPath = Field(
        default=None, description="where the index goes; blank: skills in the data folder"
    )

    glossary: ConfiguredPath = Field(
        default=None, description="a glossary file of your own, added to ours; see `lexgate skills glossary`"
    )
    vectors: Literal["auto", "off"] = Field(
        default="auto", description="auto: search by meaning where a model and vectors are there; off: never"
    )
    embed_in_background: bool = Field(
        default=False, description="true: a server makes missing vectors by itself, with half of the cores"
    )
    model_dir: ConfiguredPath = Field(
        default=None, description="a model folder of your own; blank: where `lexgate model install` puts it"
    )
    helper_idle_seconds: float = Field(
        default=60.0, ge=1.0, le=86_400.0, description="seconds without a search after which the model leaves memory"
    )
    model: ModelSettings = Field(default_factory=ModelSettings, description="which model is installed, from where")

    @field_validator("libraries")
    @classmethod
    def _names(cls, libraries: dict[str, Path | None]) -> dict[str, Path | None]:
        for name in libraries:
            if not _NAME.fullmatch(name):
                raise ValueError(f"library name {name!r}: a letter, then at most 31 of a-z, 0-9, _ and -")
        return libraries


def library_folders(settings: SkillsSettings, context: AdapterContext) -> dict[str, Path]:
    """Return each library's name and folder, the starter library last. Nothing is looked up on disk."""
    folders = {name: folder for name, folder in settings.libraries.items() if folder is not None}
    if OPEN not in settings.libraries:
        folders[OPEN] = open_library_folder(settings, context)
    if STARTER not in settings.libraries:
        folders[STARTER] = _starter(context)
    return folders


def open_library_folder(settings: SkillsSettings, context: AdapterContext) -> Path:
    """Return where the open library lies or is fetched to."""
    return settings.libraries.get(OPEN) or context.vendor_dir / "legal-skills-open"


def index_home(settings: SkillsSettings, context: AdapterContext) -> Path:
    """Return the folder that holds the generations of the index."""
    return settings.index_dir / _HOME if settings.index_dir else context.data_dir / _HOME


def models_home(context: AdapterContext) -> Path:
    """Return the folder that installed models lie in."""
    return context.data_dir / "models"


def vectors_home(settings: SkillsSettings, context: AdapterContext) -> Path:
    """Return the folder that holds the vectors, beside the index."""
    return index_home(settings, context).parent / "skill-vectors"


def _starter(context: AdapterContext) -> Path:
    if context.checkout is not None:
        return context.checkout / "vendor" / "starter-skills"
    return Path(__file__).parent / "starter"
