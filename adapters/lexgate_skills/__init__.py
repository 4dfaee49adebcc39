"""The skill library: finds and reads legal skills (`SKILL.md`). It drafts nothing and runs nothing that it finds."""

from lexgate_skills.adapter import SkillsAdapter as adapter

__all__ = ["adapter"]
