"""The tests of the HTTP server use the invented adapters of the gateway's tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "gateway"))
