"""The list of faults is whole, and every test that it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROWS = re.findall(r"^\| (\d+) \| (.+) \| (.+) \|$", (ROOT / "docs/faults.md").read_text("utf-8"), re.MULTILINE)
NAMED = sorted({named for _, _, held_by in ROWS for named in re.findall(r"`([^`]*)`", held_by)})


def test_each_number_is_there_once():
    assert [int(number) for number, _, _ in ROWS] == list(range(1, 42))


@pytest.mark.parametrize("named", NAMED)
def test_a_named_test_is_there(named: str):
    path, _, name = named.partition("::")
    assert re.fullmatch(r"test_\w+", name)
    assert (ROOT / path).is_file()
    assert re.search(rf"^(?:async )?def {name}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE)
