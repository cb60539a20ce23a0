"""The OpenAPI document and the page made of it: true, whole, and readable."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from starlette.testclient import TestClient

import app.web.api_models as told
from app.engine import Refusal, deeds
from app.web.errors import KINDS
from app.web.reference import inline, prose

CALLS = {
    ("post", "/api/v1/games"): {"201", "403", "413", "422", "429", "503"},
    ("get", "/api/v1/games/{id}"): {"200", "404", "503"},
    ("post", "/api/v1/games/{id}/moves"): {"200", "403", "404", "409", "413", "422", "429", "503"},
    ("post", "/api/v1/games/{id}/undo"): {"200", "403", "404", "409", "413", "422", "429", "503"},
}


@pytest.fixture
def document(client: TestClient) -> dict[str, Any]:
    answer = client.get("/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def model_of(schema: dict[str, Any]) -> type[BaseModel]:
    """The model that a schema is made from; of several the first."""
    reference = schema.get("$ref") or schema["anyOf"][0]["$ref"]
    model: type[BaseModel] = getattr(told, reference.rpartition("/")[2])
    return model


def operations(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(method, path): each for path, calls in document["paths"].items() for method, each in calls.items()}


def test_every_call_and_every_answer_is_described(document: dict[str, Any]):
    assert {call: set(each["responses"]) for call, each in operations(document).items()} == CALLS


def test_every_answer_has_an_example_that_is_one(document: dict[str, Any]):
    for call, operation in operations(document).items():
        for status, answer in operation["responses"].items():
            ((media_type, content),) = answer["content"].items()
            assert media_type == ("application/problem+json" if status >= "400" else "application/json")
            read = model_of(content["schema"]).model_validate(content["example"])
            assert read.model_dump(mode="json") == content["example"], call
            if status >= "400":
                kind = content["example"]["type"].removeprefix("/docs#problem-")
                assert (KINDS[kind].status, KINDS[kind].title) == (int(status), content["example"]["title"])


def test_every_body_has_examples_that_are_taken(client: TestClient, document: dict[str, Any]):
    for (method, path), operation in operations(document).items():
        if method == "post":
            content = operation["requestBody"]["content"]["application/json"]
            assert content["examples"]
            for example in content["examples"].values():
                model_of(content["schema"]).model_validate(example["value"])
                if path == "/api/v1/games":
                    assert client.post(path, json=example["value"]).status_code == 201


def test_a_real_answer_has_the_fields_of_its_example(client: TestClient, document: dict[str, Any]):
    game = client.post("/api/v1/games").json()
    described = operations(document)["post", "/api/v1/games"]["responses"]["201"]["content"]["application/json"]
    assert game.keys() == described["example"].keys()


def test_every_deed_of_the_engine_is_told_with_all_its_fields():
    for deed in deeds.Deed.__args__:
        model = getattr(told, deed.__name__)
        fields = set(deed.__dataclass_fields__)
        assert set(model.model_fields) == fields | {"deed"}, deed
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", deed.__name__).lower()
        assert model.model_fields["deed"].default == name


def test_the_cookie_is_described_and_may_be_left_out(document: dict[str, Any]):
    cookie = {"type": "apiKey", "in": "cookie", "name": "scoundrel_player"}
    assert document["components"]["securitySchemes"] == {"player": cookie}
    assert all(each["security"] == [{"player": []}, {}] for each in operations(document).values())


def test_bodies_refuse_what_they_do_not_know(document: dict[str, Any]):
    for name in ("NewGame", "Move", "Undo"):
        assert document["components"]["schemas"][name]["additionalProperties"] is False


@pytest.mark.parametrize(("pattern", "texts"), [(told.CARD_PATTERN, told.BY_TEXT), (told.MOVE_PATTERN, told.MOVES)])
def test_the_patterns_fit_just_the_texts_there_are(pattern: str, texts: Any):
    rank = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "J", "Q", "K", "A"]
    every = {f"{each}{suit}{how}" for each in rank for suit in "CSDHX" for how in ("", "w", "b", "x")}
    every |= {"avoid", "Avoid", ""}
    assert {text for text in every if re.match(pattern, text)} == set(texts)


def test_the_document_names_no_form_of_errors_but_ours(client: TestClient):
    text = client.get("/openapi.json").text
    assert "HTTPValidationError" not in text


# The page ------------------------------------------------------------------------------------------------------------


class Outline(HTMLParser):
    """A page's tags: whether they close in order, its anchors, links and headings."""

    VOID = frozenset({"meta", "link", "use", "br", "input", "path"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [values["id"]] if values.get("id") else []
        self.links += [values["href"]] if tag == "a" and values.get("href") else []
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def shown(client: TestClient) -> str:
    answer = client.get("/docs")
    assert answer.status_code == 200
    return answer.text


def test_the_page_is_well_made(shown: str):
    outline = Outline(shown)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert {link[1:] for link in outline.links if link.startswith("#")} <= set(outline.ids)
    assert outline.headings[0] == 1
    assert outline.headings.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(outline.headings, outline.headings[1:], strict=False))


def test_the_page_tells_every_call_field_and_problem(shown: str, document: dict[str, Any]):
    for method, path in CALLS:
        assert f"<code>{method.upper()} {path}</code>" in shown
    for name, schema in document["components"]["schemas"].items():
        for field in schema.get("properties", {}):
            assert f"<code>{field}</code>" in shown, (name, field)
    for kind in KINDS:
        assert f'id="problem-{kind}"' in shown
    assert "<code>&#34;beyond-limit&#34;</code>" in shown


def test_the_page_has_no_script(shown: str):
    assert "<script" not in shown


def test_prose_escapes_what_it_does_not_know():
    assert prose("<b>&\n\n## `x` <i>\n- one\n- **two**\n\nend") == (
        "<p>&lt;b&gt;&amp;</p>\n<h2><code>x</code> &lt;i&gt;</h2>\n"
        "<ul><li>one</li><li><strong>two</strong></li></ul>\n<p>end</p>"
    )
    assert inline('<a href="x">') == "&lt;a href=&#34;x&#34;&gt;"


# The page of the repository ------------------------------------------------------------------------------------------


def test_the_written_page_tells_every_field_deed_kind_and_refusal():
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
    said = set(re.findall(r"`([\w-]+)`", text))
    assert set(told.NewGame.model_fields) <= said
    for deed in deeds.Deed.__args__:
        model = getattr(told, deed.__name__)
        assert {model.model_fields["deed"].default, *model.model_fields} <= said
    assert set(KINDS) <= said
    assert {str(each) for each in Refusal} - {"not-a-weapon", "not-a-potion", "not-a-monster"} <= said
