"""The JSON of the API, as frozen models: what a program may send, and what it is answered (docs/api.md)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from app import engine, store
from app.engine import PRESETS, AvoidedOrder, Bonus, Defeat, Run, Status, Step, deeds, legal_moves, undo_refusal
from app.engine.cards import BY_TEXT, Card
from app.engine.dungeon import deck_fault
from app.engine.notation import MOVES
from app.engine.refusals import Refusal
from app.engine.run import SEED_LENGTH, is_seed
from app.web.games import fresh_run

CARD_PATTERN = r"^(?:(?:10|[2-9])[CSDH]|[JQKA][CS])$"
MOVE_PATTERN = r"^(?:(?:10|[2-9])[DH]|(?:10|[2-9]|[JQKA])[CS][wb]|avoid)$"


def _a_card(text: str) -> str:
    if text not in BY_TEXT:
        raise ValueError("must be a card of the 44, such as QS, 10H or 6D")
    return text


def _a_move(text: str) -> str:
    if text not in MOVES:
        raise ValueError("must be a move such as QSw, QSb, 6D, 9H or avoid")
    return text


def _a_seed(text: str) -> str:
    if not is_seed(text):
        raise ValueError(f"must be 1 to {SEED_LENGTH} printable characters")
    return text


def _a_deck(texts: list[str]) -> list[str]:
    fault = deck_fault([BY_TEXT[text] for text in texts])
    if fault is not None:
        raise ValueError(f"is no deck: {fault}")
    return texts


CardText = Annotated[
    str,
    AfterValidator(_a_card),
    WithJsonSchema(
        {"type": "string", "format": "card", "pattern": CARD_PATTERN, "description": "A card: rank, then suit."}
    ),
]
MoveText = Annotated[
    str,
    AfterValidator(_a_move),
    WithJsonSchema(
        {"type": "string", "format": "move", "pattern": MOVE_PATTERN, "description": "A move, as `moves` lists it."}
    ),
]
Seed = Annotated[
    str,
    AfterValidator(_a_seed),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": SEED_LENGTH}),
]
Deck = Annotated[
    list[CardText],
    Field(max_length=44, json_schema_extra={"minItems": 1, "uniqueItems": True}),
    AfterValidator(_a_deck),
]
Turn = Annotated[int, Field(ge=0, description="The turn that it is made from: the game's `turn`, as last seen.")]
PresetName = Literal["classic", "ledger", "patience", "guide", "academy"]
Health = Literal[20, 30, 40]
DefeatWord = Literal["health", "zero"]
BonusWord = Literal["after", "before"]
AvoidedWord = Literal["in-order", "shuffled"]


class _Sent(BaseModel):
    """A body: what it doesn't know it refuses, and it turns no text into a number."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class NewGame(_Sent):
    """The rules and the cards of a game to begin. All of it may be left out; null counts as left out."""

    preset: PresetName | None = Field(
        default=None, description="A reading of the rules by name; classic when left out."
    )
    health: Health | None = Field(
        default=None, description="The health to start with, which is also the most; 20 if left out."
    )
    equal_counts: bool | None = Field(
        default=None, description="Whether a used weapon may face a monster equal to its last."
    )
    defeat: DefeatWord | None = Field(
        default=None, description="Whether a defeat counts down from the final health or zero."
    )
    bonus: BonusWord | None = Field(
        default=None,
        description="Whether a last potion adds its value when health is full after it, or only before it.",
    )
    avoided: AvoidedWord | None = Field(
        default=None, description="How the cards of an avoided room go under the dungeon."
    )
    undo: bool | None = Field(
        default=None, description="Whether moves inside a room may be taken back; true if left out."
    )
    seed: Seed | None = Field(
        default=None, description="1 to 64 printable characters: the same deal the same order. Makes a practice game."
    )
    deck: Deck | None = Field(
        default=None,
        description="The cards themselves, top first; a seed then only shuffles avoided rooms. A practice game.",
    )

    @model_validator(mode="before")
    @classmethod
    def _whole_health(cls, sent: Any) -> Any:
        # 20.0 == 20 and so would pass for the literal.
        if isinstance(sent, dict) and isinstance(sent.get("health"), float):
            return {**sent, "health": str(sent["health"])}
        return sent

    def rules(self) -> engine.Rules:
        """The preset's rules with the other fields put over them."""
        base = PRESETS[self.preset or "classic"]
        return engine.Rules(
            health=self.health or base.health,
            equal_counts=base.equal_counts if self.equal_counts is None else self.equal_counts,
            defeat=Defeat(self.defeat or base.defeat),
            bonus=Bonus(self.bonus or base.bonus),
            avoided=AvoidedOrder(self.avoided or base.avoided),
            undo=base.undo if self.undo is None else self.undo,
        )

    def run(self) -> Run:
        """The run that begins so; on a seed that nobody knows where none was sent."""
        rules = self.rules()
        run = fresh_run(rules) if self.seed is None else Run(rules, self.seed)
        return run if self.deck is None else replace(run, deck=tuple(BY_TEXT[text] for text in self.deck))

    @property
    def practice(self) -> bool:
        """Whether the sender may know the cards, so that it can never be a record (ruling 20)."""
        return self.seed is not None or self.deck is not None


class Move(_Sent):
    """A move, and the turn it is made from."""

    turn: Turn
    move: MoveText


class Undo(_Sent):
    """The turn whose last move is taken back."""

    turn: Turn


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True)


class Rules(_Told):
    """The rules a game is played by."""

    preset: PresetName | None = Field(description="The preset that reads the rules so; null for a mixture.")
    health: Health
    equal_counts: bool
    defeat: DefeatWord
    bonus: BonusWord
    avoided: AvoidedWord
    undo: bool


class Slot(_Told):
    """A card lying in the room."""

    slot: int = Field(ge=1, le=4)
    card: CardText
    carried: bool = Field(description="Whether it stayed from the room before.")


class Weapon(_Told):
    """The weapon held."""

    card: CardText
    slain: list[CardText] = Field(description="The monsters slain on it, oldest first.")
    limit: int | None = Field(description="The worth of the last of them, which bounds the next; null while fresh.")


# What a move did, in order --------------------------------------------------------------------------------------------


class RoomDealt(_Told):
    """A room was dealt."""

    deed: Literal["room-dealt"] = "room-dealt"
    number: int = Field(description="Which room it is; avoided ones are counted.")
    room: list[CardText | None] = Field(description="Slots 1 to 4.", min_length=4, max_length=4)
    drawn: list[CardText] = Field(description="The new cards, in the order drawn.")
    carried: CardText | None = Field(description="The card that stayed.")
    left: int = Field(description="How many cards are not dealt yet.")


class Slain(_Told):
    """A monster was slain with the weapon."""

    deed: Literal["slain"] = "slain"
    monster: CardText
    weapon: CardText
    damage: int
    health: int = Field(description="The true health after it.")


class Beaten(_Told):
    """A monster was fought bare-handed."""

    deed: Literal["beaten"] = "beaten"
    monster: CardText
    damage: int
    health: int = Field(description="The true health after it.")


class Equipped(_Told):
    """A weapon was taken up."""

    deed: Literal["equipped"] = "equipped"
    weapon: CardText
    replaced: Weapon | None = Field(description="The weapon that went to the discard for it.")


class Drunk(_Told):
    """The room's first potion was drunk."""

    deed: Literal["drunk"] = "drunk"
    potion: CardText
    healed: int = Field(description="What it really gave.")
    health: int


class Wasted(_Told):
    """A second potion of the room went without effect."""

    deed: Literal["wasted"] = "wasted"
    potion: CardText
    health: int


class Avoided(_Told):
    """The room was left."""

    deed: Literal["avoided"] = "avoided"
    cards: list[CardText] = Field(description="Its cards in slot order.")


class Survived(_Told):
    """The run was won."""

    deed: Literal["survived"] = "survived"
    score: int
    bonus: int = Field(description="How much of the score is the last potion's.")


class Died(_Told):
    """The run was lost."""

    deed: Literal["died"] = "died"
    killer: CardText
    score: int


_AnyDeed = RoomDealt | Slain | Beaten | Equipped | Drunk | Wasted | Avoided | Survived | Died
Deed = Annotated[_AnyDeed, Field(discriminator="deed")]


class Game(_Told):
    """A game at one turn, as its player may know it: no card that is still to be dealt is in it."""

    id: str
    turn: int = Field(description="How many moves have been made.")
    status: Literal["playing", "won", "slain"]
    rules: Rules
    practice: bool = Field(description="Begun from a seed, a deck or a finished dungeon, so never a record.")
    health: int = Field(description="The true health: it may be below 0 when slain.")
    room_number: int
    dungeon: int = Field(description="How many cards are not dealt yet.")
    known_bottom: list[CardText] = Field(
        description="The cards that must lie at the bottom after avoids, top first, where their order is known."
    )
    room: list[Slot | None] = Field(description="Slots 1 to 4; null is an empty one.", min_length=4, max_length=4)
    weapon: Weapon | None
    potion_used: bool = Field(description="Whether this room's potion is used up.")
    moves: list[MoveText] = Field(description="Every legal move and nothing else.")
    can_undo: bool
    score: int | None = Field(description="Null until the game is over.")
    history: list[MoveText] = Field(description="The moves made, oldest first.")
    seed: str | None = Field(description="Null until the game is over.")
    deck: list[CardText] | None = Field(description="The cards that it was begun with, if they were sent; else null.")

    @classmethod
    def of(cls, game: store.Game) -> Self:
        """What may be told of the game."""
        return cls(**_told(game))


class MovedGame(Game):
    """The game after a move, and what the move did, in order."""

    deeds: list[Deed]

    @classmethod
    def of(cls, game: store.Game) -> Self:
        """What may be told of the game, with its last step's deeds."""
        return cls(**_told(game), deeds=[deed_told(deed) for deed in game.steps[-1].deeds])


def _told(game: store.Game) -> dict[str, Any]:
    dungeon = game.dungeon
    rules = dungeon.rules
    over = dungeon.status is not Status.PLAYING
    return {
        "id": game.id,
        "turn": game.turn,
        "status": dungeon.status.value,
        "rules": Rules(
            preset=rules.preset,  # type: ignore[arg-type]  # one of the five
            health=rules.health,  # type: ignore[arg-type]
            equal_counts=rules.equal_counts,
            defeat=rules.defeat.value,
            bonus=rules.bonus.value,
            avoided=rules.avoided.value,
            undo=rules.undo,
        ),
        "practice": game.practice,
        "health": dungeon.health,
        "room_number": dungeon.room_number,
        "dungeon": len(dungeon.pile),
        "known_bottom": _texts(known_bottom(game.steps)),
        "room": [
            None if card is None else Slot(slot=slot + 1, card=str(card), carried=slot == dungeon.carried)
            for slot, card in enumerate(dungeon.room)
        ],
        "weapon": _weapon_told(dungeon.weapon),
        "potion_used": dungeon.potion_used,
        "moves": [str(move) for move in legal_moves(dungeon)],
        "can_undo": undo_refusal(game.steps[-1]) is None,
        "score": game.score,
        "history": [str(move) for move in game.run.moves],
        "seed": game.run.seed if over else None,
        "deck": _texts(game.run.deck) if over and game.run.deck is not None else None,
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _text(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _weapon_told(weapon: engine.Weapon | None) -> Weapon | None:
    if weapon is None:
        return None
    return Weapon(card=str(weapon.card), slain=_texts(weapon.stack), limit=weapon.limit)


def known_bottom(steps: Sequence[Step]) -> tuple[Card, ...]:
    """The cards at the bottom of the dungeon that whoever played these steps must know, top first (ruling 10).

    Worked out from the deeds alone, as a player with paper and pencil would: an avoided room goes under in slot order,
    and when fewer cards are left than are known, the first of them have been drawn. Empty where avoids are shuffled.
    """
    if steps[0].dungeon.rules.avoided is not AvoidedOrder.IN_ORDER:
        return ()
    known: tuple[Card, ...] = ()
    for step in steps:
        for deed in step.deeds:
            match deed:
                case deeds.Avoided(cards):
                    known += cards
                case deeds.RoomDealt(left=left):
                    known = known[max(0, len(known) - left) :]
    return known


def deed_told(deed: deeds.Deed) -> _AnyDeed:
    """A deed of the engine as the API tells it."""
    match deed:
        case deeds.RoomDealt(number, room, drawn, carried, left):
            slots = [_text(card) for card in room]
            return RoomDealt(number=number, room=slots, drawn=_texts(drawn), carried=_text(carried), left=left)
        case deeds.Slain(monster, weapon, damage, health):
            return Slain(monster=str(monster), weapon=str(weapon), damage=damage, health=health)
        case deeds.Beaten(monster, damage, health):
            return Beaten(monster=str(monster), damage=damage, health=health)
        case deeds.Equipped(weapon, replaced):
            return Equipped(weapon=str(weapon), replaced=_weapon_told(replaced))
        case deeds.Drunk(potion, healed, health):
            return Drunk(potion=str(potion), healed=healed, health=health)
        case deeds.Wasted(potion, health):
            return Wasted(potion=str(potion), health=health)
        case deeds.Avoided(cards):
            return Avoided(cards=_texts(cards))
        case deeds.Survived(score, bonus):
            return Survived(score=score, bonus=bonus)
        case deeds.Died(killer, score):
            return Died(killer=str(killer), score=score)


# Problem documents ----------------------------------------------------------------------------------------------------


class Problem(_Told):
    """A problem document (RFC 9457)."""

    type: str = Field(description="Which kind of problem, as an address that explains it.")
    title: str = Field(description="The kind in words; the same each time.")
    status: int
    detail: str = Field(description="What happened this time, for a person to read.")
    instance: str = Field(description="The path that was asked for.")


class Flaw(_Told):
    """One thing that is wrong with a body."""

    field: str = Field(description="Which field; empty when it is the body as a whole.")
    message: str


class BadRequest(Problem):
    """The body can't be read, or a field isn't what it must be."""

    errors: list[Flaw]


class IllegalMove(Problem):
    """The rules refuse the move; nothing has changed."""

    refusal: Refusal
    game: Game


class StaleTurn(Problem):
    """The turn is not the game's; `game` is how it really stands."""

    game: Game
