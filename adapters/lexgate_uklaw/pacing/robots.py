"""Reads what robots.txt asks of our own product. The rules for crawlers (`*`) are met by never crawling.

The formats that it closes to everyone (data.pdf, data.docx) are never requested: no address of them can be built.
"""

PRODUCT = "lexgate"
_LONGEST = 200_000


def crawl_delay(robots: bytes, product: str = PRODUCT) -> float:
    """Return the Crawl-delay in seconds of the groups that name our product; 0 when none does."""
    delays = [0.0]
    ours = False
    in_rules = True
    for line in robots[:_LONGEST].decode("utf-8", "replace").splitlines():
        field, _, value = line.partition("#")[0].partition(":")
        name, value = field.strip().lower(), value.strip()
        if name == "user-agent":
            ours = (ours and not in_rules) or value.lower().split("/")[0] == product
            in_rules = False
        elif name and name != "sitemap":
            in_rules = True
            if ours and name == "crawl-delay":
                delays.append(_seconds(value))
    return max(delays)


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        return 0.0
    return seconds if 0.0 < seconds < 1e6 else 0.0
