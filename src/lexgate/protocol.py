"""The gateway as an MCP server: the only module that builds on the SDK's server."""

from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from lexgate import __version__
from lexgate.gateway import Gateway
from lexgate.instructions import INSTRUCTIONS
from lexgate.mounting import Tool
from lexgate.outcome import Outcome
from lexgate.schema import input_schema, output_schema

_Context = ServerRequestContext[Any, Any]


def build_server(gateway: Gateway) -> Server[Any]:
    """Return the SDK's server for a gateway. The list of tools is made once: it never changes while serving."""
    listed = types.ListToolsResult(tools=[listed_tool(tool) for tool in gateway.tools.values()])

    async def list_tools(context: _Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listed

    async def call_tool(context: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        async def progress(done: float, total: float | None, words: str) -> None:
            await context.session.report_progress(done, total, words)

        who = caller_of(context.request)
        answer = await gateway.call(params.name, params.arguments or {}, caller=who, progress=progress)
        return wire_result(answer)

    return Server(
        "lexgate",
        version=__version__,
        title="lexgate",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


CALLER_KEY = "lexgate.caller"
"""Where the HTTP front writes, in a request's scope, who asks."""


def caller_of(request: Any) -> str:
    """Return who asks: "local" over stdio, where there is no request; over HTTP never "local"."""
    if request is None:
        return "local"
    return str(request.scope.get(CALLER_KEY, "unknown"))


def listed_tool(tool: Tool) -> types.Tool:
    """Return a tool as `tools/list` shows it."""
    spec = tool.spec
    hints = types.ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=spec.open_world
    )
    return types.Tool(
        name=tool.name,
        title=spec.title,
        description=spec.description,
        input_schema=input_schema(spec.arguments),
        output_schema=output_schema(spec.result),
        annotations=hints,
    )


def wire_result(answer: Outcome) -> types.CallToolResult:
    """Return an outcome as the SDK's result."""
    structure: Mapping[str, Any] = answer.structure
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=answer.text)],
        structured_content=dict(structure),
        is_error=answer.is_error,
    )
