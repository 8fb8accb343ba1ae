"""The signals: what each says about every file, in 0..1, and its evidence.

A file's score is the sum over signals of weight x value. Each module holds signals of one kind and each
signal is a function from the shared `Context` to a `Feature`; `FILE_SIGNALS` names them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.signals import history, mentions, names, neighbours, priors, tests, words

FILE_SIGNALS: Mapping[str, Callable[[Context], Feature]] = {
    "words": words.words,
    "title": words.title,
    "passage": words.passage,
    "documentation": words.documentation,
    "names": names.names,
    "definitions": names.definitions,
    "mentions": mentions.mentions,
    "traces": mentions.traces,
    "literals": mentions.literals,
    "commits": history.commits,
    "frequency": history.frequency,
    "tests": tests.tests,
    "cochange": neighbours.cochange,
    "imported": neighbours.imported,
    "length": priors.length,
    "entry": priors.entry,
    "role-test": priors.role_test,
    "role-doc": priors.role_doc,
    "role-config": priors.role_config,
    "role-generated": priors.role_generated,
    "role-data": priors.role_data,
}
