"""The recorded lists of effects, searches and events as the tools would show them (needs the shared folder)."""

import json
from pathlib import Path

import pytest

from lexgate_uklaw.amendments.scanning import Concern, ProvisionFilter
from lexgate_uklaw.effect_records import effect_record
from lexgate_uklaw.feeds.changes import read_changes
from lexgate_uklaw.feeds.log import read_log
from lexgate_uklaw.feeds.search import read_search
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.publication_log.report import event_record
from lexgate_uklaw.searching.report import found_record

pytestmark = pytest.mark.corpus


def bodies(corpus: Path, folder: str) -> list[bytes]:
    found = [path.read_bytes() for path in sorted((corpus / "feeds" / folder).iterdir()) if path.is_file()]
    assert found
    return found


def test_every_recorded_effect_is_shown_without_the_editors_comments(corpus: Path) -> None:
    shown = 0
    for body in bodies(corpus, "changes"):
        for effect in read_changes(body).effects:
            record = json.dumps(effect_record(effect))
            assert "\\n" not in record
            assert "Comments" not in record
            shown += 1
    assert shown > 300


def test_a_scan_finds_every_recorded_effect_by_each_provision_that_it_names(corpus: Path) -> None:
    checked = 0
    for body in bodies(corpus, "changes"):
        for effect in read_changes(body).effects:
            for reference in effect.affected.provisions:
                if reference.path is None or reference.path in ("section", "regulation", "article"):
                    continue
                asked = ProvisionFilter(ProvisionPath.parse(reference.path), "affected")
                assert asked.concern(effect) is Concern.YES, reference.path
                checked += 1
    assert checked > 300


def test_every_recorded_result_and_event_is_shown_on_single_lines(corpus: Path) -> None:
    records = [found_record(each) for body in bodies(corpus, "search") for each in read_search(body).found]
    records += [event_record(each) for body in bodies(corpus, "publication-log") for each in read_log(body).events]
    assert len(records) > 300
    assert not [record for record in records if "\\n" in json.dumps(record)]
    assert not [record for record in records if "None" in record.values()]
