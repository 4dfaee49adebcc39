"""How sure a mean over judged queries is: percentile intervals by bootstrap, the same at every run."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

RESAMPLES = 2_000
SHARE = 0.95
FEWEST = 5
"""Of fewer queries no interval is given: resampling three numbers says nothing of the fourth."""
_SEED = 20_293


@dataclass(frozen=True)
class Interval:
    """A mean, and between which bounds 95% of the means of resampled queries lie; no bounds for too few queries."""

    mean: float
    low: float | None = None
    high: float | None = None

    @property
    def is_clear(self) -> bool:
        """Tell whether there are bounds and zero is outside of them: for a difference, that it is hardly chance."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def interval(values: Sequence[float], resamples: int = RESAMPLES) -> Interval:
    """Return the mean of at least one value with its interval.

    For the difference of two modes give the differences query by query: that keeps hard and easy queries paired.
    """
    mean = fmean(values)
    if len(values) < FEWEST:
        return Interval(mean)
    draw = Random(_SEED)  # noqa: S311 - not a secret: the same figures must come out again
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(resamples))
    outside = round(resamples * (1 - SHARE) / 2)
    return Interval(mean, means[outside], means[resamples - 1 - outside])
