"""`/docs`: the API's description as a page to read, made on the server from the same document as `/openapi.json`."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, FastAPI
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from app.web.errors import KINDS, Kind
from app.web.templating import page

router = APIRouter(include_in_schema=False)

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a JSON object: its name, what it takes in words, whether it must be there, what it means."""

    name: str
    takes: Markup
    required: bool
    means: Markup


@dataclass(frozen=True, slots=True)
class Example:
    """A JSON text, indented, and what it shows."""

    title: str
    json: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of an operation. `schemas` are names in the page's list of objects."""

    status: str
    means: Markup
    media_type: str
    schemas: tuple[str, ...]
    headers: tuple[Field, ...]
    example: Example | None


@dataclass(frozen=True, slots=True)
class Operation:
    """A call: how it is made, what it takes, what it answers."""

    anchor: str
    method: str
    path: str
    title: str
    description: Markup
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    body_required: bool
    examples: tuple[Example, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """A JSON object that calls take or answer, or a text that is one of some: then it has `values` and no fields."""

    name: str
    description: Markup
    fields: tuple[Field, ...]
    values: Markup | None


@dataclass(frozen=True, slots=True)
class Reference:
    """All that the page shows."""

    title: str
    version: str
    summary: str
    description: Markup
    operations: tuple[Operation, ...]
    things: tuple[Thing, ...]
    problems: Mapping[str, Kind]


@router.get("/docs")
async def read(request: Request) -> Response:
    """The page."""
    return page(request, "reference/index.html", {"api": _reference_of(request.app)})


def _reference_of(app: FastAPI) -> Reference:
    """The reference of this application; made once, at the first call, for its routes don't change."""
    made: Reference | None = getattr(app.state, "reference", None)
    if made is None:
        made = app.state.reference = reference(app.openapi())
    return made


def reference(document: Schema) -> Reference:
    """What an OpenAPI 3.1 document says, in the order in which it says it."""
    info = document["info"]
    return Reference(
        title=info["title"],
        version=info["version"],
        summary=info.get("summary", ""),
        description=prose(info.get("description", "")),
        operations=tuple(
            _operation(document, method, path, operation)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
        ),
        things=tuple(
            Thing(
                name,
                prose(schema.get("description", "")),
                _fields(schema),
                values=takes(schema) if "enum" in schema else None,
            )
            for name, schema in document["components"]["schemas"].items()
        ),
        problems=KINDS,
    )


def _operation(document: Schema, method: str, path: str, operation: Schema) -> Operation:
    body = operation.get("requestBody", {})
    content = body.get("content", {}).get("application/json", {})
    names = _names(content.get("schema", {}))
    examples = [Example(each["summary"], _indented(each["value"])) for each in content.get("examples", {}).values()]
    return Operation(
        anchor=re.sub(r"\W+", "-", f"{method}{path}").strip("-"),
        method=method.upper(),
        path=path,
        title=operation["summary"],
        description=prose(operation.get("description", "")),
        parameters=tuple(
            Field(each["name"], takes(each["schema"]), each["required"], inline(each.get("description", "")))
            for each in operation.get("parameters", ())
        ),
        body=tuple(field for name in names for field in _fields(document["components"]["schemas"][name])),
        body_required=body.get("required", False),
        examples=tuple(examples),
        answers=tuple(_answer(operation["summary"], *each) for each in operation["responses"].items()),
    )


def _answer(call: str, status: str, answer: Schema) -> Answer:
    media_type, content = next(iter(answer["content"].items()))
    headers = answer.get("headers", {}).items()
    shown = content.get("example")
    return Answer(
        status=status,
        means=inline(answer["description"]),
        media_type=media_type,
        schemas=_names(content.get("schema", {})),
        headers=tuple(
            Field(name, takes(header["schema"]), required=False, means=inline(header["description"]))
            for name, header in headers
        ),
        example=None if shown is None else Example(f"{call}: {status}, for example", _indented(shown)),
    )


def _fields(schema: Schema) -> tuple[Field, ...]:
    required = schema.get("required", ())
    return tuple(
        Field(name, takes(each), name in required, inline(each.get("description", "")))
        for name, each in schema.get("properties", {}).items()
    )


def _names(schema: Schema) -> tuple[str, ...]:
    """The named schemas that this one is, or is one of."""
    if "$ref" in schema:
        return (schema["$ref"].rpartition("/")[2],)
    return tuple(name for part in schema.get("anyOf", ()) for name in _names(part))


def takes(schema: Schema) -> Markup:
    """What a schema takes, in words: `"won" or "slain"`, `whole number, 0 or more`, `list of text`."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#object-{0}">{0}</a>').format(name)
    for alternatives in ("anyOf", "oneOf"):
        if alternatives in schema:
            return Markup(" or ").join(takes(part) for part in schema[alternatives])
    if "const" in schema:
        return _code(schema["const"])
    if "enum" in schema:
        return Markup(" or ").join(_code(each) for each in schema["enum"])
    match schema.get("type"):
        case "array":
            return _bounded("list of ", schema, "minItems", "maxItems", "entries", takes(schema["items"]))
        case "string" if "format" in schema:
            return escape(schema["format"])
        case "string":
            return _bounded("text", schema, "minLength", "maxLength", "characters")
        case "integer":
            return _bounded("whole number", schema, "minimum", "maximum", "")
        case "boolean":
            return Markup("true or false")
        case "null":
            return Markup("null")
    return Markup("anything")


def _bounded(word: str, schema: Schema, least: str, most: str, unit: str, of: str = "") -> Markup:
    low, high = schema.get(least), schema.get(most)
    words = {
        (False, False): "",
        (True, False): f", {low} or more {unit}",
        (False, True): f", at most {high} {unit}",
        (True, True): f", {low} {unit}" if low == high else f", {low} to {high} {unit}",
    }[low is not None, high is not None]
    return escape(word) + of + words.rstrip()


def _code(value: object) -> Markup:
    return Markup("<code>{}</code>").format(json.dumps(value))


def _indented(value: object) -> str:
    """JSON as one would write it by hand: a line for each member, short lists and objects on one."""
    return _written(value, "")


def _written(value: object, margin: str) -> str:
    short = json.dumps(value, ensure_ascii=False)
    if len(margin) + len(short) <= 76 or not isinstance(value, dict | list) or not value:
        return short
    deeper = margin + "  "
    if isinstance(value, dict):
        parts = [f"{deeper}{json.dumps(name)}: {_written(each, deeper)}" for name, each in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{margin}}}"
    return "[\n" + ",\n".join(deeper + _written(each, deeper) for each in value) + f"\n{margin}]"


# The little of Markdown that the descriptions use ---------------------------------------------------------------------


def prose(text: str) -> Markup:
    """Paragraphs, `##` headings and `-` lists between blank lines, as HTML; everything else is escaped."""
    blocks = [block.strip() for block in re.split(r"\n(?=\n|- |## )|(?<=\n)(?=## )", text)]
    html: list[Markup] = []
    listed: list[Markup] = []
    for block in [*filter(None, blocks), ""]:
        if block.startswith("- "):
            listed.append(Markup("<li>{}</li>").format(inline(block[2:])))
            continue
        if listed:
            html.append(Markup("<ul>{}</ul>").format(Markup("").join(listed)))
            listed = []
        if block.startswith("## "):
            heading, _, rest = block[3:].partition("\n")
            html.append(Markup("<h2>{}</h2>").format(inline(heading)))
            block = rest.strip()
        if block:
            html.append(Markup("<p>{}</p>").format(inline(block)))
    return Markup("\n").join(html)


def inline(text: str) -> Markup:
    """`code` and **weight**, as HTML; everything else is escaped."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return Markup(re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", html))  # noqa: S704 - escaped above
