from __future__ import annotations

import pytest

from ctxsmith_tui.index.roles import is_minified, refine_role, role_of
from ctxsmith_tui.model import Role

SOURCE = """
    src/flask/app.py src/flask/testing.py django/test/client.py django/test/__init__.py
    sphinx/testing/util.py src/_pytest/python.py src/_pytest/doctest.py numpy/testing/_private/utils.py
    lib/matplotlib/testing/compare.py sympy/testing/runtests.py pkg/latest.py contest.py
    attestation/verify.py testament.go src/testing.zig
    spring-test/src/main/java/org/springframework/test/context/TestContext.java
    spring-boot/src/main/java/org/x/SpringBootTest.java src/main/java/tests/Foo.java Contest.java
    src/commonMain/kotlin/test/Foo.kt src/java/security/spec/KeySpec.java include/boost/test/unit_test.hpp
    lib/rack/test/methods.rb activesupport/lib/active_support/testing/time_helpers.rb lib/minitest/test.rb
    lib/rails/generators/test_unit/model_test.rb lib/phoenix/test/conn_test.ex
    packages/core/testing/src/bed.ts actix-web/src/test/mod.rs
    src/Symfony/Component/BrowserKit/Test/Constraint.php src/Framework/TestCase.php docs.py
    fastapi/openapi/docs.py rest_framework/docs/views.py src/examples.rs django/contrib/admindocs/views.py
    src/vendors/dialect.py generator/generated_names.py src/generate.go lib/bundle.js lib/dist.js
    src/build/index.ts build/main.py setup.py noxfile.py schema.sql app.ipynb main.tf api.proto index.html
    style.css script bin/run parser.y grammar.g4 unknown.xyz django/conf/locale/fi/formats.py
    src/Lang/de.php templates/base.j2 src/types.d.ts src/spec/index.ts app/models/user.rb
    cmd/bench/main.go ctxsmith_tui/bench/replay.py src/lock.py history.py src/readme.rs news.go
    src/Test/QuickCheck.hs src/luarocks/test/command.lua
    Sources/Shop/Testing.swift src/Shop/Contest.cs okhttp/src/commonJvmAndroid/kotlin/A.kt
    src/Support/TruthTest.php Sources/Testing/UnitTests.swift catch.hpp include/catch.hpp doctest/doctest.h
    include/nlohmann/json.hpp lib/json.c stb_image.h googletest/src/gtest-all.cc src/gtest/gtest.h
    src/main/java/com/shop/vendor/Vendor.java app/models/vendor/invoice.rb app/views/vendor/show.html.erb
    src/connection_spec.kt src/ConnectionSpec.kt src/ab-test.js test_helpers.go bin/git-authors
    src/latest.c include/shop/attest.h src/contest.zig
    src/changes.c license.ts po/parse.py weird.in.py config.h.in Modelica/Blocks/package.mo
""".split()

TEST = """
    tests/test_app.py tests/helpers.py tests/README.md src/app/tests/x.py app/tests.py test_app.py
    app_test.py conftest.py src/conftest.py testing/python/collect.py xarray/tests/data.py test/run.py
    packages/x/test/a.py context_test.go testdata/hello.tmpl src/test/java/FooTest.java app/FooTest.java
    app/FooTests.cs gson/src/test/java/Helper.java src/androidTest/kotlin/A.kt src/commonTest/kotlin/B.kt
    src/Foo.Tests/Bar.cs src/app.spec.ts src/app.test.tsx src/app.e2e-spec.ts src/__tests__/a.js
    src/__mocks__/fs.js test/unit/http.js test/specs/basic.js cypress/e2e/a.cy.ts types.test-d.ts
    src/vs/editor/test/common/model.ts spec/models/user_spec.rb core/spec/models/user.rb
    test/test_helper.rb spec/spec_helper.rb crates/core/tests/a.rs src/tests.rs
    crates/globset/benches/bench.rs lib/foo_test.dart test/foo_test.exs base/strings_test.cc
    test/args-test.cc src/shop_test.zig
    base/strings_unittest.cc test/test_main.c src/FooTest.cpp t/basic.t x.bats
    Tests/FooTests/BarTests.swift Tests/TestHelpers.swift test/Shop.Tests/Support/Some.cs
    okhttp/src/jvmTest/kotlin/Helper.kt okhttp/src/androidHostTest/kotlin/Helper.kt Benchmarks/a/main.swift
    benchmarks/Dapper.Tests.Performance/Post.cs
    tests/Unit/FooTest.php test/core_test.clj benchmarks/run.py e2e/a.ts
    test/Data/CartSpec.hs src/CartSpec.hs spec/cart_spec.lua lib/cart_test.dart test/cart.bats
    src/test/java/TestFoo.java test/TestFoo.java src/foo-test.cc test/format-test.cc src/foo.test.cpp
    tests/foo.rs integration_test/app_test.dart ShopTests/Helper.swift
    ShopUITests/Some.swift src/Shop/Tests/TruthTest.php Zend/tests/bug1.phpt Test/a.cs benchsuite/runs/summary
    src/FooTest.hs spec/models/foo_spec.rb test/support/conn_case.ex src/foo_test.zig
    src/x/__snapshots__/a.snap features/a.feature src/UserSpec.scala src/FooIT.java llvm/unittests/A.cpp
    actionpack/test/lib/test_renderable.rb apps/shop/test/shop/cart_test.exs tests/Pest.php
""".split()

DOC = """
    README.md README LICENSE LICENSE-MIT CHANGELOG.rst AUTHORS docs/index.rst docs/conf.py docs/x.html
    MIT-LICENSE actionview/MIT-LICENSE Documentation/a.html Docs/x.py
    guide.adoc examples/app.py examples/x/main.go crates/ignore/examples/walk.rs doc/en/a.rst notes.txt
    src/pkg/README.rst man/rg.1 .github/ISSUE_TEMPLATE/bug.md docs/schema.yaml examples/notebook.ipynb
    packages/x/docs/a.ts Examples/math/Math.swift Example/Source/AppDelegate.swift
""".split()

CONFIG = """
    phpunit.xml.dist phpstan.neon build.zig.zon
    pyproject.toml setup.cfg tox.ini package.json tsconfig.json .eslintrc.cjs .gitignore
    .github/workflows/ci.yml Dockerfile Dockerfile.dev Makefile src/Makefile.in CMakeLists.txt
    cmake/Find.cmake go.mod pom.xml build.gradle build.gradle.kts requirements.txt requirements-dev.txt
    docs/requirements.txt webpack.config.js Gruntfile.js jest.config.ts Gemfile mix.exs Foo.csproj
    .formatter.exs
    .circleci/config.yml .bashrc MANIFEST.in docs/Makefile Package.swift Package@swift-6.0.swift
""".split()

GENERATED = """
    lib/src/cart.mocks.dart lib/src/cart.pbenum.dart
    test/gtest/gtest/gtest.h test/gtest/gmock-gtest-all.cc tests/catch.hpp test/doctest.h src/stb_image.h
    extern/json.hpp deps/doctest/doctest.h wwwroot/lib/jquery/jquery.js src/Shop/wwwroot/lib/bootstrap/a.css
    .yarn/releases/yarn-3.cjs Pods/A/b.swift proto/cart_pb.rb proto/cart_services_pb.rb app/assets/vendor/a.js
    vendor/x/y.go third_party/a.c src/_vendor/six.py static/js/vendor/jquery.js node_modules/a/index.js
    api.pb.go api_pb2.py api_pb2_grpc.py api_pb2.pyi jquery.min.js style.min.css app.js.map model.g.dart
    single_include/json.hpp dist/axios.js dist/node/axios.cjs zz_generated.deepcopy.go Form.Designer.cs
    schema.generated.ts y.tab.c pkg.egg-info/SOURCES.txt
    _ide_helper.php
""".split()

DATA = """
    package-lock.json Cargo.lock poetry.lock go.sum locale/de/LC_MESSAGES/django.po data.csv logo.svg
    KEYS.asc a.tar.sig
    a/b.PNG tests/data/a.json tests/fixtures/x.xml testdata/a.json app/fixtures/initial.json
    config/locales/de.yml font.woff2 a.tar.gz
""".split()


@pytest.mark.parametrize(
    ("role", "paths"),
    [
        (Role.SOURCE, SOURCE),
        (Role.TEST, TEST),
        (Role.DOC, DOC),
        (Role.CONFIG, CONFIG),
        (Role.GENERATED, GENERATED),
        (Role.DATA, DATA),
    ],
)
def test_role_of(role, paths):
    assert {path: role_of(path) for path in paths} == dict.fromkeys(paths, role)


@pytest.mark.parametrize(
    "head",
    [
        b"// Code generated by protoc-gen-go. DO NOT EDIT.\npackage x\n",
        b"/**\n * @generated SignedSource<<abc>>\n */\n",
        b"# This file is automatically generated.\n# Do not edit it by hand.\n",
        b"#!/bin/sh\n# DO NOT EDIT. Generated from x.in\n",
        b"<!-- <auto-generated /> -->\n",
        b"-- generated by sqlc, do not modify\n",
        b'#line 2 "lexer.c"\n\n/* A lexical scanner generated by flex */\n',
        b"/* A Bison parser, made by GNU Bison 3.8.2.  */\n",
    ],
)
def test_a_comment_that_says_generated(head):
    assert refine_role(Role.SOURCE, "a.go", 100, head) is Role.GENERATED
    assert refine_role(Role.TEST, "a_test.go", 100, head) is Role.GENERATED
    assert refine_role(Role.DOC, "a.md", 100, head) is Role.DOC
    assert refine_role(Role.SOURCE, "a.go", 5000, b"\n" * 2048 + head) is Role.SOURCE


@pytest.mark.parametrize(
    "head",
    [
        b'package main\nvar header = "// Code generated by gen. DO NOT EDIT."\n',
        b'    out.write("# @generated\\n")\n',
        b"# Generated by Django 3.2 on 2021-01-01\n",
        b"# Do not edit the order of these imports\nimport b\nimport a\n",
        b"# Yields generated names.\n",
    ],
)
def test_a_generator_is_source(head):
    assert refine_role(Role.SOURCE, "gen.py", 100, head) is Role.SOURCE


@pytest.mark.parametrize(
    ("path", "size", "role", "refined"),
    [
        ("package.json", 2_000, Role.CONFIG, Role.CONFIG),
        ("countries.json", 90_000, Role.CONFIG, Role.DATA),
        ("schema.sql", 20_000, Role.SOURCE, Role.SOURCE),
        ("dump.sql", 300_000, Role.SOURCE, Role.DATA),
        ("words.txt", 300_000, Role.DOC, Role.DATA),
        ("huge.py", 900_000, Role.SOURCE, Role.SOURCE),
        ("GUIDE.md", 900_000, Role.DOC, Role.DOC),
        ("x.min.js", 900_000, Role.GENERATED, Role.GENERATED),
    ],
)
def test_dumps_are_data(path, size, role, refined):
    assert refine_role(role, path, size, b"{}") is refined


def test_is_minified():
    assert is_minified("var a=1;" * 200)
    assert is_minified(("x" * 700 + "\n") * 4)
    assert not is_minified("x" * 900)
    assert not is_minified("a line of code\n" * 500)
    assert not is_minified(("A paragraph on one line. " * 20 + "\n\n") * 10)
