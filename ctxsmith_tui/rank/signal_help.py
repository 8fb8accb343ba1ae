"""What each signal means in a few plain words, for people who change what it counts for."""

from __future__ import annotations

from collections.abc import Mapping

SIGNAL_HELP: Mapping[str, str] = {
    "words": "words of the task in the file, its path and the names it defines",
    "title": "words of the first line of the task alone",
    "passage": "the one passage of the file that has most of the task's words",
    "documentation": "words of the task in the first paragraph of its best docstring",
    "names": "a function or class whose name has words of the task",
    "definitions": "defines a name that stands in the task as code",
    "mentions": "its path or module stands in the task",
    "traces": "a stack trace or line number of the task points into it",
    "literals": "has a text that the task quotes word for word",
    "commits": "changed by commits whose messages are like the task",
    "frequency": "changed often",
    "tests": "tested by tests that match the task",
    "cochange": "changed together with the files that match best",
    "imported": "imported by the files that match best",
    "length": "long files; long functions",
    "entry": "entry files such as __init__.py that mostly pass on others",
    "role-test": "is a test",
    "role-doc": "is documentation or an example",
    "role-config": "is configuration",
    "role-generated": "is generated or vendored",
    "role-data": "is data",
    "file": "the score of the file that the function stands in",
    "file-rank": "stands in one of the very first files",
    "body": "words of the task in the function, against all functions",
    "body-in-file": "the same, against the other functions of its file",
    "name": "its own name has words of the task",
    "class-name": "the name of its class has words of the task",
    "definition": "defines a name that stands in the task as code",
    "literal": "has a text that the task quotes word for word",
    "trace": "a stack trace or line number of the task points into it",
    "target": "is the function that the task is about",
    "neighbour": "calls that function, or is called by it",
    "module-level": "code outside of functions",
}
