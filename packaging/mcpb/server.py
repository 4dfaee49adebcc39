"""What Claude Desktop starts from the bundle: `lexgate serve`, with the settings that the person filled in."""

import os

from lexgate.cli import main

# A setting that was left open arrives as it stands in the manifest, and lexgate refuses to start with such a value.
for name, value in list(os.environ.items()):
    if value.startswith("${user_config."):
        del os.environ[name]

main(["serve"])
