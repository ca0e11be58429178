"""Seat cards, the genesis made from them, and entry 0 of each feed (PROTOCOL part 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, TypeGuard

import core.engine
from core.engine.changed_game import ChangedGame
from core.engine.codec import BadEncodingError, H, Plain, dec, enc
from core.engine.fork import ForkedGame, base_name
from core.engine.game import Game, Setup
from core.engine.hidden.shared_deck.keys import AnnouncedKeys, DeckKeys
from core.engine.options import OptionError, Value
from core.engine.ruleset import ruleset_hash
from core.kit.game import KitGame
from net.crypto import primitives
from net.crypto.match_keys import MatchKeys, SeatSeeds, box_secret, is_share_valid, quorum
from net.crypto.primitives import Box, BoxAddress, Signer
from net.system import game_files
from net.text.names import NAME_RULE_TEXT as NAME_RULE_TEXT
from net.text.names import is_identifier
from net.text.names import is_name as is_name
from net.version import PROTOCOL, protocol_words

MAX_SEATS = 6
SHARE_BOX = 32 + primitives.TAG


class BadCard(ValueError):
    """Error for a seat card that is malformed or contradicts the other cards; `seat` is 0 if it is unknown."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(f"seat {seat}: {why}" if seat else why)
        self.seat = seat


class OtherProtocol(BadCard):
    """Error for a seat card of a version of the protocol that this program does not know."""

    def __init__(self, number: object) -> None:
        super().__init__(0, f"a seat card {protocol_words(number)}")
        self.words = protocol_words(number)


NO_RULES = {"text", "bot", "entry.py"}
"""Names of files and folders without rules: the folders of texts and of a bot, and `entry.py`.

They are left out of the rules hash, both in the engine and in a game.
"""


@lru_cache(maxsize=32)
def _rules_hash(module: str, of_kit: bool, text: bytes | None) -> bytes:
    """Return the rules hash of a game's module; `text` contains the rules of a game loaded from a file."""
    folder = Path(str(core.engine.__file__)).parents[1]
    files = [path for part in ("engine", "kit")[: 1 + of_kit] for path in (folder / part).rglob("*.py")]
    named = {(path.relative_to(folder).as_posix(), path) for path in files} | set(
        _game_files(module) if text is None else ()
    )
    counted = sorted((name, path) for name, path in named if not NO_RULES & set(Path(name).parts[1:]))
    rules: list[Plain] = [[name, _content_hash(path)] for name, path in counted]
    loaded: list[Plain] = [] if text is None else [["file.py", H("tether.rulefile", [text])]]
    return H("tether.rules", rules + loaded)


def _game_files(module: str) -> list[tuple[str, Path]]:
    """Return the name and the path of each module of a game: its whole package, or a single file.

    The package of a game that comes with Tether is its folder in `core`. For any other game it is the package of its
    module.
    """
    home = import_module(module)
    at = Path(str(home.__file__))
    if module.startswith("core.games."):
        folder = Path(str(core.engine.__file__)).parents[1] / "games" / module.split(".")[2]
    elif home.__package__:
        folder = at.parent
    else:
        return [(at.name, at)]
    return [(f"{folder.name}/{path.relative_to(folder).as_posix()}", path) for path in folder.rglob("*.py")]


def _content_hash(path: Path) -> bytes:
    return H("tether.rulefile", [path.read_bytes().replace(b"\r\n", b"\n")])


def rules_hash(game: Game) -> bytes:
    """Return the hash of all files that determine the result of `step` (3.2, 14.10).

    These files are the engine and the game's package and, for a game of the kit, the kit. Modules in a folder `text`
    are left out, as they only contain texts for players. So are modules in a folder `bot`, and the game's record
    `entry.py`. Of a game file, the texts and the bots are left out (`net.system.game_files`). If a match continues
    another one, the hash also covers that match, its step and its digest.
    """
    if isinstance(game, ForkedGame):
        return continued_rules_hash(rules_hash(game.base), game)
    if isinstance(game, ChangedGame):
        return H("tether.changed", [rules_hash(game.base), ruleset_hash(game.text)])
    module = type(game).__module__
    return _rules_hash(module, isinstance(game, KitGame), game_files.MODULES.get(module))


def continued_rules_hash(base: bytes, game: ForkedGame) -> bytes:
    """Return the rules hash of a match that continues another one; `base` is the hash of the rules alone."""
    return H("tether.partrules", [base, *game.origin])


class Terms(NamedTuple):
    """Terms on which all seats of a match must agree; the identities are in seat order."""

    room: bytes
    game: str
    rules: bytes
    options: tuple[Value, ...]
    identities: tuple[bytes, ...]


class SeatCard(NamedTuple):
    """Contribution of one seat to the genesis: the terms as it knows them, its name and its keys (3.1)."""

    terms: Terms
    seat: int
    name: str
    B: bytes
    r: bytes

    def to_bytes(self) -> bytes:
        """Return the bytes of the card that are signed."""
        room, game, rules, options, identities = self.terms
        return enc([PROTOCOL, room, game, rules, options, identities, self.seat, self.name, self.B, self.r])


SignedCard = tuple[bytes, bytes]
"""The bytes of a seat card, and their signature."""


def read_card(signed: SignedCard) -> SeatCard:
    """Return the card in signed bytes; raise `BadCard` unless it is well-formed and signed by its seat."""
    data, signature = signed
    try:
        fields = dec(data)
        if type(fields) is list and fields and (fields[0] != PROTOCOL or type(fields[0]) is not int):
            raise OtherProtocol(fields[0])
        _, room, game, rules, options, identities, seat, name, B, r = _read_list(fields, 10)
    except BadEncodingError as error:
        raise BadCard(0, f"a seat card that is {error}") from None
    if not (_is_hash(room) and _is_hash(rules) and _is_hash(B) and _is_hash(r) and _are_hashes(identities)):
        raise BadCard(0, "a seat card with a malformed field")
    if not (type(seat) is int and 1 <= seat <= len(identities) <= MAX_SEATS):
        raise BadCard(0, "a seat card for no seat")
    if not (type(game) is str and is_identifier(game) and _are_values(options)):
        raise BadCard(seat, "its game or its options are malformed")
    if not (type(name) is str and is_name(name)):
        raise BadCard(seat, f"its name is not valid: {NAME_RULE_TEXT}")
    if len(set(identities)) < len(identities):
        raise BadCard(seat, "one identity has two seats")
    if not all(primitives.valid_point(p) for p in [B, *identities]):
        raise BadCard(seat, "a key that is no valid point")
    if not primitives.signature_holds(identities[seat - 1], primitives.CARD, data, signature):
        raise BadCard(seat, "its card is not signed by it")
    return SeatCard(Terms(room, game, rules, tuple(options), tuple(identities)), seat, name, B, r)


def make_card(terms: Terms, seat: int, name: str, seeds: SeatSeeds, signer: Signer) -> SignedCard:
    """Return our seat's signed card."""
    b = box_secret(seeds.seed, terms.room, seeds.r)
    data = SeatCard(terms, seat, name, primitives.multiply_base(b), seeds.r).to_bytes()
    return data, signer.sign(primitives.CARD, data)


def _read_list(value: Plain, length: int) -> list[Plain]:
    if type(value) is not list or len(value) != length:
        raise BadEncodingError("not of the right shape")
    return value


def _is_hash(value: Plain) -> TypeGuard[bytes]:
    return type(value) is bytes and len(value) == 32


def _are_hashes(values: Plain) -> TypeGuard[list[bytes]]:
    return type(values) is list and all(map(_is_hash, values))


def _are_values(values: Plain) -> TypeGuard[list[Value]]:
    return type(values) is list and all(type(value) in (int, str) for value in values)


class Genesis(NamedTuple):
    """Genesis of a match: its bytes, the match id derived from them, and its fields."""

    data: bytes
    match: bytes
    terms: Terms
    names: tuple[str, ...]
    boxes: tuple[bytes, ...]

    @property
    def seats(self) -> int:
        """Number of seats in the match."""
        return len(self.names)

    def game_setup(self, game: Game) -> Setup:
        """Return the setup of the game; raise `BadCard` if the game does not allow these options or seats."""
        if game.name != self.terms.game:
            raise BadCard(0, f"a match of {self.terms.game}, not of {game.name}")
        if self.seats not in game.seat_counts:
            raise BadCard(0, f"{game.title} is not for {self.seats} seats")
        try:
            options: Mapping[str, Value] = game.options.values_by_name(self.terms.options)
        except OptionError as error:
            raise BadCard(0, str(error)) from None
        return Setup(self.seats, options, self.match)


def make_genesis(cards: Sequence[SeatCard]) -> Genesis:
    """Return the genesis that the cards, in seat order, determine.

    Raises `BadCard` for the first seat whose terms differ from those of seat 1 (3.3).
    """
    for card in cards[1:]:
        difference = first_difference(cards[0].terms, card.terms)
        if difference:
            raise BadCard(card.seat, f"it has {difference} than seat 1")
    room, game, rules, options, identities = terms = cards[0].terms
    rows: list[Plain] = [
        [identity, card.name, card.B, card.r] for identity, card in zip(identities, cards, strict=True)
    ]
    data = enc([PROTOCOL, room, game, rules, options, rows])
    return Genesis(
        data,
        H("tether.match", [data]),
        terms,
        tuple(card.name for card in cards),
        tuple(card.B for card in cards),
    )


def genesis_from_cards(cards: Sequence[SignedCard]) -> Genesis:
    """Return the genesis that the signed cards, in seat order, determine; raise `BadCard` if one is invalid."""
    read = [read_card(signed) for signed in cards]
    if [card.seat for card in read] != list(range(1, len(read[0].terms.identities) + 1)):
        raise BadCard(0, "the cards are not one for each seat, in their order")
    return make_genesis(read)


def first_difference(a: Terms, b: Terms) -> str:
    """Describe the first difference between two seats' terms, or return "" if they are equal."""
    on = base_name(a.game) == base_name(b.game)
    game = "another match to play on, or another step of it," if on else "another game"
    words = ("another room", game, "other rules", "other options", "other identities at the table")
    for x, y, difference in zip(a, b, words):
        if x != y:
            return difference
    return ""


class DeckEntry(NamedTuple):
    """Part of entry 0 for shared decks: the seat's deck keys, and a box with a share for each other seat."""

    announced: AnnouncedKeys
    boxes: dict[int, Box]


class GenesisEntry(NamedTuple):
    """Body of a seat's entry 0: the genesis, points A_j, a box for each other seat (3.4), and deck keys."""

    genesis: bytes
    points: tuple[bytes, ...]
    boxes: dict[int, Box]
    deck: DeckEntry | None = None


SEAL_SHARE, DECK_SHARE = "share", "deckshare"
"""Purposes of the boxes in entry 0: a share of the seal key, and a share of the deck key."""


def make_shares(genesis: Genesis, keys: MatchKeys, seed: bytes, deck: DeckKeys | None = None) -> Plain:
    """Return the body of our entry 0; `deck` contains our keys if the game has shared decks."""

    def boxed(what: str, share: Callable[[int], bytes]) -> list[Box]:
        others = [y for y in range(1, genesis.seats + 1) if y != keys.seat]
        places = [BoxAddress(genesis.match, keys.seat, y, what, 0) for y in others]
        return [primitives.seal_box(seed, genesis.boxes[at.y - 1], at, share(at.y)) for at in places]

    body: list[Plain] = [genesis.data, keys.points, boxed(SEAL_SHARE, keys.share_for)]
    if deck is not None:
        body.append([*deck.announced_keys(), boxed(DECK_SHARE, deck.share_for)])
    return body


def read_shares(genesis: Genesis, seat: int, body: Plain) -> GenesisEntry:
    """Return the content of a seat's entry 0.

    Raises `BadEncodingError` unless the body has the right shape, valid points and a correct proof.
    """
    if type(body) is list and len(body) == 4:
        return read_shares(genesis, seat, body[:3])._replace(deck=_read_deck(genesis, seat, body[3]))
    data, points, boxes = _read_list(body, 3)
    if type(data) is not bytes or data != genesis.data:
        raise BadEncodingError("another genesis than the cards make")
    if not (_are_hashes(points) and len(points) == quorum(genesis.seats)):
        raise BadEncodingError("not as many points as a majority has seats")
    if not all(primitives.valid_point(A) for A in points):
        raise BadEncodingError("a malformed point")
    return GenesisEntry(data, tuple(points), _read_boxes(genesis, seat, boxes))


def _read_boxes(genesis: Genesis, seat: int, boxes: Plain) -> dict[int, Box]:
    others = [y for y in range(1, genesis.seats + 1) if y != seat]
    read: dict[int, Box] = {}
    for y, sealed in zip(others, _read_list(boxes, len(others))):
        eG, ciphertext = _read_list(sealed, 2)
        if not (_is_hash(eG) and type(ciphertext) is bytes and len(ciphertext) == SHARE_BOX):
            raise BadEncodingError("a box of the wrong form")
        read[y] = (eG, ciphertext)
    return read


def _read_deck(genesis: Genesis, seat: int, part: Plain) -> DeckEntry:
    points, Y, proof, boxes = _read_list(part, 4)
    if not (_is_hash(Y) and _are_hashes(points) and _are_hashes(proof) and len(proof) == 2):
        raise BadEncodingError("malformed keys of a shared deck")
    announced = AnnouncedKeys(tuple(points), Y, (proof[0], proof[1]))
    if not announced.is_valid(genesis.match, seat, genesis.seats):
        raise BadEncodingError("keys of a shared deck without a right proof")
    return DeckEntry(announced, _read_boxes(genesis, seat, boxes))


def open_share(genesis: Genesis, x: int, y: int, shares: GenesisEntry, b: bytes) -> bytes | None:
    """Return the share f(y) that seat x has dealt to seat y, decrypted with y's key `b`.

    The result is None if the share contradicts x's points (3.5).
    """
    return _open_box(genesis, x, y, SEAL_SHARE, shares.boxes, shares.points, b)


def open_deck_share(genesis: Genesis, x: int, y: int, deck: DeckEntry, b: bytes) -> bytes | None:
    """Return the share g(y) that seat x has dealt to seat y, decrypted and checked as in `open_share`."""
    return _open_box(genesis, x, y, DECK_SHARE, deck.boxes, deck.announced.points, b)


def _open_box(
    genesis: Genesis, x: int, y: int, what: str, boxes: Mapping[int, Box], points: Sequence[bytes], b: bytes
) -> bytes | None:
    share = primitives.open_box(b, genesis.boxes[y - 1], BoxAddress(genesis.match, x, y, what, 0), boxes[y])
    if share is None or not is_share_valid(points, y, share):
        return None
    return share
