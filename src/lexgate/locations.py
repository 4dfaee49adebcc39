"""Where this installation reads and writes; never in the working directory."""

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_state_path

APP = "lexgate"
PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Locations:
    """The folders of one installation. None of them need exist yet; `checkout` is None for an installed wheel."""

    data_dir: Path
    state_dir: Path
    vendor_dir: Path
    checkout: Path | None

    @property
    def cache_dir(self) -> Path:
        """What `lexgate cache clear` removes."""
        return self.data_dir / "cache"

    @property
    def token_file(self) -> Path:
        """The hashes of the HTTP server's bearer tokens."""
        return self.data_dir / "server" / "tokens.json"


def find_checkout() -> Path | None:
    """Return the root of the checkout that this package runs from, if it does."""
    root = PACKAGE.parents[1]
    return root if (root / "pyproject.toml").is_file() and (root / "config" / "lexgate.toml").is_file() else None


def user_config_file() -> Path:
    """Return the configuration file of this user, whether or not it exists."""
    return user_config_path(APP, appauthor=False) / "lexgate.toml"


def locate(data_dir: Path | None, checkout: Path | None) -> Locations:
    """Return the folders for a configured data folder (None: the checkout's `data/`, else the user's data folder)."""
    user_data = user_data_path(APP, appauthor=False)
    home = checkout or user_data
    return Locations(
        data_dir=data_dir or (checkout / "data" if checkout else user_data / "data"),
        state_dir=user_state_path(APP, appauthor=False),
        vendor_dir=home / "vendor",
        checkout=checkout,
    )


def documented_config() -> Path:
    """Return the commented configuration with every setting: the checkout's, or the one in the package."""
    checkout = find_checkout()
    return checkout / "config" / "lexgate.toml" if checkout else PACKAGE / "lexgate.toml"
