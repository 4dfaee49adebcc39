"""Documents by address, for clients that have resources. It reads through the tools, so their answers are the same."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

import anyio

from lexgate import outcome
from lexgate.configuration import ConfigProblem
from lexgate.gateway import Gateway
from lexgate.mounting import Mount
from lexgate.outcome import Outcome
from lexgate_kit.adapter import Call, OffersResources, ResourceSpec
from lexgate_kit.errors import ToolFailure, UnusableInput

MOST_SUGGESTIONS = 100
"""The protocol allows no more in one answer."""
SUGGESTION_SECONDS = 2.0
"""A person is typing: later than this, suggestions are of no use."""
LONGEST_ADDRESS = 4_000


@dataclass(frozen=True)
class _Offer:
    spec: ResourceSpec
    mount: Mount


class Resources:
    """The documents that the mounted adapters offer.

    Raises:
        ConfigProblem: two adapters offer one scheme.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._offers: dict[str, _Offer] = {}
        for offer in _offers(gateway.mounts):
            if offer.spec.scheme in self._offers:
                what = f'two adapters offer documents "{offer.spec.scheme}://".'
                raise ConfigProblem("installation", "", what, "Disable one of them.")
            self._offers[offer.spec.scheme] = offer

    @property
    def specs(self) -> Sequence[ResourceSpec]:
        """What is offered, in the order of the adapters."""
        return [offer.spec for offer in self._offers.values()]

    async def read(self, address: str, caller: str = "local") -> Outcome:
        """Return what the tool says about the document; never raises for what it does wrong."""
        scheme, separator, rest = address[:LONGEST_ADDRESS].partition("://")
        offer = self._offers.get(scheme.lower())
        if not separator or offer is None or len(address) > LONGEST_ADDRESS:
            return outcome.failure(_unknown(self._offers), "none")
        name = f"{offer.mount.namespace}_{offer.spec.tool}"
        return await self._gateway.call(name, offer.spec.arguments(unquote(rest)), caller=caller)

    async def suggest(self, template: str, typed: str) -> Sequence[str]:
        """Return values for a template; none where nothing is known in time, or the template is not ours."""
        offer = next((each for each in self._offers.values() if each.spec.template == template), None)
        if offer is None or len(typed) > LONGEST_ADDRESS:
            return ()
        with anyio.move_on_after(SUGGESTION_SECONDS):
            try:
                if offer.spec.alive:
                    await self._gateway.ready(offer.mount)
                call = Call("suggestion", anyio.current_time() + SUGGESTION_SECONDS)
                return list(await offer.spec.suggest(typed, call))
            except ToolFailure:
                return ()  # the read, or the tool, meets it again and tells it
        return ()


def _offers(mounts: Sequence[Mount]) -> Iterator[_Offer]:
    for mount in mounts:
        if isinstance(mount.adapter, OffersResources):
            for spec in mount.adapter.resources():
                yield _Offer(spec, mount)


def _unknown(offers: Mapping[str, _Offer]) -> UnusableInput:
    known = ", ".join(offer.spec.template for offer in offers.values())
    return UnusableInput(
        "This is no address of a document here.",
        reason="unknown_resource",
        next_step=f"Use {known}." if known else "Use the tools: no adapter that is on offers documents.",
    )
