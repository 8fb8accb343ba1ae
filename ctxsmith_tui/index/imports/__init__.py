"""What an import statement brings in.

Where a query's captures say it all, `captured.py` reads them. The languages in `READERS` have a function
of their own: it takes the node that the query captured as `@import` and yields a `Binding` for every name:

| statement                       | name      | target        | alias  |
|---------------------------------|-----------|---------------|--------|
| `import a.b`                    | `b`       | `a.b`         | `a`    |
| `import a.b as c`               | `b`       | `a.b`         | `c`    |
| `from a import b as c`          | `b`       | `a.b`         | `c`    |
| `from . import b`               | `b`       | `.b`          | `b`    |
| `from ..a import *`             | `*`       | `..a.*`       |        |
| `import a.b.C` (Java)           | `C`       | `a.b.C`       | `C`    |
| `import static a.C.*` (Java)    | `*`       | `a.C.*`       |        |
| `import c "a/b"` (Go)           | `b`       | `a/b`         | `c`    |
| `use a::{b as c, d::*}` (Rust)  | `b`, `*`  | `a::b`, `a::d::*` | `c`, |
| `use a::b::{self}` (Rust)       | `b`       | `a::b`        | `b`    |
| `mod a;` (Rust)                 | `a`       | `self::a`     | `a`    |
| `import {a as b} from "m"` (JS) | `a`       | `m`           | `b`    |
| `import a from "m"`             | `default` | `m`           | `a`    |
| `import * as a from "m"`        | `*`       | `m`           | `a`    |
| `import "m"`, `require("m")`    | `*`       | `m`           |        |
| `const {a: b} = require("m")`   | `a`       | `m`           | `b`    |
| `export {a as b} from "m"`      | `a`       | `m`           | `b`    |
| `#include "a/b.h"` (C)          | `*`       | `a/b.h`       |        |
| `using namespace a::b` (C++)    | `*`       | `a::b`        |        |
| `using a::b`, `namespace c = a::b` | `b`    | `a::b`        | `b`, `c` |
| `const a = @import("m.zig").b`  | `b`       | `m.zig`       | `a`    |
| `use A\\B as C;` (PHP)           | `B`       | `A\\B`         | `C`    |
| `using A.B;` (C#)               | `*`       | `A.B`         |        |
| `import a.b.*` (Kotlin)         | `*`       | `a.b`         |        |
| `import A` (Swift)              | `*`       | `A`           |        |
| `require_relative "a"` (Ruby)    | `*`       | `./a`         |        |
| `alias A.{B, C}` (Elixir)       | `B`, `C`  | `A.B`, `A.C`  | `B`, `C` |
| `import A`, `use A` (Elixir)    | `*`       | `A`           |        |
| `import a.{B => C, _}` (Scala)  | `B`, `*`  | `a.B`, `a.*`  | `C`,   |
| `import "a.dart" as a` (Dart)   | `*`       | `a.dart`      | `a`    |
| `import "a.dart" show B` (Dart) | `B`       | `a.dart`      | `B`    |
| `local b = require("a.b")` (Lua) | `b`      | `a.b`         | `b`    |
| `local c = require("a").c` (Lua) | `c`      | `a.c`         | `c`    |
| `import qualified A.B as C` (Haskell) | `B` | `A.B`         | `C`    |
| `import A.B (c)` (Haskell)      | `c`       | `A.B.c`       | `c`    |
| `source "$DIR/lib/a.sh"` (shell) | `*`      | `lib/a.sh`    |        |

So `target` is the full path of what is imported; only in JavaScript, TypeScript, Dart and Zig, where a
module is a file and not part of a name, it is the module alone.
"""

from __future__ import annotations

from ctxsmith_tui.index.imports.binding import Binding, Reader
from ctxsmith_tui.index.imports.captured import captured
from ctxsmith_tui.index.imports.dart import dart
from ctxsmith_tui.index.imports.elixir import elixir
from ctxsmith_tui.index.imports.go import go
from ctxsmith_tui.index.imports.haskell import haskell
from ctxsmith_tui.index.imports.java import java
from ctxsmith_tui.index.imports.javascript import javascript
from ctxsmith_tui.index.imports.lua import lua
from ctxsmith_tui.index.imports.python import python
from ctxsmith_tui.index.imports.rust import rust
from ctxsmith_tui.index.imports.scala import scala
from ctxsmith_tui.index.imports.shell import shell
from ctxsmith_tui.index.imports.zig import zig

READERS: dict[str, Reader] = {
    "python": python,
    "javascript": javascript,
    "typescript": javascript,
    "tsx": javascript,
    "java": java,
    "go": go,
    "rust": rust,
    "zig": zig,
    "elixir": elixir,
    "scala": scala,
    "haskell": haskell,
    "lua": lua,
    "dart": dart,
    "shell": shell,
}

__all__ = ["READERS", "Binding", "captured"]
