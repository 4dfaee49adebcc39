"""A small library written by the tests, and a vectors run over it with a model of a few words."""

from pathlib import Path

from lexgate_skills.vectors.run import Job

CONCEPTS = {"rent": ("rent", "rent rent"), "claim": ("claim",)}

SKILLS = {
    "gb/property/skills/lease-notice": (
        "Lease notice",
        "en",
        "Ends a lease with the right notice.",
        "tenant notice lease",
    ),
    "gb/property/skills/rent-review": ("Rent review", "en", "Reviews the rent of a lease.", "rent rent contract"),
    "de/court/skills/court-deadline": ("Court deadline", "de", "Counts a deadline.", "court deadline claim"),
    "de/court/skills/claim-form": ("Claim form", "de-AT", "Fills in a claim form.", "claim court"),
}


def write_skill(
    root: Path, id: str, title: str, language: str, description: str, body: str, tags: str = "drafting"
) -> Path:
    path = root / id / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    jurisdiction, practice = id.split("/")[:2]
    head = f"title: {title}\nname: {id.rsplit('/', 1)[1]}\ndescription: {description}\nlanguage: {language}\n"
    head += f"jurisdiction: {jurisdiction}\npractice: {practice}\ntags: [{tags}]\n"
    path.write_text(f"---\n{head}---\n# {title}\n\n{body}\n", encoding="utf-8")
    return path


def write_library(root: Path) -> Path:
    for id, (title, language, description, body) in SKILLS.items():
        write_skill(root, id, title, language, description, body)
    return root


def job(root: Path, model: Path, home: Path) -> Job:
    return Job({"firm": root}, model, home, 1, CONCEPTS)


def quiet(what: str, done: int, total: int) -> None:
    """Nobody watches."""
