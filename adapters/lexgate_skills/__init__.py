"""The skill library: finds and reads legal skills (`SKILL.md`). It drafts nothing and runs nothing that it finds.

Its processes (model, folding, embedding) are modules of this package: they do not pay for what the adapter imports.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexgate_skills.skills import SkillsAdapter as adapter

__all__ = ["adapter"]


def __getattr__(name: str) -> Any:
    if name != "adapter":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from lexgate_skills.skills import SkillsAdapter

    return SkillsAdapter
