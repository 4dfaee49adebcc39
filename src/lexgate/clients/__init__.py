"""The entry of lexgate in the configuration of MCP clients: where those files lie, and how one is changed safely."""
