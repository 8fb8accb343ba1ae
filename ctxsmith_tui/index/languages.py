"""The table of languages: how a file's language is recognised, and which languages have a grammar.

To parse one more language, name its grammar here and add `queries/<name>.scm`; its imports need a function
in `imports/` only where captures cannot say it all. Every name in the table is stable: it is in the index.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """One language. `grammar` is its tree-sitter name, None where files are searched but not parsed.

    `suffixes` are lower case with their dot, `names` are exact file names, `interpreters` are the
    programs of a `#!` line without version number.
    """

    name: str
    grammar: str | None = None
    suffixes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()


def _language(
    name: str, suffixes: str = "", names: str = "", interpreters: str = "", grammar: str | None = None
) -> Language:
    return Language(name, grammar, tuple(suffixes.split()), tuple(names.split()), tuple(interpreters.split()))


LANGUAGES: tuple[Language, ...] = (
    _language("python", ".py .pyi .pyw", "SConstruct SConscript wscript", "python pypy", grammar="python"),
    _language(
        "javascript",
        ".js .jsx .mjs .cjs .es6",
        "Jakefile",
        "node nodejs bun",
        grammar="javascript",
    ),
    _language("typescript", ".ts .mts .cts", "", "deno ts-node tsx", grammar="typescript"),
    _language("tsx", ".tsx", grammar="tsx"),
    _language("java", ".java", grammar="java"),
    _language("go", ".go", grammar="go"),
    _language("rust", ".rs", "", "rust-script", grammar="rust"),
    _language("c", ".c .h", grammar="c"),
    _language("cpp", ".cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .inl .ipp .tpp .cu .cuh .ino", grammar="cpp"),
    _language("csharp", ".cs .csx", grammar="csharp"),
    _language(
        "ruby",
        ".rb .rake .gemspec .ru .podspec .rbi .jbuilder .thor",
        "Rakefile Gemfile Vagrantfile Podfile Fastfile Guardfile Brewfile Capfile Dangerfile Thorfile "
        "Appraisals .irbrc .pryrc",
        "ruby jruby rake",
        grammar="ruby",
    ),
    _language("php", ".php .phtml .php5 .inc", "", "php", grammar="php"),
    _language("kotlin", ".kt .kts", "", "kotlin", grammar="kotlin"),
    _language("swift", ".swift", "", "swift", grammar="swift"),
    _language("scala", ".scala .sc .sbt", "", "scala", grammar="scala"),
    _language("lua", ".lua", "", "lua luajit", grammar="lua"),
    _language("dart", ".dart", "", "dart", grammar="dart"),
    _language("elixir", ".ex .exs", "", "elixir", grammar="elixir"),
    _language("haskell", ".hs", "", "runhaskell runghc stack", grammar="haskell"),
    _language("zig", ".zig .zon", grammar="zig"),
    _language(
        "shell",
        ".sh .bash .zsh .ksh .bats .envrc",
        ".bashrc .bash_profile .profile .zshrc .envrc PKGBUILD APKBUILD",
        "sh bash zsh ksh dash ash bats",
        grammar="bash",
    ),
    # Searched as text; `structure.py` says of which the headings, or the code in them, are read.
    _language("ada", ".adb .ads"),
    _language("asciidoc", ".adoc .asciidoc"),
    _language("assembly", ".asm .s"),
    _language("astro", ".astro"),
    _language("awk", ".awk", "", "awk gawk mawk"),
    _language("batch", ".bat .cmd"),
    _language("clojure", ".clj .cljs .cljc .edn", "", "clojure bb"),
    _language("cmake", ".cmake", "CMakeLists.txt"),
    _language("crystal", ".cr", "", "crystal"),
    _language("css", ".css"),
    _language("csv", ".csv .tsv"),
    _language("cython", ".pyx .pxd"),
    _language("d", ".d .di"),
    _language("diff", ".diff .patch"),
    _language("dockerfile", ".dockerfile", "Dockerfile Containerfile"),
    _language("eex", ".eex .heex .leex"),
    _language("elm", ".elm"),
    _language("erb", ".erb .rhtml"),
    _language("erlang", ".erl .hrl", "", "escript"),
    _language("fish", ".fish", "", "fish"),
    _language("fortran", ".f .f90 .f95 .f03 .f08 .for"),
    _language("fsharp", ".fs .fsi .fsx"),
    _language("gleam", ".gleam"),
    _language("glsl", ".glsl .vert .frag .comp"),
    _language("gomod", ".mod", "go.mod go.work"),
    _language("gotemplate", ".tmpl .gotmpl"),
    _language("graphql", ".graphql .gql"),
    _language("groovy", ".groovy .gradle", "Jenkinsfile", "groovy"),
    _language("hcl", ".tf .tfvars .hcl"),
    _language("html", ".html .htm .xhtml .jinja .jinja2 .j2 .ejs .hbs .mustache .njk .twig .liquid"),
    _language(
        "ini",
        ".ini .cfg .conf .properties .editorconfig .desktop .service",
        ".editorconfig .gitconfig .gitmodules .npmrc .pylintrc .flake8 .coveragerc",
    ),
    _language(
        "json",
        ".json .jsonc .json5 .jsonl .ndjson .geojson .webmanifest .avsc",
        ".babelrc .eslintrc .prettierrc .swcrc composer.lock Pipfile.lock",
    ),
    _language("julia", ".jl", "", "julia"),
    _language("just", ".just", "justfile Justfile .justfile"),
    _language("latex", ".tex .sty .cls .bib"),
    _language("less", ".less"),
    _language("lisp", ".lisp .lsp .cl .el", "", "sbcl clisp emacs"),
    _language("literatehaskell", ".lhs"),
    _language("make", ".mk .mak .am", "Makefile makefile GNUmakefile BSDmakefile", "make"),
    _language("markdown", ".md .markdown .mdown .mkd .mdx .qmd .rmd"),
    _language("meson", "", "meson.build meson_options.txt meson.options"),
    _language("nim", ".nim .nims"),
    _language("nix", ".nix"),
    _language("notebook", ".ipynb"),
    _language("objc", ".m .mm"),
    _language("ocaml", ".ml .mli .mll .mly", "", "ocaml"),
    _language("org", ".org"),
    _language("pascal", ".pas .pp .dpr .lpr"),
    _language("perl", ".pl .pm .pod", "", "perl"),
    _language("powershell", ".ps1 .psm1 .psd1", "", "pwsh"),
    _language("prisma", ".prisma"),
    _language("prolog", ".pro .prolog", "", "swipl"),
    _language("proto", ".proto"),
    _language("r", ".r", ".Rprofile", "rscript"),
    _language("racket", ".rkt", "", "racket"),
    _language("restructuredtext", ".rst .rest"),
    _language("sass", ".scss .sass"),
    _language("scheme", ".scm .ss", "", "guile"),
    _language("smalltalk", ".st"),
    _language("solidity", ".sol"),
    _language("sql", ".sql .ddl .dml .pgsql .plsql"),
    _language("starlark", ".bzl .star .bazel", "BUILD WORKSPACE Tiltfile"),
    _language("stylus", ".styl"),
    _language("svelte", ".svelte"),
    _language("tcl", ".tcl", "", "tclsh wish"),
    _language(
        "text",
        ".txt .text .log .in",
        "README LICENSE LICENCE COPYING NOTICE AUTHORS CONTRIBUTORS CHANGES CHANGELOG NEWS HISTORY TODO "
        "INSTALL MAINTAINERS CODEOWNERS OWNERS VERSION Gemfile.lock mix.lock .gitignore .gitattributes "
        ".dockerignore .npmignore .mailmap .hgignore",
    ),
    _language("thrift", ".thrift"),
    _language("toml", ".toml", "Pipfile Cargo.lock poetry.lock uv.lock pdm.lock"),
    _language("vb", ".vb .vbs .bas"),
    _language("verilog", ".v .sv .svh .vh"),
    _language("vhdl", ".vhd .vhdl"),
    _language("vim", ".vim", ".vimrc vimrc"),
    _language("vue", ".vue"),
    _language("wgsl", ".wgsl"),
    _language(
        "xml",
        ".xml .xsd .xsl .xslt .svg .rss .atom .plist .csproj .vbproj .fsproj .props .targets .resx .xaml "
        ".wsdl .xlf .ui .storyboard",
    ),
    _language("yaml", ".yaml .yml", ".clang-format .clang-tidy .yamllint"),
)

_BY_NAME = {language.name: language for language in LANGUAGES}
_BY_FILE = {name: language.name for language in LANGUAGES for name in language.names}
_BY_SUFFIX = {suffix: language.name for language in LANGUAGES for suffix in language.suffixes}
_BY_INTERPRETER = {program: language.name for language in LANGUAGES for program in language.interpreters}

LANGUAGE_BYTES = 16_384
"""So much of a file's beginning tells its language: a header may open with its licence and manual."""

_NO_CODE = re.compile(
    rb"""//[^\n]* | /\*.*?(?:\*/|\Z) | "(?:[^"\\\n]|\\.)*+"?
    | ^[ \t]*\#[ \t]*if[^\n]*__cplusplus.*?^[ \t]*\#[ \t]*(?:endif|else)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_CPP = re.compile(
    rb"""^[ \t]*(?: \#[ \t]*include[ \t]*<[\w/]+> | template[ \t]*< | (?:inline[ \t]+)?namespace\b
    | (?:class|using|constexpr)[ \t]+\w | (?:public|private|protected)[ \t]*: ) | \w::\w""",
    re.VERBOSE | re.MULTILINE,
)
_OBJC = re.compile(rb"^[ \t]*(?:@(?:interface|protocol|class|import)\b|\#[ \t]*import\b)", re.MULTILINE)

_SHEBANG = re.compile(rb"#!\s*(\S+)([^\r\n]*)")
_VERSION = re.compile(r"[-.\d]+$")


def language_of(path: str, head: bytes = b"") -> str:
    """Name of the language of the file at `path`, '' when unknown.

    Tried in turn: the exact file name, the suffix, the part of the name before its first dot
    (`Dockerfile.dev`), and the `#!` line in `head`, the first bytes of the content: `LANGUAGE_BYTES` of them
    tell all. A `.h` is C, C++ or Objective-C, as its head says.
    """
    name = posixpath.basename(path)
    suffix = posixpath.splitext(name)[1].lower()
    stem = name.partition(".")[0]
    if suffix == ".h" and head:
        return _header_language(head)
    return _BY_FILE.get(name) or _BY_SUFFIX.get(suffix) or _BY_FILE.get(stem) or _by_shebang(head)


def grammar_of(name: str) -> str | None:
    """Tree-sitter's name for the grammar of the language `name`, None when it is not parsed."""
    language = _BY_NAME.get(name)
    return language.grammar if language else None


def has_grammar(name: str) -> bool:
    """Whether files of the language `name` can be parsed."""
    return grammar_of(name) is not None


def _header_language(head: bytes) -> str:
    """C unless the code says otherwise; what a header holds for C++ only, behind `#ifdef`, does not count."""
    code = _NO_CODE.sub(b" ", head.replace(b"\r\n", b"\n"))
    if _OBJC.search(code):
        return "objc"
    return "cpp" if _CPP.search(code) else "c"


def _by_shebang(head: bytes) -> str:
    match = _SHEBANG.match(head.removeprefix(b"\xef\xbb\xbf"))
    if match is None:
        return ""
    program = _program(match[1])
    if program == "env":
        words = (word for word in match[2].split() if not word.startswith(b"-") and b"=" not in word)
        program = _program(next(words, b""))
    return _BY_INTERPRETER.get(program) or _BY_INTERPRETER.get(_VERSION.sub("", program), "")


def _program(word: bytes) -> str:
    return posixpath.basename(word.decode("utf-8", "replace")).lower()
