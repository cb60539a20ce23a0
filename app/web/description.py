"""Puts right what FastAPI's OpenAPI document says otherwise than the application answers."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI

from app.web.players import COOKIE

PROBLEM = "application/problem+json"


def install(app: FastAPI) -> None:
    """Have the application's document corrected once, when it is first asked for."""
    plain = app.openapi

    def corrected() -> dict[str, Any]:
        if app.openapi_schema is not None:
            return app.openapi_schema
        return _correct(plain())

    app.openapi = corrected  # type: ignore[method-assign]


def _correct(document: dict[str, Any]) -> dict[str, Any]:
    """Errors with their own media type, no 422 of FastAPI's form, examples with the nulls that it leaves out, and the
    cookie that says who plays; a request without it is a new player's."""
    document["components"]["securitySchemes"] = {"player": {"type": "apiKey", "in": "cookie", "name": COOKIE}}
    schemas: dict[str, Any] = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    for operation in (each for path in document["paths"].values() for each in path.values()):
        operation["security"] = [{"player": []}, {}]
        answers = operation["responses"]
        for status, answer in list(answers.items()):
            content = answer.get("content", {}).pop("application/json", None)
            if content is None:
                continue
            if content["schema"].get("$ref", "").endswith("/HTTPValidationError"):
                del answers[status]
                continue
            if "example" in content:
                content["example"] = _with_nulls(content["example"], content["schema"], schemas)
            answer["content"] = {PROBLEM if status >= "400" else "application/json": content}
    return document


def _with_nulls(value: Any, schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """The example with null for each field that its schema requires and that isn't there, in the schema's order."""
    if "$ref" in schema:
        return _with_nulls(value, schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if isinstance(value, list):
        return [_with_nulls(each, schema["items"], schemas) for each in value]
    if not isinstance(value, dict):
        return value
    if "discriminator" in schema:
        named = schema["discriminator"]
        return _with_nulls(value, {"$ref": named["mapping"][value[named["propertyName"]]]}, schemas)
    if "anyOf" in schema:
        return _with_nulls(value, schema["anyOf"][0], schemas)
    return {
        name: _with_nulls(value.get(name), each, schemas)
        for name, each in schema["properties"].items()
        if name in value or name in schema["required"]
    }
