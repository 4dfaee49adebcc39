"""lexgate: one MCP server for legal research, with its adapters mounted behind one tool namespace."""

__version__ = "0.1.0"
