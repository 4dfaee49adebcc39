"""What the tools that read lists share: a page or the reason why there is none, and words about its age.

It fetches nothing and knows no list in particular.
"""

from typing import TypeVar

from lexgate_kit.errors import UnusableInput, UpstreamChanged
from lexgate_uklaw.answers import STALE_BECAUSE, Answer, Missing, PastEnd, Provenance, Served

T = TypeVar("T")


def page_of(answer: Answer[T]) -> Served[T] | PastEnd:
    """Return the page that was served, or that the list has no such page.

    Raises UnusableInput (filter_refused) when the service does not know the list, UpstreamChanged for what no list
    is answered with.
    """
    if isinstance(answer, Served | PastEnd):
        return answer
    if isinstance(answer, Missing):
        raise UnusableInput(
            "legislation.gov.uk does not take this combination of filters. This is no evidence about the law.",
            reason="filter_refused",
            next_step="Leave out filters one by one, the rarest first.",
        )
    raise UpstreamChanged(
        "legislation.gov.uk answers a list with a page that is none.",
        next_step="Try again later; if it stays so, open the list on the website.",
    )


def age_notice(provenance: Provenance) -> str:
    """Return what to say of a stored page that is past its lifetime; blank for one that is not."""
    if not provenance.stale:
        return ""
    return f"Shown from our store, because {STALE_BECAUSE[provenance.stale]}: newer entries may be missing."


def confirmed(provenance: Provenance) -> str:
    """Return when the service last confirmed the page (UTC)."""
    return provenance.confirmed_at.isoformat(timespec="seconds")
