"""Search: functions, classes and passages by words or by (part of) a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ctxsmith_tui.model import Note, NoteState, Role, SearchHit
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.query import Query, parse_task
from ctxsmith_tui.rank.ranking import rank_task
from ctxsmith_tui.rank.weights import SEARCH
from ctxsmith_tui.store.index_reader import DEAD
from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.terms import WORD, terms_of

# What a name that the query spells is worth beside the score of matching words, which rarely exceeds 10.
EXACT, EXACT_BUT_CASE, PREFIX, PART = 100.0, 80.0, 40.0, 20.0
NOTE = 15.0  # of a note that has all words of the query: somebody wrote it for whoever looks for them
LEAST_OF_NOTE = 0.5  # share of the query's words that a note must have
NOTE_CHARACTERS = 100
SHORTEST_PART = 3  # letters


def search_query(text: str) -> Query:
    """A query in which every word may be the name of a definition."""
    query = parse_task(text)
    return replace(query, identifiers={**dict.fromkeys(WORD.findall(text), 1), **query.identifiers})


def search(context: Context, limit: int, notes: Sequence[Note] = ()) -> list[SearchHit]:
    """The best hits, named ones first: the name itself, then names that begin with it or hold it.

    Notes are found by their words, and every hit has the notes about its lines.
    """
    hits: dict[tuple[str, int], SearchHit] = {}
    for hit in (*_by_name(context), *_by_words(context, limit)):
        key = (hit.path, hit.start_line)
        if key not in hits or hits[key].score < hit.score:
            hits[key] = hit
    found = [*hits.values(), *_by_note(context, notes)]
    best = sorted(found, key=lambda hit: (-hit.score, hit.path, hit.start_line))[:limit]
    return [hit if hit.notes else _with_notes(hit, notes) for hit in best]


def _with_notes(hit: SearchHit, notes: Sequence[Note]) -> SearchHit:
    about = tuple(
        note
        for note in notes
        if note.path == hit.path
        and note.start_line <= hit.end_line
        and hit.start_line <= note.end_line
        and note.state is not NoteState.LOST
    )
    return replace(hit, notes=about) if about else hit


def _by_note(context: Context, notes: Sequence[Note]) -> list[SearchHit]:
    """Notes that have enough of the words."""
    terms, hits = context.query.terms, []
    for note in notes:
        words = set(terms_of(note.text))
        share = sum(weight for term, weight in terms.items() if term in words) / (sum(terms.values()) or 1.0)
        if share >= LEAST_OF_NOTE:
            first_line = note.text.strip().partition("\n")[0][:NOTE_CHARACTERS]
            place = note.path, note.start_line, note.end_line
            score = round(NOTE * share, 4)
            hits.append(SearchHit(*place, "note", note.symbol, first_line, score, (note,)))
    return hits


def _by_name(context: Context) -> list[SearchHit]:
    """Symbols whose name is, begins with or holds the query written as one name."""
    wanted = context.query.task.strip()
    owner, _, name = wanted.replace("::", ".").rpartition(".")
    if not name.isidentifier() or (len(name) < SHORTEST_PART and not name[0].isupper()):
        return []
    catalog, hits = context.catalog, []
    for file_id, symbol in context.reader.symbols_like(name):
        row = int(catalog.file_row[file_id])
        if row == DEAD or (owner and not f".{symbol.qualname}".endswith(f".{owner}.{symbol.name}")):
            continue
        if symbol.name == name:
            score = EXACT
        elif symbol.name.lower() == name.lower():
            score = EXACT_BUT_CASE
        else:
            score = PREFIX if symbol.name.lower().startswith(name.lower()) else PART
        defines = symbol.kind != "heading" and catalog.roles[row] is not Role.TEST
        score -= (0.0 if defines else 5.0) + len(symbol.qualname) / 100
        hits.append(
            SearchHit(
                catalog.paths[row],
                symbol.start_line,
                symbol.end_line,
                symbol.kind,
                symbol.qualname,
                symbol.signature,
                round(score, 4),
            )
        )
    return hits


def _by_words(context: Context, limit: int) -> list[SearchHit]:
    """Units by the words in their text and names; a symbol of several units counts once."""
    units = rank_task(context, weights=SEARCH).units(0)
    found: dict[tuple[str, int], SearchHit] = {}
    for position in range(len(units)):
        if len(found) >= limit:
            break
        unit = units.unit(position)
        start, end = unit.symbol_lines
        signature = unit.signature or _first_line(context, unit.path, start)
        hit = SearchHit(unit.path, start, end, unit.kind or "text", unit.symbol, signature, unit.score)
        found.setdefault((unit.path, start), hit)
    return list(found.values())


def _first_line(context: Context, path: str, line: int) -> str:
    lines = split_lines(context.read_text(path))
    return lines[line - 1].strip()[:100] if line <= len(lines) else ""
