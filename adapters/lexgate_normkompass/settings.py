"""The settings of the normkompass client, made uniform and refused where they cannot work. It reads no variable."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field, field_validator

from lexgate_kit.address import base_address
from lexgate_kit.settings import AdapterSettings
from lexgate_normkompass.wire import NAMES

SECTION = "adapters.normkompass"


def _path(value: str) -> str:
    path = "/" + value.strip().strip("/")
    if not re.fullmatch(r"(/[\w.~%-]+)+", path, re.ASCII) or "/../" in path + "/":
        raise ValueError("a path such as /search: letters, digits, '.', '_', '~', '%', '-' and '/'")
    return path


def _variable(value: str) -> str:
    name = value.strip()
    if name and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        raise ValueError("the NAME of an environment variable, never the token itself")
    return name


class NormkompassSettings(AdapterSettings):
    """Where the service is, how it names things, and what a call may take."""

    api_url: Annotated[str, AfterValidator(base_address)] = Field(
        default="http://localhost:3000", description="base address of the service, path prefix included"
    )
    search_path: Annotated[str, AfterValidator(_path)] = Field(default="/search", description="below api_url")
    ask_path: Annotated[str, AfterValidator(_path)] = Field(default="/ask", description="below api_url")
    token_env: Annotated[str, AfterValidator(_variable)] = Field(
        default="", description="name of the environment variable that holds a bearer token; blank: none is sent"
    )
    question_field: str = Field(default="question", description="the question's name in requests")
    limit_field: str = Field(default="limit", description="the limit's name in requests")
    names: dict[str, tuple[str, ...]] = Field(
        default_factory=dict, description="more names of a field in answers, for example stand = ['gueltigAb']"
    )
    no_model_codes: tuple[str, ...] = Field(
        default=("no_answer_model", "answer_model_missing", "no_model", "model_not_configured"),
        description="error codes by which the service says that it has no answer model",
    )
    search_timeout_s: float = Field(default=30, gt=0, le=40, description="limit for a search, in seconds")
    ask_timeout_s: float = Field(default=120, gt=0, le=600, description="limit for an answer, in seconds")
    ask_wait_s: float = Field(default=40, gt=0, le=44, description="seconds a call waits before it hands out an id")
    connect_timeout_s: float = Field(default=5, gt=0, le=30, description="limit for connecting, in seconds")
    answers_kept_s: float = Field(default=600, ge=60, le=3600, description="seconds a late answer is kept, in memory")
    answers_kept: int = Field(default=20, ge=1, le=100, description="late answers kept at once for each caller")
    max_body_bytes: int = Field(default=2_000_000, ge=10_000, le=20_000_000, description="largest answer, unpacked")

    @field_validator("names")
    @classmethod
    def _known(cls, names: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        unknown = sorted(set(names) - set(NAMES))
        if unknown:
            raise ValueError(f"unknown field {unknown[0]!r}; known are {', '.join(NAMES)}")
        return names
