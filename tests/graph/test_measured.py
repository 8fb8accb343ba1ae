"""Names that look like a symbol of the repository and mean something else: found by measuring."""

from __future__ import annotations


def test_super_alone_calls_nothing_of_the_base(resolve) -> None:
    found = resolve(
        {
            "a.py": "class A:\n    def f(self): pass\n    def g(self): pass\n",
            "b.py": "from a import A\n\nclass B(A):\n    def f(self):\n        super().g()\n",
        }
    )
    assert found.out_of("b.py::B.f") == {"b.py::B.f -> a.py::A.g call exact"}


def test_what_an_import_binds_is_not_the_class(resolve) -> None:
    found = resolve(
        {
            "a.py": "class A: pass\n",
            "b.py": "class B:\n    def f(self):\n        from a import A as cls\n        return cls()\n",
        }
    )
    assert "b.py::B.f -> a.py::A call exact" in found


def test_a_method_of_a_local_object_is_guessed_by_nobody(resolve) -> None:
    found = resolve(
        {
            "a.js": "export function f(response) {\n  response.textual = () => 1;\n}\n",
            "b.js": "export function g(response) {\n  return response.textual();\n}\n",
        }
    )
    assert not found.out_of("b.js::g")


def test_rust_modules_are_not_called_and_foreign_paths_stay_outside(resolve) -> None:
    found = resolve(
        {
            "src/lib.rs": "mod dropped;\npub struct Error;\nimpl Error {\n    pub fn new() {}\n}\n",
            "src/dropped.rs": "use std::io;\n\npub fn f() {\n    dropped(1);\n    io::Error::new();\n}\n",
        }
    )
    assert not found.out_of("src/dropped.rs::f")


def test_a_rust_function_named_like_a_macro_is_only_likely(resolve) -> None:
    found = resolve({"src/lib.rs": "fn format() {}\nfn g() {\n    format!();\n}\n"})
    assert found.out_of("src/lib.rs::g") == {"src/lib.rs::g -> src/lib.rs::format call likely"}


def test_the_modules_of_a_rust_test_lie_beside_it(resolve) -> None:
    found = resolve(
        {
            "src/lib.rs": "mod macros;\n",
            "src/macros.rs": "#[macro_export]\nmacro_rules! fail {\n    () => {};\n}\n",
            "tests/common/mod.rs": "pub fn help() {}\n",
            "tests/run.rs": "mod common;\nuse self::common::help;\nfn run() {\n    help();\n    fail!()\n}\n",
        }
    )
    assert "tests/run.rs::run -> tests/common/mod.rs::help call exact" in found
    assert "tests/run.rs::run -> src/macros.rs::fail call likely" in found


def test_a_forwarded_rust_call_is_not_of_the_reference_itself(resolve) -> None:
    text = "pub trait Sink {\n    fn begin(&self);\n}\n\nimpl<S: Sink> Sink for &S {\n    fn begin(&self) {\n"
    found = resolve({"src/lib.rs": f"{text}        (**self).begin()\n    }}\n}}\n"})
    assert "src/lib.rs::S.begin -> src/lib.rs::S.begin call exact" not in found
