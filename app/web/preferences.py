"""A player's settings: how the table looks and moves, and the rules of the next dungeon. Kept on the server."""

import logging
from typing import Annotated, Literal

from fastapi import APIRouter, Form
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from app.engine import PRESETS, AvoidedOrder, Bonus, Defeat, Rules
from app.store import Store
from app.web.games import PlayerDep, StoreDep, deal_next
from app.web.rate import count_new_game
from app.web.templating import page, see_other

log = logging.getLogger(__name__)

PresetName = Literal["classic", "ledger", "patience", "guide", "academy"]


class Look(BaseModel):
    """How the table looks and moves for a player; each field with its default for a newcomer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    theme: Literal["system", "dark", "paper"] = "system"
    four_colours: bool = False
    motion: Literal["off", "fast", "normal"] = "normal"
    single_keys: bool = True


class HouseRules(BaseModel):
    """The rules of the next dungeon, field by field as the engine has them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    health: Literal[20, 30, 40] = 20
    equal_counts: bool = False
    defeat: Defeat = Defeat.HEALTH
    bonus: Bonus = Bonus.AFTER
    avoided: AvoidedOrder = AvoidedOrder.IN_ORDER
    undo: bool = True

    def rules(self) -> Rules:
        """The same as the engine's own value."""
        return Rules(**dict(self))


class Preferences(BaseModel):
    """All that a player has set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    look: Look = Look()
    house: HouseRules = HouseRules()

    @property
    def rules(self) -> Rules:
        """The rules of this player's next dungeon."""
        return self.house.rules()


DEFAULTS = Preferences()


async def preferences_of(store: Store, owner: str) -> Preferences:
    """What the player has set. Something unreadable in the store is logged and counts as nothing set."""
    kept = await store.preferences(owner)
    return read(kept)


def read(kept: str | None) -> Preferences:
    """Preferences from the store's text; the defaults for None or for what can't be read, which is logged."""
    if kept is None:
        return DEFAULTS
    try:
        return Preferences.model_validate_json(kept)
    except ValidationError as why:
        log.warning("a player's settings can't be read: %d flaws", why.error_count())
        return DEFAULTS


router = APIRouter(include_in_schema=False)


class LookForm(BaseModel):
    """The settings form's fields for the look; an unchecked box isn't sent."""

    theme: Literal["system", "dark", "paper"]
    four_colours: bool = False
    motion: Literal["off", "fast", "normal"]
    single_keys: bool = False


class HouseForm(BaseModel):
    """The settings form's fields for the rules."""

    health: Literal["20", "30", "40"]
    equal_counts: bool
    defeat: Defeat
    bonus: Bonus
    avoided: AvoidedOrder
    undo: bool
    deal: bool = False


class PresetForm(BaseModel):
    """The button of one preset; health and undo stay as they are."""

    preset: PresetName


@router.get("/settings")
async def show(request: Request, store: StoreDep, owner: PlayerDep, saved: str = "") -> Response:
    """The settings page; `saved` is what was just saved, `look` or `rules`."""
    mine = await preferences_of(store, owner)
    return page(request, "settings.html", {"mine": mine, "saved": saved}, look=mine.look)


@router.post("/settings/look")
async def set_look(form: Annotated[LookForm, Form()], store: StoreDep, owner: PlayerDep) -> Response:
    """Keep how the table looks and moves."""
    mine = await preferences_of(store, owner)
    return await _keep(store, owner, mine.model_copy(update={"look": Look(**form.model_dump())}), "look")


@router.post("/settings/rules")
async def set_rules(
    request: Request, form: Annotated[HouseForm, Form()], store: StoreDep, owner: PlayerDep
) -> Response:
    """Keep the rules of the next dungeon, and deal it where that is asked for; a running game keeps its own."""
    if form.deal:
        count_new_game(request)
    mine = await preferences_of(store, owner)
    house = HouseRules.model_validate(form.model_dump(exclude={"deal"}) | {"health": int(form.health)})
    kept = await _keep(store, owner, mine.model_copy(update={"house": house}), "rules")
    return see_other(await deal_next(store, owner, house.rules())) if form.deal else kept


@router.post("/settings/preset")
async def set_preset(form: Annotated[PresetForm, Form()], store: StoreDep, owner: PlayerDep) -> Response:
    """Take a preset's reading of the rules for the next dungeon."""
    mine = await preferences_of(store, owner)
    read_so = PRESETS[form.preset]
    reading = {"equal_counts": read_so.equal_counts, "defeat": read_so.defeat, "bonus": read_so.bonus}
    reading["avoided"] = read_so.avoided
    return await _keep(store, owner, mine.model_copy(update={"house": mine.house.model_copy(update=reading)}), "rules")


async def _keep(store: Store, owner: str, changed: Preferences, what: str) -> Response:
    await store.keep_preferences(owner, changed.model_dump_json())
    return see_other(f"/settings?saved={what}")
