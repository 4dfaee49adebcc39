"""What a caller asks to read, from the tool's arguments: an explicit argument wins over what an address carries."""

from dataclasses import dataclass

from lexgate_kit.errors import UnusableInput
from lexgate_uklaw.addressing import Language
from lexgate_uklaw.citations import parse_provision
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.identifiers.items import ItemPath
from lexgate_uklaw.identifiers.provisions import ProvisionPath
from lexgate_uklaw.identifiers.versions import CURRENT, Version


@dataclass(frozen=True)
class Wanted:
    """One text: an item, perhaps a provision of it, at a version, in a language."""

    item: ItemPath
    provision: ProvisionPath | None = None
    version: Version = CURRENT
    language: Language = "en"

    def __str__(self) -> str:
        return f"{self.item}/{self.provision}" if self.provision else str(self.item)


def wanted(item: str, provision: str = "", version: str = "", language: str = "") -> Wanted:
    """Return what the arguments ask for.

    Raises:
        UnusableInput: invalid_item, invalid_provision, invalid_version, invalid_date.
    """
    address = parse_address(item)
    return Wanted(
        item=address.item,
        provision=parse_provision(provision) if provision else address.provision,
        version=Version.parse(version) if version else address.version or CURRENT,
        language=_language(language) or ("cy" if address.language == "cy" else "en"),
    )


def _language(text: str) -> Language | None:
    word = text.strip().lower()
    if not word:
        return None
    if word in ("cy", "welsh", "cymraeg"):
        return "cy"
    if word in ("en", "english"):
        return "en"
    raise UnusableInput('The language is neither "en" nor "cy".', next_step='Give "en", or "cy" for Welsh.')
