"""What the CLML tests share: the invented documents, and small ones made in a line."""

from pathlib import Path

from lexgate_uklaw.clml.document import Document, read_document

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "uklaw"
BASE = "http://www.legislation.gov.uk/id/ukpga/2031/7"


def fixture(name: str) -> Document:
    """Return one of the invented documents."""
    return read_document((FIXTURES / f"{name}.xml").read_bytes())


def text_of(body: str, after: str = "") -> str:
    """Return the rendering of a document whose body is given."""
    return made(body, after).render().text


def made(body: str, after: str = "") -> Document:
    """Return a document of an Act with the given body, and what stands after it (commentaries, versions …)."""
    return read_document(
        f'<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation" IdURI="{BASE}">'
        f"<Primary><Body>{body}</Body></Primary>{after}</Legislation>".encode()
    )
