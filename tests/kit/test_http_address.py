import pytest

from lexgate_kit.address import base_address, is_loopback, proxy_name

USED = [
    ("http://localhost:3000", "http://localhost:3000"),  # the usual one stays
    ("  http://localhost:3000/ ", "http://localhost:3000"),  # spaces around and a trailing slash
    ("https://host/api/v1//", "https://host/api/v1"),  # a path prefix stays
    ("HTTPS://Law.Example/API", "https://law.example/API"),  # scheme and host in lower case, the path as it is
    ("http://[::1]:3000/", "http://[::1]:3000"),  # an IPv6 address keeps its brackets
    ("http://10.0.0.7", "http://10.0.0.7"),  # no port is made up
]
REFUSED = [
    ("http://${HOST}:3000", "did not fill the variable in"),  # a placeholder that was passed on literally
    ("localhost:3000", "http:// or https://"),  # reads as the scheme "localhost"
    ("ftp://host", "http:// or https://"),
    ("file:///etc/hosts", "http:// or https://"),
    ("", "http:// or https://"),
    ("http://", "no host"),
    ("http://a..b", "no host"),  # an empty label makes the resolver raise
    ("http://" + "a" * 64, "no host"),  # so does a label that is too long
    ("http://user:secret@host", "user name or password"),
    ("http://host?x=1", "query"),
    ("http://host/#part", "fragment"),
    ("http://host:port", "cannot be read"),
    ("http://host:99999", "cannot be read"),
    ("http://ho st", "white space"),
    ("http:\\\\host", "backslash"),
]


@pytest.mark.parametrize(("given", "used"), USED)
def test_a_base_address_is_made_uniform(given: str, used: str) -> None:
    assert base_address(given) == used
    assert base_address(used) == used


@pytest.mark.parametrize(("given", "why"), REFUSED)
def test_an_unusable_base_address_is_refused_with_the_reason(given: str, why: str) -> None:
    with pytest.raises(ValueError, match="it") as refusal:
        base_address(given)
    assert why in str(refusal.value)
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://localhost:3000", True),
        ("http://api.localhost", True),  # RFC 6761: every name under localhost
        ("http://127.0.0.1", True),
        ("http://127.9.9.9", True),  # the whole network
        ("http://[::1]:1", True),
        ("http://[::ffff:127.0.0.1]", True),  # IPv4 inside IPv6
        ("http://0.0.0.0:3000", True),  # copied from what a server prints
        ("http://localhost.example", False),
        ("http://10.0.0.1", False),
        ("https://law.example", False),
    ],
)
def test_loopback_addresses_are_told_apart(address: str, expected: bool) -> None:
    assert is_loopback(address) is expected


PROXIES = {"http": "http://p:1", "https": "http://p:2", "all": "http://p:3"}


@pytest.mark.parametrize(
    ("address", "proxies", "name"),
    [
        ("https://law.example", PROXIES, "https"),  # by scheme
        ("http://law.example", {"all": "http://p:3"}, "all"),  # all, when the scheme has none
        ("https://law.example", {"https": "  ", "all": "http://p:3"}, "all"),  # blank is unset
        ("https://law.example", {}, None),
        ("http://127.0.0.1:3000", PROXIES | {"no": "localhost"}, None),  # loopback, whatever NO_PROXY says
        ("http://localhost:3000", PROXIES, None),
        ("https://law.example", PROXIES | {"no": "law.example"}, None),
        ("https://www.law.example", PROXIES | {"no": "x, .law.example"}, None),  # a subdomain
        ("https://www.law.example", PROXIES | {"no": "*.LAW.example"}, None),  # with a star, in any case
        ("https://outlaw.example", PROXIES | {"no": "law.example"}, "https"),  # only at a dot
        ("https://law.example", PROXIES | {"no": "*"}, None),
        ("http://10.1.2.3", PROXIES | {"no": "10.0.0.0/8"}, None),  # a network
        ("http://[fd00::7]", PROXIES | {"no": "fd00::/8"}, None),  # an IPv6 network: httpx itself fails on it
        ("https://law.example", PROXIES | {"no": "fd00::/8,10.0.0.0/8"}, "https"),  # networks harm no name
        ("https://law.example:8443", PROXIES | {"no": "law.example:8443"}, None),  # with the port
        ("https://law.example", PROXIES | {"no": "law.example:8443"}, "https"),  # another port
        ("https://law.example", PROXIES | {"no": "[,a:b,://,"}, "https"),  # nonsense matches nothing
    ],
)
def test_the_proxy_for_an_address_is_found(address: str, proxies: dict[str, str], name: str | None) -> None:
    assert proxy_name(address, proxies) == name
