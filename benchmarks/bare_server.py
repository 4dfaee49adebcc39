"""The SDK's server with one tool and nothing else: what `benchmarks.gateway` compares lexgate with.

`python -m benchmarks.bare_server stdio`, or `http PORT`.
"""

import sys
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server

SCHEMA = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}


def build() -> Server[Any]:
    listed = types.ListToolsResult(
        tools=[types.Tool(name="bench_echo", description="Echoes.", input_schema=SCHEMA, output_schema=SCHEMA)]
    )

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return listed

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        word = str((params.arguments or {})["word"])
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=word)], structured_content={"word": word}, is_error=False
        )

    return Server("bare", version="1", on_list_tools=list_tools, on_call_tool=call_tool)


async def over_stdio() -> None:
    from mcp.server.stdio import stdio_server

    server = build()
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def over_http(port: int) -> None:
    import uvicorn

    app = build().streamable_http_app(json_response=True, stateless_http=True)
    uvicorn.run(app, host="127.0.0.1", port=port, log_config=None, access_log=False)


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        anyio.run(over_stdio)
    else:
        over_http(int(sys.argv[2]))
