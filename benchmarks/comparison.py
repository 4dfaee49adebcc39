"""Times of a redline and of the offline half of a check. Run: python benchmarks/comparison.py

Each figure is processor time of the best of three runs: matching, words, list of changes and Markdown together.
"""

import random
import time
from collections.abc import Callable

from lexgate_uklaw.checking.claims import read_claims
from lexgate_uklaw.checking.quotations import difference, is_quoted_from
from lexgate_uklaw.clml.tree import Provision
from lexgate_uklaw.comparison.changes import list_changes
from lexgate_uklaw.comparison.lines import sheet
from lexgate_uklaw.comparison.redline import compare
from lexgate_uklaw.comparison.writing import as_markdown

CHANCE = random.Random(7)
ROOT = "section/1"


def provision(*content: "str | Provision", path: str = ROOT, number: str = "1") -> Provision:
    return Provision(path, path, number, None, None, None, None, None, content, ())


def numbered(count: int, words: Callable[[int], str]) -> Provision:
    inner = (provision(words(n), path=f"{ROOT}/{n}", number=f"({n})") for n in range(count))
    return provision(*inner)


def redline(old: Provision, new: Provision) -> None:
    compared = compare(sheet(old), sheet(new))
    list_changes(compared)
    as_markdown(compared, 40_000)


def measured(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) * 1000


def text(count: int, words: int) -> str:
    return " ".join(f"w{CHANCE.randrange(words)}" for _ in range(count))


def cases() -> dict[str, tuple[Provision, Provision]]:
    law = [text(30, 400) for _ in range(350)]
    amended = [line if n % 9 else text(30, 400) for n, line in enumerate(law)]
    return {
        "350 subsections, every ninth replaced": (
            numbered(350, lambda n: law[n]),
            numbered(350, lambda n: amended[n]),
        ),
        "one insertion, 349 renumbered": (
            numbered(349, lambda n: law[n]),
            numbered(350, lambda n: law[n - 1] if n else "A new one that nobody knows yet."),
        ),
        "one paragraph, 400 different words": (provision(text(9000, 400)), provision(text(9000, 400))),
        "one paragraph, all words equal": (provision("a " * 20_000), provision("a " * 19_000)),
        "one paragraph, all words different": (
            provision(" ".join(f"x{n}" for n in range(6500))),
            provision(" ".join(f"y{n}" for n in range(6500))),
        ),
        "one paragraph, two words in every order": (
            provision(" ".join(CHANCE.choice("ab") for _ in range(20_000))),
            provision(" ".join(CHANCE.choice("ab") for _ in range(20_000))),
        ),
        "1,400 alike subsections": (
            numbered(1400, lambda n: "one two three four five"),
            numbered(1400, lambda n: "one two three five four"),
        ),
    }


def main() -> None:
    for name, (old, new) in cases().items():
        size = f"{len(old.text):,} against {len(new.text):,} characters"
        print(f"{measured(lambda old=old, new=new: redline(old, new)):7.0f} ms  {name} ({size})")
    draft = "Section 45(2)(f) of the Data Protection Act 2018 says “the right to lodge a complaint” (s. 1). " * 210
    print(f"{measured(lambda: read_claims(draft[:20_000])):7.0f} ms  20,000 characters of a draft read for claims")
    law = text(8000, 500)
    print(f"{measured(lambda: is_quoted_from('w1 … w2 [x] w3', law)):7.0f} ms  a quotation against 8,000 words")
    print(f"{measured(lambda: difference(text(60, 500), law)):7.0f} ms  what differs, 60 words against 8,000")


if __name__ == "__main__":
    main()
