"""Starts a server by the given command and lists its tools with the official client; exit 1 when there are none."""

import sys

import anyio
from mcp import Client, StdioServerParameters


async def main(command: list[str]) -> int:
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with Client(server) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
    print(f"{len(names)} tools: {', '.join(names)}")
    return 0 if len(names) > 1 else 1


if __name__ == "__main__":
    sys.exit(anyio.run(main, sys.argv[1:]))
