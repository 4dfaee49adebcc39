"""What `lexgate doctor` tells of a server over HTTP: whether it may start, and whether anyone could use it."""

import os
import stat

from lexgate.configuration import ConfigProblem, Configuration
from lexgate.http.exposure import check_exposure
from lexgate.http.token_file import TokenFile, TokenProblem
from lexgate_kit.adapter import Finding


def server_findings(configuration: Configuration) -> list[Finding]:
    """Return what is wrong with `[server]`; nothing where clients start lexgate over stdio."""
    if configuration.server.transport != "http":
        return []
    try:
        check_exposure(configuration)
    except ConfigProblem as problem:
        return [Finding("problem", f"{problem.key}: {problem.what}", problem.mend)]
    return _token_findings(configuration) if configuration.server.authentication == "tokens" else []


def _token_findings(configuration: Configuration) -> list[Finding]:
    path = configuration.locations.token_file
    try:
        tokens = TokenFile(path).tokens()
    except TokenProblem as problem:
        return [Finding("problem", str(problem), "Nobody can use the server until it is mended.")]
    if not tokens:
        return [Finding("warning", "there are no tokens: nobody can use the server", "lexgate token add NAME")]
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return [Finding("warning", f"others can read {path}", f"chmod 600 {path}")]
    return []
