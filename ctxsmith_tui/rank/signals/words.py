"""Words of the task in the text: BM25F of whole files, and BM25 of their best passages."""

from __future__ import annotations

import numpy as np

from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.matches import Floats, Matches, scaled, summed, summed_by_key, weights_of
from ctxsmith_tui.rank.signals.evidence import word_counts

FILE_K1, FILE_B = 3.0, 0.6
PATH_OCCURRENCES = 12.0  # a term in the path counts like this many in the text
NAME_OCCURRENCES = 4.0
NEXT_PASSAGES = 0.1  # share of each of the two passages after the best


def words(context: Context) -> Feature:
    """BM25F over text, path and symbol names (Robertson, Zaragoza & Taylor 2004)."""
    return _bm25f(context, weights_of(context.file_body, context.query.terms))


def title(context: Context) -> Feature:
    """The same for the words of the task's title alone."""
    return _bm25f(context, weights_of(context.file_body, context.query.title_terms))


def _bm25f(context: Context, term_weights: Floats) -> Feature:
    body, paths, names = context.file_body, context.file_paths, context.file_names
    files = body.size
    lengths = context.catalog.file_length
    norm = 1.0 - FILE_B + FILE_B * lengths / max(float(lengths.mean()), 1.0) if files else lengths
    keys = np.concatenate([matches.term * files + matches.row for matches in (body, paths, names)])
    occurrences = np.concatenate(
        [body.count / norm[body.row], PATH_OCCURRENCES * paths.count, NAME_OCCURRENCES * names.count]
    )
    present, counts = summed_by_key(keys, occurrences)
    term, row = np.divmod(present, max(files, 1))
    combined = Matches(body.terms, files, term, row, counts)
    gains = term_weights * combined.idf
    values = summed(row, gains[term] * combined.count / (combined.count + FILE_K1), files)
    return Feature(scaled(values), lambda file: _described(context, gains, file))


def _described(context: Context, gains: Floats, file: int) -> tuple[str, ...]:
    in_path = tuple(
        f"{term} in the path"
        for term in sorted(context.file_paths.of_row(file))
        if gains[context.terms.index(term)] > 0
    )
    return word_counts(context.file_body, gains, file) + in_path


def passage(context: Context) -> Feature:
    """The best unit of a file, and a tenth of the next two."""
    scores = context.unit_body_scores
    catalog = context.catalog
    order = np.lexsort((-scores, catalog.unit_file))
    place = np.arange(len(order)) - catalog.first_unit_row[catalog.unit_file[order]]
    share = np.where(place == 0, 1.0, np.where(place <= 2, NEXT_PASSAGES, 0.0))
    values = summed(catalog.unit_file[order], scores[order] * share, len(catalog.paths))

    def explain(file: int) -> tuple[str, ...]:
        first, last = catalog.first_unit_row[file], catalog.first_unit_row[file + 1]
        if first == last or not scores[first:last].any():
            return ()
        best = int(first + np.argmax(scores[first:last]))
        gains = weights_of(context.unit_body, context.query.terms) * context.unit_body.idf
        return (
            f"lines {catalog.unit_start[best]}-{catalog.unit_end[best]}",
            *word_counts(context.unit_body, gains, best),
        )

    return Feature(scaled(values), explain)


def documentation(context: Context) -> Feature:
    """Words of the task in first paragraphs of documentation: the best documented unit of a file."""
    matches = context.unit_docs
    gains = weights_of(matches, context.query.terms) * matches.idf
    per_unit = summed(matches.row, gains[matches.term], matches.size)
    values = best_of_file(context, per_unit)

    def explain(file: int) -> tuple[str, ...]:
        unit = best_unit(context, per_unit, file)
        if unit is None:
            return ()
        line = int(context.catalog.unit_start[unit])
        return (f"at line {line}", *word_counts(matches, gains, unit))

    return Feature(scaled(values), explain)


def best_of_file(context: Context, per_unit: Floats) -> Floats:
    """The largest value among the units of each file."""
    values = np.zeros(len(context.catalog.paths))
    np.maximum.at(values, context.catalog.unit_file, per_unit)
    return values


def best_unit(context: Context, per_unit: Floats, file: int) -> int | None:
    """Row of the unit with the largest positive value in a file."""
    first, last = context.catalog.first_unit_row[file], context.catalog.first_unit_row[file + 1]
    if first == last or not per_unit[first:last].any():
        return None
    return int(first + np.argmax(per_unit[first:last]))
