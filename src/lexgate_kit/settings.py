"""What every adapter's settings model is: closed, frozen, and with paths taken from the config file's folder."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo


class AdapterSettings(BaseModel):
    """Base of settings models. `enabled` is read by the gateway; an adapter sees it only as true."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    enabled: bool = Field(default=True, description="false: not imported, its tools are not listed")


def _anchored(value: Path | None, info: ValidationInfo) -> Path | None:
    if value is None or str(value) in ("", "."):
        return None
    path = value.expanduser()
    base: Any = (info.context or {}).get("base_dir")
    return path if path.is_absolute() or base is None else (Path(base) / path).resolve()


ConfiguredPath = Annotated[Path | None, AfterValidator(_anchored)]
"""A folder or file of the configuration: blank is None, relative is taken from the config file's folder
(given as `base_dir` in pydantic's validation context)."""
