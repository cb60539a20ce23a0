"""The rules page as a client gets it: its topics, whose rules it shows, and how heavy it is."""

import gzip
import re
from dataclasses import replace
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.engine import PRESETS, AvoidedOrder, Bonus, Defeat, Rules, notation
from app.web.figures import figures
from app.web.questions import questions
from app.web.rules import body
from app.words import number, rules_in_words

from .conftest import begin, sql
from .test_figures import EVERY, bouts, every, reckonings, strips

ANCHORS = [
    "deck",
    "cards",
    "rooms",
    "avoiding",
    "fighting",
    "degradation",
    "potions",
    "turn",
    "scoring",
    "undo",
    "questions",
    "glossary",
    "keys",
    "house-rules",
    "origin",
]


def settled(client: TestClient, rules: Rules) -> None:
    """Set these rules as this player's."""
    form = {name: getattr(rules, name) for name in ("health", "equal_counts", "defeat", "bonus", "avoided", "undo")}
    sent = {name: str(value).lower() for name, value in form.items()}
    assert client.post("/settings/rules", data=sent, follow_redirects=False).status_code == 303


def text_of(html: str) -> str:
    """The words of a page, one space between."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_each_topic_has_its_place_and_the_contents_lead_there(client: TestClient):
    html = client.get("/rules").text
    assert re.findall(r'<section id="([a-z-]+)"', html) == ANCHORS
    contents = re.search(r'<nav class="contents".*?</nav>', html, re.DOTALL)
    assert contents is not None
    assert re.findall(r'href="#([a-z-]+)"', contents[0]) == ANCHORS


def test_no_id_is_there_twice_and_each_link_inside_the_page_leads_somewhere(client: TestClient):
    html = client.get("/rules").text
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
    assert set(re.findall(r'aria-labelledby="([^"]+)"', html)) <= set(ids)


@every
def test_the_page_shows_each_sentence_and_number_of_its_figures(rules: Rules):
    shown = figures(rules)
    text = text_of(body(rules))
    for frames in strips(shown).values():
        for frame in frames:
            assert frame.said in text
            assert frame.sum in text
    for one in bouts(shown):
        assert one.sum in text
    for one in reckonings(shown):
        assert f"Score {one.score}" in text
    for question in questions(rules, shown):
        assert f"{question.asked} {question.answer}" in text
    assert ("By your rules: equal counts" in text) == rules.equal_counts
    assert ("By your rules: shuffled when avoided" in text) == (rules.avoided is AvoidedOrder.SHUFFLED)
    assert ("By your rules: a defeat counts down from zero" in text) == (rules.defeat.value == "zero")
    assert ("By your rules: a last potion adds its value only if" in text) == (rules.bonus.value == "before")
    assert ("By your rules: no undo" in text) != rules.undo


@every
def test_each_score_is_shown_as_its_sum(rules: Rules):
    text = text_of(body(rules))
    for one in reckonings(figures(rules)):
        if one.won:
            potion = f" The last potion +{one.bonus}" if one.bonus else ""
            assert f"Health left {one.health}{potion} Score {one.score}" in text
        else:
            base = "Counted from 0" if rules.defeat is Defeat.ZERO else f"True health {number(one.health)}"
            assert f"{base} {len(one.below)} monsters still ahead −{one.total} Score {one.score}" in text
    scores = figures(rules).scores
    other = "From the true health, −12, it would be" if rules.defeat is Defeat.ZERO else "zero-base defeat it would be"
    assert f"{other} {scores.other_defeat}." in text
    otherwise = "the same end scores" if rules.bonus is Bonus.BEFORE else "it would have to be full before:"
    assert f"{otherwise} {scores.other_bonus}." in text


@every
def test_each_health_is_shown_before_and_after(rules: Rules):
    shown = figures(rules)
    text = text_of(body(rules))
    frames = [frame for strip in strips(shown).values() for frame in strip]
    alone = [one for one in bouts(shown) if not any(one in order.bouts for order in shown.fights.orders)]
    for one in [*frames, *alone, *reckonings(shown)]:
        change = f"{one.before} → to " if one.before != one.health else ""
        assert f"Health {change}{number(one.health)} / of {one.cap}" in text
    for order in shown.fights.orders:
        assert f"{order.damage} damage in all Health {rules.health} → to {order.health} / of {rules.health}" in text


def test_the_table_of_presets_is_what_they_are():
    table = re.search(r'<table class="presets-table">.*?</table>', body(Rules()), re.DOTALL)
    assert table is not None
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)]
    assert len(rows) == 1 + len(PRESETS)
    for row, (name, rules) in zip(rows[1:], PRESETS.items(), strict=True):
        assert row[0].split()[0].lower() == name
        assert row[1:4] == [
            "may be faced" if rules.equal_counts else "is refused",
            "zero" if rules.defeat is Defeat.ZERO else "the true health",
            "before it" if rules.bonus is Bonus.BEFORE else "after it",
        ]


@every
def test_each_house_rule_in_force_is_marked_as_the_players_own(rules: Rules):
    text = text_of(body(rules))
    own = {
        "Equal counts": rules.equal_counts,
        "Zero-base defeat": rules.defeat.value == "zero",
        "Bonus only from full health": rules.bonus.value == "before",
        "Shuffled when avoided": rules.avoided is AvoidedOrder.SHUFFLED,
        "30 or 40 health": rules.health != 20,
        "No undo": not rules.undo,
    }
    assert {name: f"{name} ✓ yours" in text for name in own} == own
    assert [name for name in PRESETS if f"{name.capitalize()} ✓ yours" in text] == [rules.reading]


def test_a_newcomer_reads_the_manuals_rules_and_that_others_differ(client: TestClient):
    text = text_of(client.get("/rules").text)
    assert "Shown as the manual has them: Classic, 20 health . House rules may differ" in text
    assert "your own rules" not in text


@pytest.mark.parametrize("rules", EVERY[1::11], ids=notation.print_rules)
def test_a_player_reads_their_own_rules(client: TestClient, rules: Rules):
    settled(client, rules)
    html = client.get("/rules").text
    assert f"Shown by your own rules: {rules_in_words(rules)} ." in text_of(html)
    assert str(body(rules)) in html


def test_a_game_by_other_rules_is_named_and_one_by_the_same_is_not(client: TestClient):
    assert "is played by other rules" not in client.get("/rules").text
    begin(client)
    assert "is played by other rules" not in client.get("/rules").text
    settled(client, PRESETS["academy"])
    assert "is played by other rules: Classic, 20 health . It keeps them" in text_of(client.get("/rules").text)
    settled(client, Rules())
    assert "is played by other rules" not in client.get("/rules").text


def test_a_game_that_cannot_be_read_does_not_keep_the_rules_away(alone: TestClient, tmp_path):
    begin(alone)
    sql(tmp_path, "UPDATE games SET moves = 'nonsense'")
    assert alone.get("/rules").status_code == 200


def test_the_page_is_a_page_and_no_part_of_the_api(client: TestClient):
    answer = client.get("/rules")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "/rules" not in client.get("/openapi.json").json()["paths"]


def test_the_page_is_light_by_all_rules():
    heaviest = max(len(gzip.compress(body(rules).encode(), 3)) for rules in EVERY)
    assert heaviest <= 40_000 - 2_000


def test_a_body_is_made_once():
    rules = replace(Rules(), health=40)
    assert body(rules) is body(rules)


def test_at_least_nine_questions_are_answered_and_all_can_be_unfolded(client: TestClient):
    html = client.get("/rules").text
    assert len(re.findall(r"<details>\s*<summary>[^<]+\?</summary>\s*<p>[^<]+</p>\s*</details>", html)) >= 9
    assert html.count("<details") == html.count("</details>") == html.count("<summary>")


def test_the_keys_are_those_of_the_table(client: TestClient):
    [on_page] = re.findall(r'<dl class="keys">.*?</dl>', client.get("/rules").text, re.DOTALL)
    assert on_page in client.get("/").text


def test_each_step_figure_begins_at_its_first_frame_and_counts_them(client: TestClient):
    html = client.get("/rules").text
    found = re.findall(r'<figure class="steps".*?</figure>', html, re.DOTALL)
    assert len(found) == len(strips(figures(Rules())))
    for figure in found:
        frames = re.findall(r'<li class="frame( now)?">', figure)
        assert frames == [" now"] + [""] * (len(frames) - 1)
        assert f'<span class="step-no">1</span> of {len(frames)}' in figure
        assert figure.count('class="says') == len(frames)


def test_who_made_the_game_is_named(client: TestClient):
    text = text_of(client.get("/rules").text)
    assert "designed by Zach Gage and Kurt Bieg in 2011" in text
