"""The decision when the next request may start: values in, values out. No clock, no file, no waiting.

Times are seconds of one clock that all processes read (the time of day). It may jump: a schedule remembers when
it was last written, so that a jump back moves every time in it along, and a jump forward lets one request start early.
"""

from dataclasses import dataclass, replace

from lexgate_uklaw.pacing.robots import NO_RULES, Rules

MOST_AT_ONCE = 4
FIRST_PAUSE_S, LONGEST_PAUSE_S = 60.0, 300.0
"""The pause after a refusal without Retry-After: the first, doubling to the longest."""
LONGEST_RETRY_AFTER_S = 3600.0
"""A longer Retry-After is taken as this: one broken header must not silence a machine for days."""
ROBOTS_EVERY_S = 24 * 3600.0
SLOT_SECONDS = 35.0
"""A slot is free again after this, whatever became of its process: an attempt of ours ends after 30 s."""
_LONGEST_AHEAD_S = 120.0
"""No reservation lies further ahead (a call's 45 s, plus the longest crawl delay); what does is from another clock."""


@dataclass(frozen=True)
class Slot:
    """One request that runs, by the name of its holder, and when its slot is free at the latest."""

    holder: str
    until: float


@dataclass(frozen=True)
class Schedule:
    """What processes share. `reserved` is the last start promised to anyone, `started` the last that happened."""

    written: float = 0.0
    started: float | None = None
    reserved: float | None = None
    closed_until: float = 0.0
    refusals: int = 0
    rules: Rules = NO_RULES
    robots_tried: float | None = None
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True)
class Reserved:
    """A start was promised for that time."""

    at: float


@dataclass(frozen=True)
class Shed:
    """No start in time: free again in `retry_after` seconds; `refused` when the service itself told us to stop."""

    retry_after: float
    refused: bool


@dataclass(frozen=True)
class Wait:
    """Not yet: ask again in that many seconds."""

    seconds: float


@dataclass(frozen=True)
class Started:
    """The request may start now; its slot is taken."""


def anew(now: float, *, unsure: bool = False) -> Schedule:
    """Return an empty schedule. When it replaces one that could not be read (`unsure`), one gap passes first."""
    return Schedule(written=now, started=now if unsure else None)


def seen_at(schedule: Schedule, now: float) -> Schedule:
    """Return the schedule as it stands at `now`: a jump back is followed, and impossible times are dropped."""
    if now < schedule.written:
        schedule = moved(schedule, now - schedule.written)
    horizon = now + _LONGEST_AHEAD_S
    return replace(
        schedule,
        written=now,
        started=None if schedule.started is None else min(schedule.started, now),
        reserved=None if schedule.reserved is None or schedule.reserved > horizon else schedule.reserved,
        closed_until=min(schedule.closed_until, now + LONGEST_RETRY_AFTER_S),
        slots=tuple(slot for slot in schedule.slots if now < slot.until <= now + SLOT_SECONDS),
    )


def merged(schedule: Schedule, other: Schedule, now: float) -> Schedule:
    """Return the stricter of two schedules, for a process that had to pace alone and comes back to the others."""
    schedule, other = seen_at(schedule, now), seen_at(other, now)
    return replace(
        schedule,
        started=_later(schedule.started, other.started),
        reserved=_later(schedule.reserved, other.reserved),
        closed_until=max(schedule.closed_until, other.closed_until),
        refusals=max(schedule.refusals, other.refusals),
        rules=_rules_of(schedule, other),
        robots_tried=_later(schedule.robots_tried, other.robots_tried),
        slots=tuple(dict.fromkeys((*schedule.slots, *other.slots))),
    )


def reserve(schedule: Schedule, now: float, deadline: float, gap: float) -> tuple[Schedule, Reserved | Shed]:
    """Promise the next free start, or shed when that lies at or after the deadline."""
    schedule = seen_at(schedule, now)
    gap = pace(schedule, gap)
    at = max(now, schedule.closed_until)
    for last in (schedule.started, schedule.reserved):
        at = max(at, last + gap if last is not None else at)
    if at >= deadline:
        return schedule, Shed(at - now, refused=schedule.closed_until >= deadline)
    return replace(schedule, reserved=at), Reserved(at)


def claim(schedule: Schedule, now: float, holder: str, gap: float) -> tuple[Schedule, Started | Wait | Shed]:
    """Start now, unless a start happened less than a gap ago, all slots are taken, or the gate has closed since.

    A reservation alone is no start: processes wake late, and clocks move between the two.
    """
    schedule = seen_at(schedule, now)
    gap = pace(schedule, gap)
    if now < schedule.closed_until:
        return schedule, Shed(schedule.closed_until - now, refused=True)
    if schedule.started is not None and now < schedule.started + gap:
        return schedule, Wait(schedule.started + gap - now)
    if len(schedule.slots) >= MOST_AT_ONCE:
        return schedule, Wait(gap)
    slots = (*schedule.slots, Slot(holder, now + SLOT_SECONDS))
    return replace(schedule, started=now, slots=slots), Started()


def withdraw(schedule: Schedule, now: float, at: float, gap: float) -> Schedule:
    """Give back a promised start that nobody will use, when nothing was promised after it."""
    schedule = seen_at(schedule, now)
    return replace(schedule, reserved=at - pace(schedule, gap)) if schedule.reserved == at else schedule


def release(schedule: Schedule, now: float, holder: str) -> Schedule:
    """Free the holder's slot."""
    schedule = seen_at(schedule, now)
    return replace(schedule, slots=tuple(slot for slot in schedule.slots if slot.holder != holder))


def refused(schedule: Schedule, now: float, retry_after: float | None) -> tuple[Schedule, float]:
    """Close the gate for everyone, and return for how many seconds.

    Refusals that arrive while it is closed belong to the same block and do not double the pause.
    """
    schedule = seen_at(schedule, now)
    count = schedule.refusals + (now >= schedule.closed_until)
    if retry_after is None:
        pause = min(FIRST_PAUSE_S * 2 ** (max(count, 1) - 1), LONGEST_PAUSE_S)
    else:
        pause = min(max(retry_after, 0.0), LONGEST_RETRY_AFTER_S)
    closed_until = max(schedule.closed_until, now + pause)
    return replace(schedule, closed_until=closed_until, refusals=min(count, 10)), closed_until - now


def served(schedule: Schedule, now: float) -> Schedule:
    """Note that the service answers again: the next refusal starts at the first pause."""
    return replace(seen_at(schedule, now), refusals=0)


def robots_wanted(schedule: Schedule, now: float) -> tuple[Schedule, bool]:
    """Say whether robots.txt should be read now, and if so note that someone does."""
    schedule = seen_at(schedule, now)
    tried = schedule.robots_tried
    if tried is not None and tried <= now < tried + ROBOTS_EVERY_S:
        return schedule, False
    return replace(schedule, robots_tried=now), True


def with_rules(schedule: Schedule, now: float, rules: Rules) -> Schedule:
    """Adopt what robots.txt sets for our own product."""
    return replace(seen_at(schedule, now), rules=rules)


def pace(schedule: Schedule, gap: float) -> float:
    """Return the gap in force: ours, or the longer one that the service asked for."""
    return max(gap, schedule.rules.crawl_delay)


def _later(one: float | None, other: float | None) -> float | None:
    return max((time for time in (one, other) if time is not None), default=None)


def _rules_of(one: Schedule, other: Schedule) -> Rules:
    """Return the rules that were read last; who has read none yet knows nothing against them."""
    if NO_RULES in (one.rules, other.rules):
        return one.rules if other.rules == NO_RULES else other.rules
    return other.rules if (other.robots_tried or 0.0) > (one.robots_tried or 0.0) else one.rules


def moved(schedule: Schedule, by: float) -> Schedule:
    """Return the schedule with all its times later by so many seconds: what it is on another clock."""
    return replace(
        schedule,
        written=schedule.written + by,
        started=None if schedule.started is None else schedule.started + by,
        reserved=None if schedule.reserved is None else schedule.reserved + by,
        closed_until=schedule.closed_until + by if schedule.closed_until else 0.0,
        robots_tried=None if schedule.robots_tried is None else schedule.robots_tried + by,
        slots=tuple(replace(slot, until=slot.until + by) for slot in schedule.slots),
    )
