"""Who may import whom, and the house's other habits that a program can check."""

import ast
import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
APP = ROOT / "app"
FILES = sorted(APP.rglob("*.py"))


def name_of(file: Path) -> str:
    """`app.engine.cards` for app/engine/cards.py, `app.engine` for its __init__.py."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file): ast.parse(file.read_text(), str(file)) for file in FILES}


def for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def nodes(tree: ast.AST, *, types_too: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(tree):
        if types_too or not for_types_only(child):
            yield child
            yield from nodes(child, types_too=types_too)


def imports(module: str, *, types_too: bool = True) -> Iterator[str]:
    """Every module that this one imports, wherever in its text: `app.engine.cards`, `collections.abc`."""
    for node in nodes(MODULES[module], types_too=types_too):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            assert node.module
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module


def room(module: str) -> str:
    """The part of the house a module of ours lies in: `engine`, `web`, `config`, `__main__`."""
    return [*module.split("."), ""][1]


# Each room, and the rooms whose doors are open to it.
DOORS: dict[str, set[str]] = {
    "": set(),
    "engine": set(),
    "store": {"engine"},
    "words": {"engine"},
    "tutorial": {"engine"},
    "config": set(),
    "logs": {"config"},
    "web": {"engine", "store", "words", "tutorial", "config"},
    "__main__": {"web", "store", "config", "logs"},
}

# What is not ours and not in the standard library, or is not everybody's business: the rooms that may know it.
ACQUAINTANCES: dict[str, set[str]] = {
    "asyncpg": {"store"},
    "fastapi": {"web"},
    "jinja2": {"web"},
    "markupsafe": {"web"},
    "pydantic": {"web", "config", "__main__"},
    "pydantic_settings": {"config"},
    "sqlite3": {"store"},
    "starlette": {"web"},
    "uvicorn": {"__main__"},
}

# The engine is pure: from the standard library only what neither waits, nor looks outside, nor rolls dice.
PURE = {
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "re",
    "types",
    "typing",
    "urllib.parse",
}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_through_open_doors(module: str):
    for imported in imports(module):
        if imported.split(".")[0] == "app":
            assert room(imported) in DOORS[room(module)] | {room(module)}, f"{module} imports {imported}"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_knows_only_the_libraries_of_its_room(module: str):
    for imported in imports(module):
        library = imported.split(".")[0]
        if library in ACQUAINTANCES:
            assert room(module) in ACQUAINTANCES[library], f"{module} imports {imported}"
        else:
            assert library == "app" or library in sys.stdlib_module_names, f"{module} imports the unknown {imported}"


@pytest.mark.parametrize("module", [module for module in MODULES if room(module) == "engine"])
def test_the_engine_is_pure(module: str):
    for imported in imports(module):
        if imported.split(".")[0] != "app":
            assert imported in PURE or imported.split(".")[0] in PURE, f"{module} imports {imported}"
    called = {
        node.func.id
        for node in ast.walk(MODULES[module])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "eval", "exec", "__import__"}


def test_no_module_imports_itself_by_a_detour():
    graph = {module: set(imports(module, types_too=False)) & MODULES.keys() for module in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


@pytest.mark.parametrize("module", MODULES)
def test_every_module_says_what_it_is(module: str):
    assert ast.get_docstring(MODULES[module])


FORBIDDEN = {"manager", "service", "helper", "util", "handler", "data", "process"}


def words(name: str) -> set[str]:
    """The words of a name in either style, without a plural's s: GameManagers and game_managers have `manager`."""
    found = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return {word.lower().removesuffix("s") for word in found} | {word.lower() for word in found}


@pytest.mark.parametrize("module", MODULES)
def test_names_say_what_a_thing_is(module: str):
    named = [part for part in module.split(".") if part != "app"]
    for node in ast.walk(MODULES[module]):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            named.append(node.name)
    assert not [name for name in named if words(name) & FORBIDDEN]


SHOWN = [
    file
    for place in ("app", "templates", "static")
    for file in sorted((ROOT / place).rglob("*"))
    if file.suffix in {".py", ".html", ".jinja", ".css", ".js", ".svg", ".json", ".sql"} and "vendor" not in file.parts
]
# Names of formats, which nothing is ever loaded from.
NAMESPACES = re.compile(r"http://www\.w3\.org/(2000/svg|1999/xlink|1999/xhtml)\b")


@pytest.mark.parametrize("file", SHOWN, ids=lambda file: str(file.relative_to(ROOT)))
def test_nothing_is_taken_from_another_server(file: Path):
    text = NAMESPACES.sub("", file.read_text())
    assert not re.findall(r"""https?://\w[\w-]*\.[\w.-]+|(?:src|href)=["']//|url\(["']?//""", text)


def test_vendored_files_are_as_they_came():
    vendor = ROOT / "static" / "vendor"
    sums = dict(reversed(line.split("  ", 1)) for line in (vendor / "SHA256SUMS").read_text().splitlines())
    beside = {"SHA256SUMS", "README.md"}
    assert set(sums) == {str(file.relative_to(vendor)) for file in vendor.rglob("*") if file.is_file()} - beside
    for name, expected in sums.items():
        assert hashlib.sha256((vendor / name).read_bytes()).hexdigest() == expected, name


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NEEDED = [
    *PROJECT["build-system"]["requires"],
    *PROJECT["project"]["dependencies"],
    *(line for lines in PROJECT["project"]["optional-dependencies"].values() for line in lines),
]


@pytest.mark.parametrize("needed", NEEDED)
def test_every_dependency_has_a_lowest_and_a_highest_version(needed: str):
    kinds = {bound.operator for bound in Requirement(needed).specifier}
    assert kinds == {">=", "<"}


def test_the_libraries_that_are_asked_for_are_those_that_are_imported():
    asked = {Requirement(line).name.replace("-", "_") for line in PROJECT["project"]["dependencies"]}
    imported = {one.split(".")[0] for module in MODULES for one in imports(module)}
    foreign = {library for library in imported if library != "app" and library not in sys.stdlib_module_names}
    # FastAPI brings Starlette and Jinja2 brings MarkupSafe, each the one it goes with; the last three are picked up
    # by uvicorn and FastAPI where they are.
    assert foreign - {"starlette", "markupsafe"} == asked - {"httptools", "python_multipart", "uvloop"}
