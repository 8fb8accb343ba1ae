"""Which files a file imports, language by language."""

from __future__ import annotations

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.graph.modules import imported_files

PYTHON = {
    "pkg/__init__.py": "",
    "pkg/core.py": "x = 1\n",
    "pkg/sub/__init__.py": "",
    "pkg/sub/deep.py": "y = 1\n",
    "other/core.py": "z = 1\n",
}
JAVASCRIPT = {
    "src/a.js": "export const a = 1;\n",
    "src/b.ts": "export const b = 1;\n",
    "src/dir/index.js": "export const c = 1;\n",
    "src/view.vue": "<script>export default {}</script>\n",
    "src/style.css": "a {}\n",
}
RUST = {
    "src/lib.rs": "pub mod util;\n",
    "src/util.rs": "pub fn go() {}\n",
    "src/net/mod.rs": "pub mod tcp;\n",
    "src/net/tcp.rs": "pub fn open() {}\n",
    "src/net/tcp/inner.rs": "pub fn inner() {}\n",
}
GO = {
    "store/db.go": "package store\n",
    "store/cache.go": "package store\n",
    "store/notes.md": "# Notes\n",
    "internal/store/other.go": "package store\n",
}
JAVA = {
    "src/main/java/org/demo/Thing.java": "package org.demo;\npublic class Thing {}\n",
    "src/main/java/org/demo/util/Tool.java": "package org.demo.util;\npublic class Tool {}\n",
}


def imports(engine: Engine, path: str) -> set[str]:
    context = engine.task_ranking("anything").context
    rows = imported_files(context.reader, context.catalog, context.catalog.row_of_path[path])
    assert len(rows) == len(set(rows))
    return {context.catalog.paths[row] for row in rows}


@pytest.mark.parametrize(
    ("files", "path", "statement", "expected"),
    [
        (PYTHON, "pkg/main.py", "from . import core", {"pkg/core.py"}),
        (PYTHON, "pkg/main.py", "from .core import x", {"pkg/core.py"}),
        (PYTHON, "pkg/main.py", "from .sub.deep import y", {"pkg/sub/deep.py"}),
        (PYTHON, "pkg/main.py", "from .sub import missing", {"pkg/sub/__init__.py"}),
        (PYTHON, "pkg/main.py", "from . import name_of_the_package", {"pkg/__init__.py"}),
        (PYTHON, "pkg/sub/main.py", "from ..core import x", {"pkg/core.py"}),
        (PYTHON, "pkg/sub/main.py", "from .. import core", {"pkg/core.py"}),
        (PYTHON, "tests/t.py", "from pkg.core import x", {"pkg/core.py"}),
        (PYTHON, "tests/t.py", "import pkg.sub.deep", {"pkg/sub/deep.py"}),
        (PYTHON, "tests/t.py", "from pkg.sub.deep import *", {"pkg/sub/deep.py"}),
        (PYTHON, "pkg/main.py", "from .....core import x", set()),
        (PYTHON, "a/b/c/d/main.py", "from ...... import core", set()),
        (PYTHON, "pkg/main.py", "import os, json, numpy.linalg", set()),
        (JAVASCRIPT, "src/main.js", "import { a } from './a';", {"src/a.js"}),
        (JAVASCRIPT, "src/main.js", "const a = require('./a.js');", {"src/a.js"}),
        (JAVASCRIPT, "src/main.js", "import c from './dir';", {"src/dir/index.js"}),
        (JAVASCRIPT, "src/main.js", "import c from './dir/index.js';", {"src/dir/index.js"}),
        (JAVASCRIPT, "src/dir/main.js", "import a from '../a';", {"src/a.js"}),
        (JAVASCRIPT, "src/main.ts", "import { b } from './b.js';", {"src/b.ts"}),
        (JAVASCRIPT, "src/main.ts", "export * from './b';", {"src/b.ts"}),
        (JAVASCRIPT, "src/main.js", "import v from './view.vue';", {"src/view.vue"}),
        (JAVASCRIPT, "src/main.js", "import './style.css';", {"src/style.css"}),
        (JAVASCRIPT, "src/main.js", "import a from 'a'; import b from '@scope/b';", set()),
        (JAVASCRIPT, "src/main.js", "import a from '../../../../a';", set()),
        (RUST, "src/main.rs", "mod util;", {"src/util.rs"}),
        (RUST, "src/main.rs", "use crate::util::go;", {"src/util.rs"}),
        (RUST, "src/net/udp.rs", "use crate::net::tcp::open;", {"src/net/tcp.rs"}),
        (RUST, "src/net/udp.rs", "use super::tcp::open;", {"src/net/tcp.rs"}),
        (RUST, "src/net/udp.rs", "use super::super::util::go;", {"src/util.rs"}),
        (RUST, "src/net/tcp/x.rs", "use super::inner::inner;", {"src/net/tcp/inner.rs"}),
        (RUST, "src/main.rs", "use std::fs::File;", set()),
        (GO, "main.go", 'package main\nimport "github.com/me/demo/store"', {"store/cache.go", "store/db.go"}),
        (GO, "main.go", 'package main\nimport "demo/internal/store"', {"internal/store/other.go"}),
        (GO, "main.go", 'package main\nimport "fmt"', set()),
        (JAVA, "src/main/java/A.java", "import org.demo.Thing;", {"src/main/java/org/demo/Thing.java"}),
        (
            JAVA,
            "src/main/java/A.java",
            "import static org.demo.util.Tool.run;",
            {"src/main/java/org/demo/util/Tool.java"},
        ),
        (JAVA, "src/main/java/A.java", "import java.util.List;", set()),
    ],
)
def test_an_import_names_its_file(make_engine, files, path: str, statement: str, expected: set[str]) -> None:
    assert imports(make_engine(files | {path: statement + "\n"}), path) == expected


def test_a_name_that_fits_too_many_files_names_none(make_engine) -> None:
    files = {f"p{k}/demo/core.py": "x = 1\n" for k in range(13)}
    assert imports(make_engine(files | {"main.py": "import demo.core\n"}), "main.py") == set()


def test_a_file_does_not_import_itself(make_engine) -> None:
    engine = make_engine({"pkg/core.py": "from pkg.core import x\nfrom . import core\n"})
    assert imports(engine, "pkg/core.py") == set()
