"""The tool `gateway_status`: what works here, what does not, and what to do about it."""

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from lexgate import __version__
from lexgate_kit import inline
from lexgate_kit.adapter import Call, Health, ToolSpec
from lexgate_kit.arguments import Arguments

if TYPE_CHECKING:
    from lexgate.gateway import Gateway
    from lexgate.mounting import Mount


class StatusArguments(Arguments):
    """What `gateway_status` takes."""

    probe: bool = Field(default=False, description="true: also ask each service over the network whether it answers")


class StatusResult(BaseModel):
    """What `gateway_status` returns."""

    version: str = Field(description="version of lexgate")
    adapters: list[dict[str, Any]] = Field(description="{name, enabled, ready, problem, next, …}")
    versions: dict[str, str] = Field(description="of Python and the MCP SDK")
    config: str | None = Field(default=None, description="the file in force; only for a local caller")


def status_tool(gateway: "Gateway") -> ToolSpec[StatusArguments, StatusResult]:
    """Return the tool that reports on this gateway."""

    async def status(arguments: StatusArguments, call: Call) -> StatusResult:
        local = call.caller == "local"
        adapters = [await adapter_state(mount, probe=arguments.probe, local=local) for mount in gateway.mounts]
        file = gateway.configuration.source.file
        return StatusResult(
            version=__version__,
            adapters=adapters,
            versions={"python": platform.python_version(), "mcp": version("mcp")},
            config=(str(file) if file else "defaults") if local else None,
        )

    return ToolSpec(
        name="gateway_status",
        title="Status of lexgate",
        description="Which adapters, indexes and sources work here, what does not, and how to mend it.",
        arguments=StatusArguments,
        result=StatusResult,
        handler=status,
        render=render_status,
    )


async def adapter_state(mount: "Mount", *, probe: bool, local: bool) -> dict[str, Any]:
    """Return one adapter's state as plain values."""
    state: dict[str, Any] = {"name": mount.namespace, "enabled": mount.enabled}
    if not mount.enabled:
        return {**state, "ready": False, "next": f"set adapters.{mount.namespace}.enabled = true to use it"}
    if mount.adapter is None:
        return {**state, "ready": False, "problem": mount.failure, "next": 'run "lexgate doctor"'}
    health = await adapter_health(mount, probe=probe)
    state["ready"] = health.ready
    said = {"summary" if health.ready else "problem": health.summary, "next": health.next_step}
    state.update({key: words for key, words in said.items() if words})
    return {**state, **health.facts, **(health.local_facts if local else {})}


async def adapter_health(mount: "Mount", *, probe: bool) -> Health:
    """Return the adapter's health; one that cannot tell is not ready."""
    if mount.adapter is None:
        return Health(ready=False, summary=mount.failure, next_step='run "lexgate doctor"')
    try:
        return await mount.adapter.health(probe=probe)
    except Exception as error:  # foreign code must not take the report on the others with it
        return Health(ready=False, summary=f"its state could not be read ({type(error).__name__})")


def render_status(result: StatusResult) -> str:
    """Return the status as short Markdown."""
    lines = [f"# lexgate {inline.markdown(result.version)}"]
    for adapter in result.adapters:
        rest = {key: value for key, value in adapter.items() if key not in ("name", "enabled", "ready")}
        word = "ready" if adapter["ready"] else ("not ready" if adapter["enabled"] else "off")
        lines.append(f"\n**{inline.markdown(adapter['name'])}**: {word}")
        lines.extend(f"- {inline.markdown(key)}: {_shown(value)}" for key, value in rest.items())
    lines.append("\n" + ", ".join(f"{name} {inline.markdown(value)}" for name, value in result.versions.items()))
    if result.config:
        lines.append(f"Configuration: {inline.markdown(result.config)}")
    return "\n".join(lines)


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{inline.markdown(str(key))} {_shown(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_shown(each) for each in value)
    return inline.markdown(str(value))
