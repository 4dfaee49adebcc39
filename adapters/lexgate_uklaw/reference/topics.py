"""The twelve topics by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from lexgate_uklaw.reference import editorial, service, writing
from lexgate_uklaw.reference.entry import Entry
from lexgate_uklaw.reference.legislation_types import type_groups, types

_MADE: Mapping[str, Callable[[], tuple[Entry, ...]]] = MappingProxyType({"types": types, "type_groups": type_groups})
_FIXED: Mapping[str, tuple[Entry, ...]] = MappingProxyType(
    {
        "extents": editorial.EXTENTS,
        "versions": editorial.VERSIONS,
        "document_status": editorial.DOCUMENT_STATUS,
        "annotation_types": editorial.ANNOTATION_TYPES,
        "effects": editorial.EFFECTS,
        "provision_paths": writing.PROVISION_PATHS,
        "citation_formats": writing.CITATION_FORMATS,
        "publication_log": service.PUBLICATION_LOG,
        "coverage": service.COVERAGE,
        "attribution": service.ATTRIBUTION,
    }
)
TOPICS: tuple[str, ...] = (*_MADE, *_FIXED)
"""Every topic, in the order in which they are listed."""


def entries(topic: str) -> tuple[Entry, ...]:
    """Return the entries of a topic. Raises KeyError for a name that is not in `TOPICS`."""
    return _MADE[topic]() if topic in _MADE else _FIXED[topic]
