"""The text of one skill, read from its library now. It opens only a file that the index names."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from lexgate_kit.errors import NotConfigured, NotFound, UnusableInput
from lexgate_kit.fence import Fence
from lexgate_kit.hidden import reveal
from lexgate_kit.inline import one_line
from lexgate_skills.arguments import GetArguments
from lexgate_skills.catalogue import LARGEST_SKILL, SKILL_FILE, supporting_files
from lexgate_skills.file_text import decoded
from lexgate_skills.frontmatter import read_skill
from lexgate_skills.keyword_index import KeywordIndex
from lexgate_skills.question import Question, Ranked
from lexgate_skills.results import SkillResult
from lexgate_skills.revision import revision_of
from lexgate_skills.search import skill_path
from lexgate_skills.skill import Skill

_SHOWN_SOURCES = 20
_SHOWN_WARNINGS = 20
# Only ids of this shape are repeated in an error, where there is no fence around text from outside.
_PLAIN_ID = re.compile(r"[\w./:+-]{1,200}", re.ASCII)


def look_up(index: KeywordIndex, id: str) -> Ranked:
    """Return the one skill that the id means.

    Raises: NotFound (with near ids), UnusableInput (two libraries hold it), Unusable.
    """
    wanted = id.strip().removesuffix(f"/{SKILL_FILE}").strip("/")
    found = index.skill(wanted)
    if len(found) == 1:
        return found[0]
    if found:
        raise UnusableInput(
            "More than one library holds a skill with this id.",
            reason="ambiguous_id",
            next_step=f"Call again with one of: {_plain_ids([each.key for each in found])}.",
        )
    words = re.sub(r"[-_/:.]+", " ", wanted.rpartition("/")[2])[:300]
    near = _plain_ids([each.path for each in index.retrieve(Question(words), 5).ranked])
    raise NotFound(
        "No skill of the library has this id.",
        reason="unknown_skill",
        next_step=f"Ids near it: {near}." if near else "Take an id from skills_search.",
    )


def _plain_ids(ids: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(id for id in ids if _PLAIN_ID.fullmatch(id)))


def read(found: Ranked, asked: GetArguments, libraries: Mapping[str, Path], fence: Fence) -> SkillResult:
    """Return the part of the skill's text that was asked for, fenced, with what belongs to the skill.

    Raises: NotFound (the file is gone), NotConfigured (its library cannot be read), UnusableInput (offset).
    """
    root = libraries.get(found.library)
    data, folder = _bytes(root, found)
    text, _ = decoded(data)
    if asked.offset and asked.offset >= len(text):
        raise UnusableInput(
            f"The offset {asked.offset} is beyond the end; the skill has {len(text)} characters.",
            reason="offset_beyond_end",
            next_step="Call again with a smaller offset.",
        )
    end = _end(text, asked.offset, asked.max_chars)
    skill = read_skill(data, id=found.path, library=found.library)
    return SkillResult(
        id=one_line(found.path, 1_000),
        library=found.library,
        title=one_line(skill.title, 200),
        license=one_line(skill.license, 200),
        version=one_line(skill.version, 60) or None,
        author=one_line(skill.author, 200) or None,
        sources=[one_line(source, 300) for source in skill.sources[:_SHOWN_SOURCES]],
        revision=revision_of(root) if root is not None else None,
        text=fence.enclose(text[asked.offset : end], f"skill {found.key}"),
        offset=asked.offset,
        total_chars=len(text),
        next_offset=end if end < len(text) else None,
        files=[{"path": one_line(path, 300), "bytes": size} for path, size in supporting_files(folder)],
        warnings=_warnings(skill, text),
    )


def _bytes(root: Path | None, found: Ranked) -> tuple[bytes, Path]:
    path = skill_path(os.path.realpath(root), found) if root is not None else None
    if root is None or not root.is_dir():
        raise NotConfigured(
            f"The library {found.library} cannot be read now, though its skills are in the index.",
            reason="library_unreadable",
            next_step="Make its folder readable, then call again. This does not mean that the skill is gone.",
        )
    try:
        if path is None:
            raise FileNotFoundError
        with path.open("rb") as file:
            return file.read(LARGEST_SKILL), path.parent
    except FileNotFoundError:
        raise NotFound(
            "The skill's file is no longer in its library; the index will forget it.",
            reason="skill_removed",
            next_step="Search again in a minute.",
        ) from None
    except OSError:
        raise NotConfigured(
            "The skill's file cannot be read.",
            reason="skill_unreadable",
            next_step="Let the user of this process read the library. This does not mean that the skill is gone.",
        ) from None


def _end(text: str, start: int, most: int) -> int:
    """Return where to cut: at the end of a line in the last fifth, else of a word, else after `most` characters."""
    end = start + most
    if end >= len(text):
        return len(text)
    for boundary in ("\n", " "):
        at = text.rfind(boundary, start + most * 4 // 5, end)
        if at > start:
            return at + 1
    return end


def _warnings(skill: Skill, text: str) -> list[str]:
    told = [each.what if each.line is None else f"Line {each.line}: {each.what}" for each in skill.findings]
    _, hidden = reveal(text)
    if hidden:
        told.append(f"The text holds {hidden} hidden characters, shown as ⟨U+XXXX⟩.")
    return told[:_SHOWN_WARNINGS]
