"""What a file is for, told by its path and, where the path is not enough, by its first bytes and size.

The tables are the rules. The first kind that applies decides: generated or vendored, data, test, doc, config,
and source for all the rest. Source code that is called a test, generated or data is hidden from whoever
looks for it, so doubt means source:

- `tests` and the other `_TEST_FOLDERS` hold tests wherever they are;
- libraries also call their *support* for testing `test` or `testing` (`django/test/client.py`,
  `sphinx/testing`, `spring-test/src/main/.../test`). Those names, and folders of docs, examples and
  benchmarks, count only where a project keeps its own folders: at the top or in a member of a workspace
  (`packages/x/test`). `test` also counts directly in `src/`, and for languages whose packages are not
  called so at any depth outside `lib/` and `include/`; `testing` counts at the top alone;
- below `src/main/` nothing is a test.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ctxsmith_tui.model import Role


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# --- generated or vendored ---------------------------------------------------------------------------

_VENDOR_FOLDERS = _words(
    """vendor vendored _vendor _vendored third_party third-party thirdparty 3rdparty 3rd_party
    node_modules bower_components site-packages Godeps Pods single_include __generated__ .yarn"""
)
_VENDOR_OF_SHOPS = "vendor"  # a word of its own in what sells things: below src/main/, and in Rails' app/
_RAILS_EXTENSIONS = _words("rb erb haml slim jbuilder")
# Libraries of one file, which projects carry along beside their tests or in a folder for what is not theirs.
_CARRIED_FOLDERS = _words("ext extern external externals deps dependencies submodules")
_CARRIED_NAME = re.compile(
    r"^(json\.hpp|(catch|catch_amalgamated|doctest|httplib|cxxopts|CLI11|argparse|picojson|pugixml)\.(h|hpp))$"
)
_C_EXTENSIONS = _words("c cc cpp h hpp")
_TEST_LIBRARY_FOLDERS = _words("gtest gmock googletest googlemock catch2 Catch2 doctest")
_TEST_LIBRARY_NAME = re.compile(
    r"^(catch|catch_amalgamated|doctest|(gmock-)?gtest-all|gmock-all)\.(h|hpp|cc|cpp)$"
)
_STB_NAME = re.compile(r"^stb_\w+\.h$")
_METADATA_FOLDERS = (".egg-info", ".dist-info")
_BUILT_FOLDERS = _words("dist")  # what these hold is built only if it is for a browser
_BUILT_EXTENSIONS = _words("js mjs cjs css map")
_GENERATED_NAME = re.compile(
    r"""[._-]min\.(js|mjs|cjs|css|html)$ | \.(bundle|chunk)\.(js|css)$ | \.(js|mjs|cjs|css|ts)\.map$
    | \.generated\.\w+$ | \.gen\.(go|ts|js|rs)$ | _generated\.(go|rs|h|py|ts)$ | ^zz_generated
    | \.pb(\.gw|\.validate)?\.(go|h|cc|c|swift)$ | _pb2(_grpc)?\.pyi?$ | _pb(\.d)?\.(js|ts|rb)$
    | \.(g|freezed|gr|mocks|pb|pbenum|pbjson|pbserver|pbgrpc)\.dart$ | \.(designer|g|g\.i)\.cs$
    | \.tab\.[ch]$ | ^lex\.yy\.c$
    | ^_ide_helper(_models)?\.php$""",
    re.VERBOSE | re.IGNORECASE,
)

# --- data --------------------------------------------------------------------------------------------

_DATA_NAMES = _words(
    """package-lock.json npm-shrinkwrap.json pnpm-lock.yaml bun.lockb go.sum go.work.sum gradle.lockfile
    packages.lock.json Package.resolved verification-metadata.xml"""
)
_DATA_EXTENSIONS = _words(
    """lock csv tsv jsonl ndjson geojson topojson parquet arrow feather avro orc npy npz pkl pickle h5 hdf5
    asc sig mat fits db sqlite sqlite3 po pot xlf xliff resx strings arb svg png jpg jpeg gif webp bmp ico
    icns tif tiff psd eps ai pdf ps graffle mmdb dbf shp shx prj kml ttf otf woff woff2 eot mp3 mp4 wav
    ogg flac avi mov webm zip gz tgz bz2 xz z br lz4 lzma zst 7z rar tar jar war whl egg so dylib dll
    exe a o obj lib class pyc wasm bin dat pem crt cer key der p12 jks patch diff log golden approved
    cast dump"""
)
_LOCALE_FOLDERS = _words("locale locales i18n translations")
_FIXTURE_FOLDERS = _words("fixtures __fixtures__ testdata test-data test_data")
_DATA_WHEN_FIXTURE = _words("mo json json5 xml yaml yml html htm")

# --- tests -------------------------------------------------------------------------------------------

_TEST_FOLDERS = _words(
    """tests Tests __tests__ __test__ __mocks__ __fixtures__ __snapshots__ testdata test-data test_data
    testsuite unittests unit_tests integration_tests integration-tests functional_tests"""
)
# .NET: src/Foo.Tests, src/Foo.IntegrationTests; Xcode: FooTests
_TEST_PROJECT = re.compile(r"\.(\w+)?Tests?$|[A-Za-z0-9]Tests$")
_TOP_TEST_FOLDER = "testing"
_OWN_TEST_FOLDERS = _words(
    "test spec specs e2e t fixtures integration_test bench benches benchmark benchmarks benchsuite"
)
_PACKAGE_MAY_BE_CALLED_TEST = _words("py pyi pyx rs lua")
_DEEP_SPEC_EXTENSIONS = _words("rb lua cr")
_LIBRARY_FOLDERS = _words("lib include")
_TEST_NAME = re.compile(
    r"""^(test_.*|tests|.*_tests?|conftest)\.pyi?$
    | _test\.go$
    | [._](test|spec|tests|cy|e2e|e2e-spec|test-d)\.[cm]?[jt]sx?$ | [._](test|spec)\.(vue|svelte)$
    | [a-z0-9]Tests?\.(java|kt|kts|scala|groovy|cs|vb|fs|php|swift|hs|cpp|cc|m|mm)$
    | [a-z0-9](Spec|Suite)\.(scala|groovy|hs)$ | [a-z0-9]IT\.(java|kt)$
    | (^test_.*|[._-](test|tests|unittest|unittests))\.(c|cc|cpp|cxx|h|hpp|m|mm)$
    | ^tests\.rs$ | _tests?\.rs$
    | ^test_.*\.(rb|lua|jl|nim|d)$ | _(spec|test)\.(rb|lua|cr)$ | ^(spec|test)_helper\.(rb|exs)$
    | _test\.(exs|dart|clj|cljs|cljc|jl|hs|zig|nim|ml|elm|sh|d|gleam|erl|pl)$ | _SUITE\.erl$
    | \.(t|bats|feature|snap|phpt)$""",
    re.VERBOSE,
)
# Below such a folder a file of such an extension is what others include, whatever it is called.
_LIBRARY_OF = {
    **dict.fromkeys(("rb", "ex", "exs"), "lib"),
    **dict.fromkeys(("h", "hpp"), "include"),
    "php": "src",
    "swift": "Sources",
}

# --- docs --------------------------------------------------------------------------------------------

_DOC_EXTENSIONS = _words("md mdx markdown mkd rst adoc asciidoc txt org pod rdoc texi texinfo tex rmd qmd")
_MANUAL_PAGE = re.compile(r"\.[1-9]$")
_DOC_NAMES = _words(
    """readme license licence unlicense copying copyright notice patents authors contributors maintainers
    thanks credits citation changes changelog history news todo install contributing security
    code_of_conduct faq"""
)
_OWN_DOC_FOLDERS = _words(
    """docs doc documentation website site-docs example examples _examples sample samples demo demos
    tutorial tutorials galleries notebooks"""
)

# --- config ------------------------------------------------------------------------------------------

_CONFIG_EXTENSIONS = _words(
    """yaml yml toml ini cfg conf config json json5 jsonc xml xsd wsdl properties plist env tfvars gradle
    csproj fsproj vbproj vcxproj shproj sln slnx props targets cmake mk am ac m4 mak ninja bazel bzl
    gemspec podspec cabal nimble opam rockspec sbt pbxproj xcconfig xcscheme storyboard service spec cff
    neon dist zon"""
)
_CONFIG_NAMES = _words(
    """Dockerfile Containerfile Makefile makefile GNUmakefile Justfile justfile Jenkinsfile Procfile
    Vagrantfile Rakefile Gemfile Podfile Fastfile Brewfile Pipfile Earthfile Tiltfile BUILD WORKSPACE
    CODEOWNERS Kconfig SConstruct SConscript configure MANIFEST CMakeLists.txt go.mod go.work mix.exs
    .formatter.exs .credo.exs Capfile Dangerfile Appraisals
    Package.swift meson.build meson_options.txt meson.options build.gradle.kts settings.gradle.kts
    gradlew gradlew.bat mvnw mvnw.cmd"""
)
_CONFIG_NAME = re.compile(
    r"""^(Dockerfile|Makefile)[._] | ^requirements[\w.-]*\.txt$ | \.(config|conf)\.[cm]?[jt]s$
    | ^(gulpfile|Gruntfile|rollup|webpack|karma)[\w.]*\.[cm]?[jt]s$ | ^\.[\w.-]*rc(\.[cm]?js)?$
    | ^Package@swift-[\d.]+\.swift$""",
    re.VERBOSE,
)
_CI_FOLDERS = _words(
    ".github .gitlab .circleci .azure-pipelines .buildkite .devcontainer .vscode .idea .husky"
)

# --- places ------------------------------------------------------------------------------------------

_WORKSPACES = _words(
    "packages crates modules libs apps plugins extensions projects components services sdk tools gems contrib"
)


def role_of(path: str) -> Role:
    """The role of the file at `path` (relative, with `/`), told by the path alone."""
    *folders, name = path.split("/")
    extension = _extension(name)
    if _is_generated(folders, name, extension):
        return Role.GENERATED
    if _is_data(folders, name, extension):
        return Role.DATA
    if _is_test(folders, name, extension):
        return Role.TEST
    if _is_config_name(name) or _CI_FOLDERS.intersection(folders):
        return Role.DOC if extension in ("md", "rst") else Role.CONFIG
    if _is_doc(folders, name, extension):
        return Role.DOC
    return Role.CONFIG if extension in _CONFIG_EXTENSIONS else Role.SOURCE


def _extension(name: str) -> str:
    """What follows the last dot (`.in` of a template aside), in lower case; '' for `Makefile`, `.bashrc`."""
    stem, dot, extension = name.removesuffix(".in").rpartition(".")
    return extension.lower() if dot and stem else ""


def _is_generated(folders: list[str], name: str, extension: str) -> bool:
    if _is_vendored(folders, name, extension) or _GENERATED_NAME.search(name):
        return True
    if any(folder.endswith(_METADATA_FOLDERS) for folder in folders):
        return True
    return extension in _BUILT_EXTENSIONS and not _BUILT_FOLDERS.isdisjoint(folders)


def _is_vendored(folders: list[str], name: str, extension: str) -> bool:
    marked = _VENDOR_FOLDERS.intersection(folders)
    if marked == {_VENDOR_OF_SHOPS}:
        return not _below_main(folders) and not (folders[0] == "app" and extension in _RAILS_EXTENSIONS)
    if marked or (_CARRIED_NAME.search(name) and not _CARRIED_FOLDERS.isdisjoint(folders)):
        return True
    if ("wwwroot", "lib") in pairwise(folders) or (folders and _STB_NAME.search(name)):
        return True
    named = _TEST_LIBRARY_NAME.search(name) or not _TEST_LIBRARY_FOLDERS.isdisjoint(folders)
    return bool(named) and extension in _C_EXTENSIONS and _is_below_tests(folders, extension)


def _is_data(folders: list[str], name: str, extension: str) -> bool:
    if name in _DATA_NAMES or extension in _DATA_EXTENSIONS:
        return True
    if extension not in _DATA_WHEN_FIXTURE:
        return False
    if extension in ("json", "xml") and not _TEST_FOLDERS.isdisjoint(folders):
        return True
    return not (_FIXTURE_FOLDERS | _LOCALE_FOLDERS).isdisjoint(folders)


def _is_test(folders: list[str], name: str, extension: str) -> bool:
    if _below_main(folders):
        return False
    if _TEST_NAME.search(name) and _LIBRARY_OF.get(extension) not in folders:
        return True
    return _is_below_tests(folders, extension)


def _is_below_tests(folders: list[str], extension: str) -> bool:
    return any(_is_test_folder(folders, place, extension) for place in range(len(folders)))


def _is_test_folder(folders: list[str], place: int, extension: str) -> bool:
    folder = folders[place]
    if folder in _TEST_FOLDERS or _TEST_PROJECT.search(folder):
        return True
    in_src = place > 0 and folders[place - 1] == "src"
    if (
        in_src and folder.endswith("Test") and folder != "Test"
    ):  # Gradle: src/androidTest; `Test` is Haskell's
        return True
    if folder.lower() in _OWN_TEST_FOLDERS and _is_own_folder(folders, place):
        return True
    if folder == _TOP_TEST_FOLDER:
        return place == 0
    if folder == "test":
        deep = extension not in _PACKAGE_MAY_BE_CALLED_TEST
        return (in_src and extension != "rs") or (deep and _LIBRARY_FOLDERS.isdisjoint(folders[:place]))
    return folder == "spec" and extension in _DEEP_SPEC_EXTENSIONS and "lib" not in folders[:place]


def _is_own_folder(folders: list[str], place: int) -> bool:
    """Whether folder number `place` stands where a project keeps its own folders."""
    return place == 0 or (place == 2 and folders[0] in _WORKSPACES)


def _below_main(folders: list[str]) -> bool:
    """Whether the path runs through `src/main/` or, in Kotlin, `src/commonMain/` and its like."""
    return any(
        parent == "src" and (folder == "main" or folder.endswith("Main"))
        for parent, folder in pairwise(folders)
    )


def _is_config_name(name: str) -> bool:
    plain = name.removesuffix(".in")
    return plain in _CONFIG_NAMES or _CONFIG_NAME.search(plain) is not None or _is_dot_file(plain)


def _is_dot_file(name: str) -> bool:
    return name.startswith(".") and "." not in name[1:]


def _is_doc(folders: list[str], name: str, extension: str) -> bool:
    if extension in _DOC_EXTENSIONS or (not extension and _is_doc_name(name)):
        return True
    if _MANUAL_PAGE.search(name):
        return True
    return any(
        folder.lower() in _OWN_DOC_FOLDERS and _is_own_folder(folders, place)
        for place, folder in enumerate(folders)
    )


def _is_doc_name(name: str) -> bool:
    name = name.lower()
    return name.partition("-")[0] in _DOC_NAMES or name.endswith(("-license", "-licence"))  # LICENSE-MIT, too


# --- by content --------------------------------------------------------------------------------------

_MARKER_WINDOW = 2048  # bytes
# Only in a comment line: a generator holds the same words in a string.
_COMMENT = rb"^[ \t]*(?://|#|/\*|\*|--|;|<!--|%|\(\*|\"\"\"|').*"
_GENERATED_MARK = re.compile(
    _COMMENT
    + rb"(?:@generated\b|code generated by|<auto-generated|a lexical scanner generated by|made by gnu bison)",
    re.IGNORECASE | re.MULTILINE,
)
_GENERATED_WORD = re.compile(_COMMENT + rb"generated\b", re.IGNORECASE | re.MULTILINE)
_HANDS_OFF = re.compile(rb"\bdo not (?:edit|modify|change)\b|\bdon't edit\b", re.IGNORECASE)

# Above these sizes in bytes a file of such an extension is a dump, not something people wrote.
_DUMP_SIZES = {
    "json": 64_000,
    "xml": 200_000,
    "sql": 200_000,
    "txt": 200_000,
    "yaml": 200_000,
    "yml": 200_000,
    "html": 400_000,
    "htm": 400_000,
}

_MINIFIED_MIN = 1_000  # characters
_MINIFIED_LINE = 300  # characters a line, on average


def refine_role(role: Role, path: str, size: int, head: bytes) -> Role:
    """`role` corrected by content: a comment in the first 2 kB of `head` that says the file is generated,
    or a `size` in bytes that only dumps of data have.
    """
    if role in (Role.GENERATED, Role.DATA):
        return role
    if size > _DUMP_SIZES.get(_extension(path.rpartition("/")[2]), size):
        return Role.DATA
    return Role.GENERATED if role is not Role.DOC and _says_generated(head[:_MARKER_WINDOW]) else role


def _says_generated(head: bytes) -> bool:
    words = head.lower()
    if b"generated" not in words and b"gnu bison" not in words:  # all marks hold one of them; few files do
        return False
    if _GENERATED_MARK.search(head):
        return True
    return _HANDS_OFF.search(head) is not None and _GENERATED_WORD.search(head) is not None


def is_minified(text_head: str) -> bool:
    """Whether no hand wrote these lines: at least 1,000 characters, and over 300 a line on average."""
    length = len(text_head)
    return length >= _MINIFIED_MIN and length > _MINIFIED_LINE * (text_head.count("\n") + 1)
