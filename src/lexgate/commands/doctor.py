"""`lexgate doctor`: every problem of this installation, with the command or setting that mends it."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import anyio
import click

from lexgate import __version__, logs
from lexgate.configuration import ConfigProblem, load
from lexgate.gateway import Gateway
from lexgate.http.findings import server_findings
from lexgate.status import adapter_health
from lexgate_kit.adapter import Finding, Health


@click.command()
@click.option("--probe", is_flag=True, help="Also ask each service over the network whether it answers.")
@click.pass_obj
def doctor(config_file: Path | None, probe: bool) -> None:
    """Tell what does not work here and how to mend it; exit 1 when something is broken."""
    try:
        gate = Gateway.of(load(config_file))
    except ConfigProblem as problem:
        click.echo(f"problem: {problem.source}: {problem.key + ': ' if problem.key else ''}{problem.what}")
        click.echo(f"   mend: {problem.mend}")
        sys.exit(1)
    logs.set_up("critical")
    click.echo(f"lexgate {__version__}, Python {sys.version.split()[0]}")
    click.echo(f"configuration: {gate.configuration.source.file or 'defaults (no file)'}")
    click.echo(f"data: {gate.configuration.locations.data_dir}")
    findings = [*_folder_findings(gate.configuration.locations.data_dir), *server_findings(gate.configuration)]
    for mount in gate.mounts:
        if not mount.enabled:
            click.echo(f"{mount.namespace}: off")
            continue
        health = anyio.run(partial(adapter_health, mount, probe=probe))
        _show(mount.namespace, health)
        findings.extend(health.findings or _unready(mount.namespace, health))
    for finding in findings:
        click.echo(f"{finding.severity}: {finding.what}\n   mend: {finding.mend}")
    problems = sum(finding.severity == "problem" for finding in findings)
    click.echo(f"{problems} problems, {len(findings) - problems} warnings")
    sys.exit(1 if problems else 0)


def _show(namespace: str, health: Health) -> None:
    click.echo(
        f"{namespace}: {'ready' if health.ready else 'not ready'}{f', {health.summary}' if health.summary else ''}"
    )
    for key, value in {**health.facts, **health.local_facts}.items():
        click.echo(f"   {key}: {value}")


def _unready(namespace: str, health: Health) -> Sequence[Finding]:
    if health.ready:
        return ()
    return (Finding("problem", f"{namespace}: {health.summary}", health.next_step or "See the lines above."),)


def _folder_findings(data_dir: Path) -> Sequence[Finding]:
    try:
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        trial = data_dir / ".lexgate-write-trial"
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as error:
        what = f"the data folder {data_dir} cannot be written ({error.strerror})"
        return (Finding("problem", what, "Set paths.data_dir to a folder that you can write."),)
    return ()
