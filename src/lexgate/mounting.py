"""Mounts the enabled adapters behind one tool namespace, and keeps each one's life apart from the others'."""

import logging
import re
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import anyio
from anyio.abc import TaskGroup, TaskStatus

from lexgate import __version__
from lexgate.configuration import ConfigProblem, Configuration
from lexgate.discovery import Installed
from lexgate_kit.adapter import Adapter, AdapterContext, ToolSpec

log = logging.getLogger("lexgate.mounting")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,23}")


@dataclass
class Mount:
    """One adapter in this process. `adapter` is None when it is off or could not be loaded (`failure` says why)."""

    namespace: str
    enabled: bool
    adapter: Adapter | None = None
    failure: str = ""
    _alive: bool = field(default=False, repr=False)
    _starting: anyio.Lock = field(default_factory=anyio.Lock, repr=False)

    async def start(self, tasks: TaskGroup) -> None:
        """Enter the adapter's lifespan once, in a task of its own that lives in `tasks`."""
        if self._alive or self.adapter is None:
            return
        async with self._starting:
            if not self._alive:
                await tasks.start(self._live, self.adapter)

    async def _live(self, adapter: Adapter, *, task_status: TaskStatus[None]) -> None:
        # One task enters and leaves the lifespan, as anyio's cancel scopes demand.
        try:
            async with adapter.lifespan():
                self._alive = True
                task_status.started()
                await anyio.sleep_forever()
        except Exception as error:  # foreign code at its end: the other adapters go on
            if not self._alive:
                raise
            log.error("adapter %s did not end cleanly", self.namespace, exc_info=error)
        finally:
            self._alive = False


@dataclass(frozen=True)
class Tool:
    """One tool as clients see it: the full name, its specification, and the mount that it came from (None: ours)."""

    name: str
    spec: ToolSpec[Any, Any]
    mount: Mount | None


def mount_all(installed: Iterable[Installed], configuration: Configuration) -> list[Mount]:
    """Load and build every enabled adapter. One that fails is kept as failed; the others are not touched.

    Raises:
        ConfigProblem: an adapter's settings are unusable.
    """
    return [_mount(each, configuration) for each in installed]


def _mount(installed: Installed, configuration: Configuration) -> Mount:
    mount = Mount(installed.namespace, installed.enabled)
    if not installed.enabled:
        return mount
    try:
        factory = installed.entry_point.load()
        section = configuration.adapters.get(installed.namespace, {})
        settings = configuration.source.read(factory.settings_model, f"adapters.{installed.namespace}", section)
        mount.adapter = factory(settings, adapter_context(configuration))
    except ConfigProblem:
        raise
    except Exception as error:  # an adapter is foreign code: whatever it raises, it fails alone
        log.error("adapter %s could not be loaded", installed.namespace, exc_info=error)
        mount.failure = f"could not be loaded ({type(error).__name__})"
    return mount


def adapter_context(configuration: Configuration) -> AdapterContext:
    """Return what this installation gives to every adapter."""
    where = configuration.locations
    return AdapterContext(
        version=__version__,
        data_dir=where.data_dir,
        cache_dir=where.cache_dir,
        state_dir=where.state_dir,
        vendor_dir=where.vendor_dir,
        checkout=where.checkout,
        shared=configuration.shared.place(),
    )


def compose(mounts: Iterable[Mount], own: Iterable[tuple[str, ToolSpec[Any, Any]]]) -> Mapping[str, Tool]:
    """Return all tools by full name: the adapters' in the order of the mounts, then the gateway's own.

    Raises:
        ConfigProblem: a name is not legal, or two tools share one.
    """
    tools: dict[str, Tool] = {}
    named = [
        (f"{mount.namespace}_{spec.name}", spec, mount)
        for mount in mounts
        if mount.adapter is not None
        for spec in mount.adapter.tools()
    ]
    for name, spec, mount in [*named, *((name, spec, None) for name, spec in own)]:
        if not _NAME.fullmatch(name):
            what = f'the tool name "{name}" is not at most 24 characters of a-z, 0-9 and _.'
            raise ConfigProblem("installation", "", what, "Disable that adapter.")
        if name in tools:
            raise ConfigProblem("installation", "", f'two tools are called "{name}".', "Disable one adapter.")
        tools[name] = Tool(name, spec, mount)
    return tools


@asynccontextmanager
async def mounted() -> AsyncIterator[TaskGroup]:
    """Yield the task group in which lifespans live; leaving it ends them all."""
    async with anyio.create_task_group() as tasks:
        try:
            yield tasks
        finally:
            tasks.cancel_scope.cancel()
