"""Fails when a module or function outgrows the house style: 400 lines a module, 50 a function, 5 arguments."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("src", "adapters", "benchmarks", "scripts")
MODULE_LINES, FUNCTION_LINES, POSITIONAL_ARGUMENTS = 400, 50, 5
NAMES_WITHOUT_A_NOUN = {"utils", "helpers", "common", "manager", "misc"}


def complaints(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    if lines > MODULE_LINES:
        yield f"{path}: {lines} lines (cap {MODULE_LINES})"
    if path.stem in NAMES_WITHOUT_A_NOUN:
        yield f"{path}: the name says nothing of the field"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield f"{path}:{node.lineno} {node.name}: {length} lines (cap {FUNCTION_LINES})"
            named = [a for a in node.args.posonlyargs + node.args.args if a.arg not in ("self", "cls")]
            if len(named) > POSITIONAL_ARGUMENTS:
                yield f"{path}:{node.lineno} {node.name}: {len(named)} arguments (cap {POSITIONAL_ARGUMENTS})"


def main() -> int:
    found = [row for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")) for row in complaints(path)]
    print("\n".join(found) if found else "sizes: within the caps")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
