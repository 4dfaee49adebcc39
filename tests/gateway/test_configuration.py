"""Where settings come from, which wins, and what a person is told about a setting that cannot be used."""

from pathlib import Path

import pytest

from lexgate.configuration import ConfigProblem, Configuration, load
from lexgate.locations import user_config_file


def written(folder: Path, text: str, name: str = "lexgate.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def loaded(folder: Path, text: str, **variables: str) -> Configuration:
    return load(written(folder, text), variables)


def test_the_named_file_wins_over_the_variable(tmp_path: Path) -> None:
    named = written(tmp_path, '[server]\nlog_level = "error"', "a.toml")
    other = written(tmp_path, '[server]\nlog_level = "info"', "b.toml")
    assert load(named, {"LEXGATE_CONFIG": str(other)}).server.log_level == "error"
    assert load(None, {"LEXGATE_CONFIG": str(other)}).server.log_level == "info"


def test_without_a_checkout_the_users_file_applies_and_else_the_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexgate.configuration.find_checkout", lambda: None)
    assert load(None, {}).server.log_level == "warning"
    user_config_file().parent.mkdir(parents=True)
    written(user_config_file().parent, '[server]\nlog_level = "debug"')
    assert load(None, {}).server.log_level == "debug"


@pytest.mark.parametrize(
    ("variables", "read"),
    [
        ({"LEXGATE__ADAPTERS__UKLAW__CONTACT": "a@b.example"}, "a@b.example"),  # ours
        ({"UK_LEGISLATION_CONTACT": "c@d.example"}, "c@d.example"),  # the older server's
        ({"UK_LEGISLATION_CONTACT": "old", "LEXGATE__ADAPTERS__UKLAW__CONTACT": "new"}, "new"),  # ours wins
        ({"UK_LEGISLATION_CONTACT": "  "}, "in the file"),  # a blank older one is absent
    ],
)
def test_variables_win_over_the_file(tmp_path: Path, variables: dict[str, str], read: str) -> None:
    configuration = loaded(tmp_path, '[adapters.uklaw]\ncontact = "in the file"', **variables)
    assert configuration.adapters["uklaw"]["contact"] == read


def test_the_older_servers_log_level_words_are_understood(tmp_path: Path) -> None:
    assert loaded(tmp_path, "", MCP_LOG_LEVEL="NOTICE").server.log_level == "info"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[server]\nlog_levl = 'info'", ["server.log_levl", "unknown key", 'Did you mean "log_level"?']),  # misspelt
        ("[sever]\n", ["sever", "unknown key", 'Did you mean "server"?']),  # a section nobody reads
        ("[server]\nlog_level = 'loud'", ["server.log_level", "Correct the value"]),  # not one of the values
        ("[adapters]\nskills = 3", ["adapters.skills", "must be a section"]),  # a value where a section is meant
        ("[server\n", ["not readable as TOML"]),  # broken TOML
        ("[adapters.x]\nkey = '${HOME}/y'", ["adapters.x.key", "${…}"]),  # a placeholder that nobody filled in
    ],
)
def test_a_broken_configuration_names_the_file_and_the_key(tmp_path: Path, text: str, says: list[str]) -> None:
    with pytest.raises(ConfigProblem) as problem:
        loaded(tmp_path, text)
    for words in [str(tmp_path / "lexgate.toml"), *says]:
        assert words in str(problem.value)


def test_a_problem_that_a_variable_caused_names_the_variable(tmp_path: Path) -> None:
    with pytest.raises(ConfigProblem, match="NORMKOMPASS_API_URL"):
        loaded(tmp_path, "", NORMKOMPASS_API_URL="${URL}")


def test_a_named_file_that_is_missing_is_a_problem_not_a_default(tmp_path: Path) -> None:
    with pytest.raises(ConfigProblem, match="there is no file"):
        load(tmp_path / "nowhere.toml", {})


def test_relative_paths_are_taken_from_the_files_folder(tmp_path: Path) -> None:
    configuration = loaded(tmp_path, '[paths]\ndata_dir = "../kept"')
    assert configuration.locations.data_dir == (tmp_path.parent / "kept").resolve()


def test_a_byte_order_mark_is_no_problem(tmp_path: Path) -> None:
    file = tmp_path / "lexgate.toml"
    file.write_bytes(b"\xef\xbb\xbf[server]\nlog_level = 'info'\n")
    assert load(file, {}).server.log_level == "info"


def test_nothing_is_ever_placed_in_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("lexgate.configuration.find_checkout", lambda: None)
    where = load(None, {}).locations
    for folder in (where.data_dir, where.state_dir, where.vendor_dir, where.cache_dir):
        assert folder.is_absolute()
        assert folder.parent != tmp_path
