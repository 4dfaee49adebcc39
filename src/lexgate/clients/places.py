"""Where each MCP client keeps its servers on each operating system. Reads no file; only asks what exists.

| client | Linux | macOS | Windows | key | source |
|---|---|---|---|---|---|
| claude-desktop | `$XDG_CONFIG_HOME/Claude/claude_desktop_config.json` (no official build) \
| `~/Library/Application Support/Claude/…` | `%APPDATA%\\Claude\\…`; from the Store (MSIX) \
`%LOCALAPPDATA%\\Packages\\Claude_*\\LocalCache\\Roaming\\Claude\\…` | `mcpServers` \
| modelcontextprotocol.io, "Connect to local MCP servers"; the Store's folder: anthropics/claude-code issues, 2026 |
| claude-code | `~/.claude.json`, or `$CLAUDE_CONFIG_DIR/.claude.json` | same | same | `mcpServers` \
| code.claude.com/docs/en/mcp, user scope |
| cursor | `~/.cursor/mcp.json` | same | same | `mcpServers` | docs.cursor.com, "Model Context Protocol", global |
| vscode | `$XDG_CONFIG_HOME/Code/User/mcp.json` | `~/Library/Application Support/Code/User/mcp.json` \
| `%APPDATA%\\Code\\User\\mcp.json` | `servers` | code.visualstudio.com, "MCP configuration reference", user profile |

Only the Linux paths were used with real files; no client was run here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

DESKTOP_FILE = "claude_desktop_config.json"


@dataclass(frozen=True)
class Machine:
    """What decides where files lie: `sys.platform`, the user's home, and the environment."""

    platform: str
    home: Path
    variables: Mapping[str, str]

    @property
    def settings_folder(self) -> Path:
        """The folder in which programs of this operating system keep the settings of a user."""
        if self.platform == "win32":
            return self._named("APPDATA", self.home / "AppData" / "Roaming")
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self._named("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def store_packages(self) -> Path | None:
        """Where Windows keeps the private files of programs from its Store; None elsewhere."""
        if self.platform != "win32":
            return None
        return self._named("LOCALAPPDATA", self.home / "AppData" / "Local") / "Packages"

    def _named(self, variable: str, otherwise: Path) -> Path:
        value = self.variables.get(variable, "").strip()
        return Path(value) if value else otherwise


@dataclass(frozen=True)
class Client:
    """One MCP client: its name for people, the key that holds its servers, and whether an entry states its type."""

    title: str
    key: str
    typed: bool
    find: Callable[[Machine], Path]


def _desktop(machine: Machine) -> Path:
    """Return the file that Claude Desktop reads.

    A program from the Windows Store sees its private copy where there is one, else the common file; a private
    file that we made beside a common one would hide the entries of that one.
    """
    common = machine.settings_folder / "Claude" / DESKTOP_FILE
    packages = machine.store_packages
    folders = sorted(packages.glob("Claude_*")) if packages and packages.is_dir() else []
    private = [folder / "LocalCache" / "Roaming" / "Claude" / DESKTOP_FILE for folder in folders]
    present = [file for file in [*private, common] if file.is_file()]
    return next(iter([*present, *private, common]))


def _code(machine: Machine) -> Path:
    folder = machine.variables.get("CLAUDE_CONFIG_DIR", "").strip()
    return (Path(folder) if folder else machine.home) / ".claude.json"


CLIENTS: Mapping[str, Client] = {
    "claude-desktop": Client("Claude Desktop", "mcpServers", False, _desktop),
    "claude-code": Client("Claude Code", "mcpServers", True, _code),
    "cursor": Client("Cursor", "mcpServers", False, lambda machine: machine.home / ".cursor" / "mcp.json"),
    "vscode": Client(
        "Visual Studio Code", "servers", True, lambda machine: machine.settings_folder / "Code" / "User" / "mcp.json"
    ),
}
