"""Sealed papers between two seats: both know the terms, either can open them alone (protocol 9.3).

A paper is a few small numbers, its *terms*. Any game may use papers. The proposer's client commits to the terms with a
salt and adds a box that its partner alone can open. Both are sent with the decision that proposes the paper. The state
holds the public part: the pair, the commitment, the box and the game's own record of the forging. Neither client
remembers the terms. Each of the two reads the box with the key that only they share, so a restart from seed and log
loses nothing.

A game has a field `papers: tuple[Paper, ...] = ()` and `setup` in its state, and declares the chapter:

    class Pacts(Papers[State, Round]):
        fields = 2                                            # its terms: two numbers 0..255

        def reads(self, state, paper, terms): ...             # whether these are terms that the rules know
        def draw(self, state, paper, chance): ...             # terms that a third seat must think possible
        def opened(self, step, paper, terms, by): ...         # what an open paper brings about; void ones too
        def lapsed(self, step, paper): ...                    # nobody is left who could open it

    PACTS = Pacts(CHAPTERS)                                   # question "open papers", agenda item "papers"

    PACTS.seal(state, seat, partner, terms, own)              # in `options`: Sealed, a field of the proposal
    PACTS.check_sealed(state, seat, partner, decision.paper)  # in `check` of the proposal
    number = PACTS.offer(step, seat, partner, decision.paper, record)       # then ask the partner, `of_slots = True`
    PACTS.fits(state, number, own)                            # in `forced` of its question: False, then it refuses
    PACTS.sign(step, number) or PACTS.refuse(step, number)    # in `answer`

    PACTS.openings(state, seat, own, numbers)                 # in `options` of any decision with `opens: Openings = ()`
    PACTS.check_openings(state, seat, decision.opens)         # in its `check`
    PACTS.open(step, {seat: decision.opens ...})              # in its `answer_all`, before all else: in seat order

    PACTS.demand(step, numbers)                               # the rules open these: both clients answer unprompted
    step.later(("papers",), ("score",))                       # the end: all are opened, then it goes on

A partner that accepts confirms that the box fits. So both can answer a demand, and a seat that does not is refused like
any illegal decision. A lost seat's partner answers for both. Where both are lost in that step the paper lapses. A match
cannot be over while a paper is sealed. A third seat sees only the proposer and the partner, and 32 bytes each of
commitment and box, for any terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from core.engine.game import Chooser, IllegalDecision, Setup
from core.engine.hidden.determinization import World
from core.engine.hidden.secrets import BOX_BYTES, HASH, MOST_TERMS, Secrets, Terms, paper_commitment
from core.engine.question import AgendaState, Duty, room_for

if TYPE_CHECKING:
    from core.engine.agenda import GameRules, Step

SEATS = 64
"""Multiplier of the step in a paper's number: seat s in step t proposes paper t * 64 + s.

No number is ever used twice.
"""


class Sealed(NamedTuple):
    """A proposed paper as it is sent: the commitment and the box for the partner.

    The commitment is empty under the null scheme.
    """

    commitment: bytes
    box: bytes


class Paper(NamedTuple):
    """A paper on the table. `record` is the game's own note about its forging, which is plain and public."""

    number: int
    proposer: int
    partner: int
    commitment: bytes
    box: bytes
    record: tuple[int, ...] = ()
    signed: bool = False

    @property
    def pair(self) -> tuple[int, int]:
        """The two seats that can open it."""
        return self.proposer, self.partner


class PaperOpening(NamedTuple):
    """The opening of a paper by one of its two seats; the salt is empty under the null scheme."""

    number: int
    terms: tuple[int, ...]
    salt: bytes


Openings = tuple[PaperOpening, ...]
PAPER = 72
"""Maximum size of the opening of a paper, in bytes."""


class PaperOpened(NamedTuple):
    """Event: a paper is open, because seat `by` chose to open it, or (0) because the rules demand it."""

    proposer: int
    partner: int
    terms: tuple[int, ...]
    by: int


class PaperLapsed(NamedTuple):
    """Event: a paper is void, because no seat is left that could open it."""

    proposer: int
    partner: int


class PaperState(AgendaState, Protocol):
    """A state that contains sealed papers."""

    setup: Setup
    papers: tuple[Paper, ...]


S = TypeVar("S", bound=PaperState)
T = TypeVar("T", bound="Step[Any]")


class Opened(NamedTuple):
    """The decision that answers a demand for openings of papers."""

    openings: Openings


class OpenPapersDuty(Duty[S, T, Opened, tuple[int, ...]]):
    """The duty to open the papers with these numbers, which the rules demand from both allies."""

    kind = "open papers"
    decision = Opened
    nothing = Opened(())
    of_slots = True

    def __init__(self, papers: Papers[S, T]) -> None:
        self.papers = papers

    def check(self, state: S, seat: int, decision: Opened, numbers: tuple[int, ...]) -> None:
        """Require correct openings of exactly these papers."""
        if tuple(opening.number for opening in decision.openings) != numbers:
            raise IllegalDecision(seat, f"owes the openings of {len(numbers)} papers in their order", "duty")
        self.papers.check_openings(state, seat, decision.openings)

    def answer_all(
        self, step: T, decisions: Mapping[int, Opened], details: Mapping[int, tuple[tuple[int, ...]]]
    ) -> None:
        """Open the papers; papers that nobody could open become void."""
        given = [opening for decision in decisions.values() for opening in decision.openings]
        for opening in sorted(given):
            self.papers.open_one(step, opening, 0)
        for number in sorted({number for (numbers,) in details.values() for number in numbers}):
            self.papers.lapse(step, number)

    def room(self, state: S, seat: int, numbers: tuple[int, ...]) -> int:
        return room_for(len(numbers), PAPER)

    def forced(self, state: S, seat: int, own: Secrets, numbers: tuple[int, ...]) -> Opened:
        return Opened(self.papers.openings(state, seat, own, numbers))


class Papers(Generic[S, T]):
    """The papers of one game: question "open papers" and agenda item "papers"."""

    fields: int
    """Number of terms in a paper, 1..16; each term is a number 0..255."""

    def __init__(self, chapters: GameRules) -> None:
        if not 0 < self.fields <= MOST_TERMS:
            raise ValueError(f"the terms of a paper are 1 to {MOST_TERMS} numbers, not {self.fields}")
        chapters.papers = self
        self.demanded = chapters.question(OpenPapersDuty(self))
        chapters.agenda("papers")(self._demand_all)

    # Hooks for games --------------------------------------------------------------------------------------------------

    def reads(self, state: S, paper: Paper, terms: Terms) -> bool:
        """Return True if the rules allow such terms; a partner's client refuses all others automatically."""
        return True

    def draw(self, state: S, paper: Paper, chance: Chooser) -> Terms:
        """Return random terms that this paper may have as far as third seats know.

        The terms have the probability that a third seat must give them.
        """
        raise NotImplementedError("a game with papers says what may be in them")

    def opened(self, step: T, paper: Paper, terms: Terms, by: int) -> None:
        """Apply a paper that has been opened and is no longer on the table.

        If the two allies signed terms that the rules forbid, these have no effect.
        """
        raise NotImplementedError("a game with papers says what comes of them")

    def lapsed(self, step: T, paper: Paper) -> None:
        """React to a paper that is no longer on the table, and whose terms nobody knows."""

    # Papers on the table ----------------------------------------------------------------------------------------------

    def paper(self, state: S, number: int) -> Paper | None:
        """Return the paper of this number, or None if it is not on the table."""
        return next((paper for paper in state.papers if paper.number == number), None)

    def between(self, state: S, a: int, b: int) -> Paper | None:
        """Return the signed paper of these two seats, or None if they have none."""
        return next((paper for paper in self.of(state, a) if b in paper.pair), None)

    def of(self, state: S, seat: int) -> tuple[Paper, ...]:
        """Return the signed papers of a seat."""
        return tuple(paper for paper in state.papers if paper.signed and seat in paper.pair)

    # Forging ----------------------------------------------------------------------------------------------------------

    def seal(self, state: S, seat: int, partner: int, terms: Terms, own: Secrets) -> Sealed:
        """Return a paper with these terms, which this seat's client proposes in the coming step."""
        if len(terms) != self.fields:
            raise ValueError(f"{self.fields} terms are due, not {len(terms)}")
        return Sealed(*own.paper(state.t, partner, terms))

    def check_sealed(self, state: S, seat: int, partner: int, sealed: Sealed) -> None:
        """Raise `IllegalDecision` unless `sealed` has the form of a paper that is offered to another seat.

        Only the two seats know its contents.
        """
        if partner == seat or not 1 <= partner <= state.setup.seats:
            raise IllegalDecision(seat, "proposes a paper to nobody")
        if len(sealed.commitment) != HASH * state.setup.sealed or len(sealed.box) != BOX_BYTES:
            raise IllegalDecision(seat, "proposes a paper without a commitment or a box")

    def offer(self, step: T, seat: int, partner: int, sealed: Sealed, record: tuple[int, ...] = ()) -> int:
        """Put the paper on the table until its partner has answered, and return its number.

        A seat offers one paper in a step.
        """
        number: int = step.state.t * SEATS + seat
        step.state.papers += (Paper(number, seat, partner, sealed.commitment, sealed.box, record),)
        return number

    def fits(self, state: S, number: int, own: Secrets) -> bool:
        """Return True if this client can open the paper, and the rules allow its terms."""
        paper = self.paper(state, number)
        return paper is not None and (terms := self.terms(paper, own)) is not None and self.reads(state, paper, terms)

    def sign(self, step: T, number: int) -> None:
        """Record the partner's signature, which confirms that the partner's box fits."""
        state = step.state
        state.papers = tuple(paper._replace(signed=True) if paper.number == number else paper for paper in state.papers)

    def refuse(self, step: T, number: int) -> Paper | None:
        """Remove a refused or replaced paper from the table, still sealed, and return it.

        Return None if it was not on the table.
        """
        paper = self.paper(step.state, number)
        step.state.papers = tuple(other for other in step.state.papers if other is not paper)
        return paper

    # Opening ----------------------------------------------------------------------------------------------------------

    def terms(self, paper: Paper, own: Secrets) -> Terms | None:
        """Return the terms of the paper, as this client reads them.

        Return None if the client's seat is not one of the two, or if the box does not fit.
        """
        opening = self._read(paper, own)
        return None if opening is None else opening.terms

    def openings(self, state: S, seat: int, own: Secrets, numbers: Iterable[int]) -> Openings:
        """Return openings of the papers with these numbers that this client can read."""
        papers = (self.paper(state, number) for number in sorted(numbers))
        results = (self._read(paper, own) for paper in papers if paper is not None)
        return tuple(opening for opening in results if opening is not None)

    def check_openings(self, state: S, seat: int, openings: Openings) -> None:
        """Raise `IllegalDecision` unless these correctly open signed papers of the seat, in order of numbers."""
        numbers = [opening.number for opening in openings]
        if numbers != sorted(set(numbers)):
            raise IllegalDecision(seat, "opens papers out of their order")
        for number, terms, salt in openings:
            paper = self.paper(state, number)
            if paper is None or not paper.signed or seat not in paper.pair:
                raise IllegalDecision(seat, "opens a paper that it has not")
            well_formed = len(terms) == self.fields and all(0 <= term < 256 for term in terms)
            if not well_formed or not self._agrees(state, paper, terms, salt):
                raise IllegalDecision(seat, f"opens its paper with seat {sum(paper.pair) - seat} falsely")

    def open(self, step: T, openings: Mapping[int, Openings]) -> None:
        """Apply checked openings that seats chose to make, in seat order.

        A paper that both seats open is opened once.
        """
        for seat in sorted(openings):
            for opening in openings[seat]:
                self.open_one(step, opening, seat)

    def open_one(self, step: T, opening: PaperOpening, by: int) -> None:
        """Apply a checked opening; do nothing if the paper is already open."""
        paper = self.refuse(step, opening.number)
        if paper is not None:
            step.say(PaperOpened(*paper.pair, opening.terms, by))
            self.opened(step, paper, opening.terms, by)

    def demand(self, step: T, numbers: Iterable[int]) -> None:
        """Ask both allies to open the signed ones of these papers, before anything else happens.

        An agenda item must come after it.
        """
        due = set(numbers)
        for seat in range(1, step.state.setup.seats + 1):
            owed = tuple(paper.number for paper in self.of(step.state, seat) if paper.number in due)
            if owed:
                step.ask(self.demanded, seat, owed)

    def _demand_all(self, step: T) -> None:
        state = step.state
        for paper in state.papers:
            if not paper.signed:
                self.refuse(step, paper.number)
        self.demand(step, [paper.number for paper in state.papers])

    def lapse(self, step: T, number: int) -> None:
        """Remove the paper, if it is on the table, since no seat can open it."""
        paper = self.refuse(step, number)
        if paper is not None:
            step.say(PaperLapsed(*paper.pair))
            self.lapsed(step, paper)

    # Continued matches (PROTOCOL 14.10) and imagined worlds -----------------------------------------------------------

    def carry(self, first: S, setup: Setup) -> None:
        """Bind proposals made from now on to the new match."""
        first.setup = setup

    def lapse_all(self, step: T) -> None:
        """Remove all papers, since nobody has the keys of the old match."""
        for paper in step.state.papers:
            self.lapse(step, paper.number)

    def imagine(self, state: S, own: Secrets, chance: Chooser, world: World[S]) -> None:
        """Replace the papers of a world by papers under the null scheme.

        The seat's own papers keep their terms. All other papers receive terms that they may have.
        """
        papers = []
        for paper in state.papers:
            terms = self.terms(paper, own)
            if terms is None:
                terms = self.draw(state, paper, chance)
            proposer = world.secrets[paper.proposer]
            _, box = proposer.paper(paper.number // SEATS, paper.partner, terms)
            papers.append(paper._replace(commitment=b"", box=box))
        world.state.setup = state.setup._replace(sealed=False)
        world.state.papers = tuple(papers)

    # ------------------------------------------------------------------------------------------------------------------

    def _read(self, paper: Paper, own: Secrets) -> PaperOpening | None:
        if own.seat not in paper.pair:
            return None
        read = own.read_paper(paper.number // SEATS, *paper.pair, paper.commitment, paper.box, self.fields)
        return None if read is None else PaperOpening(paper.number, *read)

    def _agrees(self, state: S, paper: Paper, terms: Terms, salt: bytes) -> bool:
        if not state.setup.sealed:
            return salt == b""
        t = paper.number // SEATS
        return paper.commitment == paper_commitment(state.setup.match, t, *paper.pair, terms, salt)
