"""The order of files, and that every score is the sum of what is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui import Engine
from ctxsmith_tui.model import RankedFile
from ctxsmith_tui.rank.matches import bm25, weights_of
from ctxsmith_tui.rank.ranking import TaskRanking
from ctxsmith_tui.rank.weights import SHIPPED, Weights
from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.terms import WORD, terms_of

WORDS = [
    *"session cookie expires zebra index() `index` open_session SessionStore.open_session".split(),
    *"app/sessions.py views.py sign zanzibar keys the 404 🎉 漢字 test docs".split(),
    "https://x.org/a/blob/main/app/views.py#L3",
    '"cannot be opened twice"',
    'File "app/signing.py", line 2, in sign',
    "\n",
    "```",
    "Error: the session None cannot be opened twice",
]
tasks = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join).filter(str.strip)


def assert_adds_up(file: RankedFile) -> None:
    assert round(math.fsum(each.points for each in file.contributions), 4) == file.score
    assert all(each.points != 0 and round(each.points, 4) == each.points for each in file.contributions)
    points = [each.points for each in file.contributions]
    assert points == sorted(points, reverse=True)
    assert len({each.signal for each in file.contributions}) == len(points)


@settings(deadline=None, max_examples=40)
@given(task=tasks)
def test_the_score_of_every_file_is_exactly_the_sum_of_its_contributions(engine: Engine, task: str) -> None:
    ranking = engine.rank(task, limit=1000)
    assert len(ranking.files) == ranking.candidates
    for file in ranking.files:
        assert_adds_up(file)
    by_path = {file.path: file for file in ranking.files}
    for path in engine.task_ranking(task).context.catalog.paths:
        explained = engine.why(task, path)
        assert_adds_up(explained)
        assert explained == by_path.get(path, explained)
        assert (explained.rank == 0) == (path not in by_path)


@settings(deadline=None, max_examples=20)
@given(task=tasks, weight=st.floats(-5, 5), signal=st.sampled_from(sorted(SHIPPED.files)))
def test_scores_add_up_under_any_weights(engine: Engine, task: str, weight: float, signal: str) -> None:
    weights = Weights({**SHIPPED.files, signal: weight}, SHIPPED.units)
    for file in engine.rank(task, limit=1000, weights=weights).files:
        assert_adds_up(file)


@settings(deadline=None, max_examples=15)
@given(task=tasks)
def test_the_scores_of_units_add_up_too(engine: Engine, task: str) -> None:
    units = engine.task_ranking(task).units(8000)
    scores = [units.unit(k).score for k in range(len(units))]
    assert scores == sorted(scores, reverse=True)
    for k, score in enumerate(scores):
        assert round(math.fsum(each.points for each in units.contributions(k)), 4) == score
        assert units.reason(k)


def test_ranks_count_from_one_and_scores_fall(engine: Engine) -> None:
    files = engine.rank("the session expires", limit=1000).files
    assert [file.rank for file in files] == list(range(1, len(files) + 1))
    assert [file.score for file in files] == sorted((file.score for file in files), reverse=True)
    assert engine.rank("the session expires", limit=2).files == files[:2]


def test_a_file_that_nothing_speaks_for_is_no_candidate_and_still_explained(engine: Engine) -> None:
    files = {file.path for file in engine.rank("zebra", limit=1000).files}
    assert "lib/views.py" not in files
    explained = engine.why("zebra", "lib/views.py")
    assert explained.rank == 0
    assert_adds_up(explained)


def test_ties_go_by_path(make_engine) -> None:
    names = ["b/x.py", "a/y.py", "c/z.py", "a/é.py", "B/x.py"]
    engine = make_engine(dict.fromkeys(names, "def zebra():\n    return 1\n"))
    files = engine.rank("zebra").files
    assert len({file.score for file in files}) == 1
    assert [file.path for file in files] == sorted(names, key=str.encode)


def test_a_scope_limits_what_is_ranked(engine: Engine) -> None:
    files = engine.rank("session", limit=1000, scope=["app/"]).files
    assert files
    assert all(file.path.startswith("app/") for file in files)


@pytest.mark.parametrize("task", ["of the and", "🎉🎉", "qqqqqqq", "1 2 3"])
def test_a_task_without_any_match_has_no_candidates(engine: Engine, task: str) -> None:
    ranking = engine.rank(task)
    assert ranking.files == ()
    assert ranking.candidates == 0


# --- BM25 against the textbook -----------------------------------------------------------------------


def reference_bm25(texts: list[str], query: Mapping[str, float], k1: float, b: float) -> list[float]:
    documents = [terms_of(text) for text in texts]
    lengths = [len(WORD.findall(text)) for text in texts]
    mean = sum(lengths) / len(lengths)
    scores = []
    for words, length in zip(documents, lengths, strict=True):
        score = 0.0
        for term, weight in query.items():
            containing = sum(term in document for document in documents)
            idf = math.log(1 + (len(documents) - containing + 0.5) / (containing + 0.5))
            tf = words.count(term)
            score += weight * idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean))
        scores.append(score)
    return scores


TASK = "session cookie opened, sign the value\nexpires views expires"


@pytest.fixture(scope="module")
def ranking(engine: Engine) -> TaskRanking:
    return engine.task_ranking(TASK)


def text_of(ranking: TaskRanking, row: int) -> list[str]:
    return split_lines(ranking.context.read_text(ranking.context.catalog.paths[row]))


def test_the_scores_of_units_are_bm25(ranking: TaskRanking) -> None:
    catalog, context = ranking.context.catalog, ranking.context
    texts = [
        "\n".join(text_of(ranking, int(file))[start - 1 : end])
        for file, start, end in zip(catalog.unit_file, catalog.unit_start, catalog.unit_end, strict=True)
    ]
    expected = reference_bm25(texts, context.query.terms, 1.5, 0.5)
    assert context.unit_body_scores.tolist() == pytest.approx(expected)
    assert max(expected) > 1
    again = bm25(
        context.unit_body,
        weights_of(context.unit_body, context.query.terms),
        catalog.unit_length.astype(float),
        k1=0.9,
        b=0.1,
    )
    expected = reference_bm25(texts, context.query.terms, 0.9, 0.1)
    assert again.tolist() == pytest.approx(expected)


@pytest.mark.parametrize(("signal", "query"), [("words", "terms"), ("title", "title_terms")])
def test_words_of_files_are_bm25f_over_text_names_and_path(
    ranking: TaskRanking, signal: str, query: str
) -> None:
    context, catalog = ranking.context, ranking.context.catalog
    bodies = [terms_of("\n".join(text_of(ranking, row))) for row in range(len(catalog.paths))]
    defined = [
        [each.name for each in context.symbols(row) if each.kind != "heading"]
        for row in range(len(catalog.paths))
    ]
    names = [terms_of(" ".join(each)) for each in defined]
    paths = [terms_of(path) for path in catalog.paths]
    lengths = catalog.file_length
    scores = [0.0] * len(paths)
    for term, weight in getattr(context.query, query).items():
        pseudo = [
            body.count(term) / (0.4 + 0.6 * length / lengths.mean())
            + 12 * path.count(term)
            + 4 * name.count(term)
            for body, path, name, length in zip(bodies, paths, names, lengths, strict=True)
        ]
        containing = sum(each > 0 for each in pseudo)
        idf = math.log(1 + (len(paths) - containing + 0.5) / (containing + 0.5))
        for row, frequency in enumerate(pseudo):
            scores[row] += weight * idf * frequency / (frequency + 3.0)
    expected = [score / max(scores) for score in scores]
    assert ranking.files.features[signal].values.tolist() == pytest.approx(expected)
