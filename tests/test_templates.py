"""The templates and scripts as they are written: what a strict policy and htmx 4 would let fail in silence."""

import re
from pathlib import Path

import pytest

from app.web.pieces import places
from app.web.views import TableView, table_view

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static/js").glob("*.js"))
PIECES = ROOT / "app/web/pieces.py"
DRAWING = ROOT / "app/web/drawing.py"

KNOWN = {
    "hx-post",
    "hx-swap-oob",
    "hx-target:inherited",
    "hx-swap:inherited",
    "hx-sync:inherited",
    "hx-indicator:inherited",
}
"""The spellings of htmx 4.0.1 that we use. It has no other way to say that one is wrong but to do nothing."""
CONFIG = {"history", "defaultTimeout", "includeIndicatorCSS", "noSwap"}


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_there_is_something_to_look_at():
    assert len(TEMPLATES) >= 8
    assert len(SCRIPTS) >= 4


@pytest.mark.parametrize("path", [*TEMPLATES, PIECES, *SCRIPTS], ids=name_of)
def test_what_htmx_is_told_stands_in_one_file(path: Path):
    if path.name != "_hx.html":
        assert re.findall(r"\bhx-[a-z:-]+\s*=", read(path)) == []


def test_what_htmx_is_told_it_understands():
    text = read(ROOT / "templates/_hx.html")
    assert set(re.findall(r"\b(hx-[a-z:-]+)=", text)) == KNOWN
    [config] = re.findall(r"name=\"htmx-config\" content='({.*?})'", text)
    assert set(re.findall(r'"([a-zA-Z]+)":', config)) == CONFIG
    vendored = read(ROOT / "static/vendor/htmx-4.0.1.min.js")
    for word in CONFIG | {"innerMorph", "drop"}:
        assert word in vendored, word


@pytest.mark.parametrize("path", [*TEMPLATES, PIECES], ids=name_of)
def test_nothing_is_inline_that_the_policy_forbids(path: Path):
    text = read(path)
    assert re.findall(r"\sstyle=", text) == []
    assert re.findall(r"<style\b", text) == []
    assert re.findall(r"\son[a-z]+=", text) == []
    assert [tag for tag in re.findall(r"<script\b[^>]*>", text) if " src=" not in tag] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_a_script_names_no_id_that_no_page_has(path: Path):
    markup = "".join(map(read, [*TEMPLATES, PIECES]))
    there = set(re.findall(r'\bid="([a-z-]+)"', markup)) | {
        f"{prefix}{no}" for prefix in re.findall(r'\bid="([a-z-]+-)\{', markup) for no in range(1, 5)
    }
    named = set(re.findall(r'getElementById\("([a-z0-9-]+)"\)', read(path)))
    named |= set(re.findall(r'"#([a-z][a-z0-9-]*)"', read(path)))
    assert named <= there


def test_the_table_shows_each_value_that_it_is_given_and_no_other():
    text = "".join(map(read, [*(path for path in TEMPLATES if "table" in path.parts), DRAWING]))
    shown = set(re.findall(r"\btable\.(?!css)([a-z_]+)", text))
    assert shown <= set(dir(TableView))
    assert set(TableView._fields) - shown == set()


def test_the_frame_has_each_gap_that_is_filled_and_no_other():
    left = set(re.findall(r"gap\.([a-z_]+)", read(ROOT / "templates/table/_table.html")))
    filled = set(re.findall(r'^        "([a-z_]+)": ', read(DRAWING), re.MULTILINE))
    assert left == filled


def test_the_table_and_its_slots_are_made_of_views_alone():
    """Nothing that knows the undealt cards reaches a template."""
    assert "Dungeon" not in str(table_view.__annotations__["return"])
    assert not {"Dungeon", "Game", "Run"} & set(str(places.__annotations__).split())
