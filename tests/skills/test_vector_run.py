"""Making vectors: only what is missing, resumable, stamped, and searchable once published."""

from pathlib import Path

import numpy as np
import pytest
from embedding_fixtures import DIMENSION, write_tiny_model
from vector_fixtures import CONCEPTS, SKILLS, job, quiet, write_library, write_skill

from lexgate_skills.embedding.encoder import Encoder
from lexgate_skills.embedding.folder import ModelUnusable, read_folder
from lexgate_skills.embedding.tokens import open_tokenizer
from lexgate_skills.folding_workers import checksum
from lexgate_skills.generations import Unusable
from lexgate_skills.question import Filters
from lexgate_skills.skill import skill_number
from lexgate_skills.vectors.index import Meant, NoVectors, VectorIndex
from lexgate_skills.vectors.journal import Journal
from lexgate_skills.vectors.run import Outcome, embed
from lexgate_skills.vectors.stamp import differences, journal_name, stamp_of
from lexgate_skills.vectors.state import store_at


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_tiny_model(tmp_path / "model")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return write_library(tmp_path / "library")


def run(library: Path, model: Path, tmp_path: Path) -> Outcome:
    return embed(job(library, model, tmp_path / "vectors"), quiet)


def opened(tmp_path: Path, library: Path | None = None) -> VectorIndex:
    """Open the vectors for the library as it is now, or else for the skills that have some."""
    generation = store_at(tmp_path / "vectors").current()
    had = np.fromfile(generation.folder / "numbers.u8", "<u8")
    now = None if library is None else np.array([number(library, id) for id in SKILLS], np.uint64)
    return VectorIndex(generation, DIMENSION, had if now is None else now)


def number(library: Path, id: str) -> int:
    return skill_number(f"firm:{id}", checksum((library / id / "SKILL.md").read_bytes()))


def query(model: Path, text: str) -> Meant:
    loaded = read_folder(model)
    vector = Encoder(loaded, lambda: open_tokenizer(loaded)).embed_query([text])
    return Meant(vector.astype("<f4").tobytes())


def test_every_skill_gets_its_three_vectors(library: Path, model: Path, tmp_path: Path) -> None:
    outcome = run(library, model, tmp_path)
    assert (outcome.made, outcome.skills) == (3 * len(SKILLS), len(SKILLS))


def test_a_second_run_makes_nothing(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    assert run(library, model, tmp_path).made == 0


def test_only_a_changed_skill_is_embedded_again(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    write_skill(library, "gb/property/skills/rent-review", "Rent review", "en", "Reviews the rent.", "contract")
    assert run(library, model, tmp_path).made == 3


def test_a_copy_of_a_skill_costs_nothing(library: Path, model: Path, tmp_path: Path) -> None:
    source = library / "de/court/skills/claim-form/SKILL.md"
    run(library, model, tmp_path)
    copy = library / "de/court/skills/claim-form-two/SKILL.md"
    copy.parent.mkdir()
    copy.write_bytes(source.read_bytes())
    outcome = run(library, model, tmp_path)
    assert (outcome.made, outcome.skills) == (0, len(SKILLS) + 1)


def test_titles_and_descriptions_of_all_skills_come_before_any_body(library: Path, model: Path, tmp_path: Path) -> None:
    told: list[str] = []
    embed(job(library, model, tmp_path / "vectors"), lambda what, done, total: told.append(what))
    steps = list(dict.fromkeys(each for each in told if each.startswith("embedding")))
    assert steps == ["embedding titles", "embedding descriptions", "embedding concepts", "embedding bodies"]


class _Stopped(Exception):
    pass


def test_a_run_that_was_stopped_goes_on_where_it_was(library: Path, model: Path, tmp_path: Path) -> None:
    def stop_at_bodies(what: str, done: int, total: int) -> None:
        if what == "embedding bodies":
            raise _Stopped

    with pytest.raises(_Stopped):
        embed(job(library, model, tmp_path / "vectors"), stop_at_bodies)
    assert len(opened(tmp_path)) == len(SKILLS)  # the short texts serve already
    assert run(library, model, tmp_path).made == 0  # the bodies were written before they were told


def test_half_a_record_at_the_end_is_made_again(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    path = tmp_path / "vectors" / journal_name(stamp_of(read_folder(model)))
    path.write_bytes(path.read_bytes()[:-5])
    outcome = run(library, model, tmp_path)
    assert (outcome.made, run(library, model, tmp_path).made) == (1, 0)


def test_a_vector_that_is_not_finite_is_made_again(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    path = tmp_path / "vectors" / journal_name(stamp_of(read_folder(model)))
    data = bytearray(path.read_bytes())
    data[-2:] = np.float16(np.nan).tobytes()
    path.write_bytes(bytes(data))
    assert run(library, model, tmp_path).made == 1


def test_vectors_of_removed_skills_are_dropped_when_they_are_most(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    path = tmp_path / "vectors" / journal_name(stamp_of(read_folder(model)))
    record = path.stat().st_size // (3 * len(SKILLS) + len(CONCEPTS))
    for id in list(SKILLS)[1:]:
        (library / id / "SKILL.md").unlink()
    assert run(library, model, tmp_path).skills == 1
    assert path.stat().st_size == record * (3 + len(CONCEPTS))


def test_another_model_starts_anew_and_the_old_vectors_go(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    before = stamp_of(read_folder(model))
    write_tiny_model(model, dimension=DIMENSION * 2)
    assert differences(before, stamp_of(read_folder(model))) == ["another model", "vectors of another length"]
    assert run(library, model, tmp_path).made == 3 * len(SKILLS)
    assert len(list((tmp_path / "vectors").glob("journal-*"))) == 1


def test_without_a_model_nothing_is_written(library: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelUnusable):
        run(library, tmp_path / "no model", tmp_path)
    assert not (tmp_path / "vectors").exists()


def test_a_library_without_skills_publishes_no_rows(model: Path, tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    assert run(tmp_path / "library", model, tmp_path).skills == 0
    assert opened(tmp_path).side(query(model, "rent"), Filters(), 10).scores == {}


def test_the_nearest_skill_is_the_one_about_the_question(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    found = opened(tmp_path).side(query(model, "Court deadline. court deadline claim"), Filters(), 10)
    assert found.numbers[0] == number(library, "de/court/skills/court-deadline")
    assert len(found.numbers) == len(SKILLS)


FILTERS = [
    (Filters(jurisdiction="GB"), 2),  # compared without case
    (Filters(practice="court"), 2),
    (Filters(language="de"), 2),  # the base language finds its variants
    (Filters(language="de_at"), 1),
    (Filters(tag="Drafting"), 4),
    (Filters(library="firm"), 4),
    (Filters(library="other"), 0),
    (Filters(jurisdiction="gb", practice="court"), 0),  # they combine with AND
]


@pytest.mark.parametrize(("filters", "count"), FILTERS)
def test_filters_apply_before_ranking(library: Path, model: Path, tmp_path: Path, filters: Filters, count: int) -> None:
    run(library, model, tmp_path)
    assert len(opened(tmp_path).side(query(model, "rent"), filters, 10).scores) == count


def test_a_skill_that_changed_since_is_not_found_by_its_old_vector(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    changed = library / "gb/property/skills/rent-review" / "SKILL.md"
    before = number(library, "gb/property/skills/rent-review")
    changed.write_bytes(changed.read_bytes() + b"More.")
    index = opened(tmp_path, library)
    assert (len(index), index.missing) == (len(SKILLS) - 1, 1)
    found = index.side(query(model, "rent"), Filters(), 10, also=[before])
    assert before not in {*found.scores, *found.others}


def test_keys_of_the_other_side_are_scored_beside_the_best(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    also = {id: number(library, id) for id in SKILLS}
    found = opened(tmp_path).side(query(model, "rent"), Filters(practice="court"), 1, also=[*also.values(), 7])
    assert len(found.scores) == 1
    assert set(found.others) == {number for id, number in also.items() if "/court/" in id}


@pytest.mark.parametrize("name", ["coarse.i1", "fine.f2", "numbers.u8", "scales.f4"])
def test_a_damaged_file_is_found_before_it_is_used(library: Path, model: Path, tmp_path: Path, name: str) -> None:
    run(library, model, tmp_path)
    path = store_at(tmp_path / "vectors").current().folder / name
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(Unusable):
        opened(tmp_path)


def test_files_are_readable_by_the_user_alone(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    files = [path for path in (tmp_path / "vectors").rglob("*") if path.is_file()]
    assert {path.stat().st_mode & 0o077 for path in files} <= {0, 0o066}  # Windows has no such modes


def test_a_journal_of_another_length_reads_as_empty_or_whole_records(tmp_path: Path) -> None:
    (tmp_path / "journal.bin").write_bytes(b"\0" * 7)
    assert Journal(tmp_path / "journal.bin", 4).read().rows["title"] == {}


def test_a_question_that_names_a_concept_is_drawn_to_it(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    index = opened(tmp_path)
    plain = query(model, "deadline")
    drawn = Meant(plain.vector, ("rent",))
    rent = number(library, "gb/property/skills/rent-review")
    assert index.side(drawn, Filters(), 10).scores[rent] > index.side(plain, Filters(), 10).scores[rent]


def test_a_concept_without_a_vector_changes_nothing(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    plain = query(model, "deadline")
    named = Meant(plain.vector, ("not in the generation",))
    assert opened(tmp_path).side(named, Filters(), 10) == opened(tmp_path).side(plain, Filters(), 10)


def test_a_query_vector_of_another_length_is_refused(library: Path, model: Path, tmp_path: Path) -> None:
    run(library, model, tmp_path)
    with pytest.raises(NoVectors):
        opened(tmp_path).side(Meant(b"\0" * 12), Filters(), 10)
