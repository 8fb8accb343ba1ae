; Captures are explained at the top of parse.py.

(comment) @comment @leading
(unary_operator operator: "@" operand: (call target: (identifier) @_word)
  (#any-of? @_word "doc" "typedoc" "spec" "impl" "deprecated" "dialyzer" "tag" "describetag" "since"
    "shortdoc")) @leading
; What types and notes mention is no call.
(unary_operator operator: "@" operand: (call target: (identifier) @_word)
  (#any-of? @_word "doc" "moduledoc" "typedoc" "spec" "impl" "deprecated" "dialyzer" "tag" "moduletag"
    "describetag" "since" "shortdoc" "type" "typep" "opaque" "callback" "macrocallback")) @ignore
(do_block
  (unary_operator operator: "@" operand: (call target: (identifier) @_word (arguments . (_) @docstring)))
  (#eq? @_word "moduledoc")) @body

(call target: (identifier) @_word (arguments . (alias) @name @path) (do_block) @body
  (#eq? @_word "defmodule")) @definition.module
(call target: (identifier) @_word (arguments . (alias) @name @path) (do_block) @body
  (#eq? @_word "defprotocol")) @definition.interface
; `defimpl P, for: T` makes the module `P.T`.
(call target: (identifier) @_word (arguments . (alias) @owner (keywords (pair value: [
    (alias) @name
    (list (alias) @name)
  ]))) (do_block) @body
  (#eq? @_word "defimpl")) @definition.module
(call target: (identifier) @_word (arguments . (alias) @name .) (do_block) @body
  (#eq? @_word "defimpl")) @definition.module

(call target: (identifier) @_word
  (arguments
    . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ]
    (keywords)? @body)
  (do_block)? @body
  (#any-of? @_word "def" "defp" "defdelegate" "defn" "defnp") (#not-eq? @name "unquote")) @definition.function
(call target: (identifier) @_word
  (arguments
    . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ]
    (keywords)? @body)
  (do_block)? @body
  (#any-of? @_word "defmacro" "defmacrop" "defguard" "defguardp") (#not-eq? @name "unquote")) @definition.macro
(call target: (identifier) @name (arguments) (#any-of? @name "defstruct" "defexception")) @definition.struct

(unary_operator operator: "@" operand: (call target: (identifier) @_word (arguments
  . (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))
  (#any-of? @_word "type" "typep" "opaque")) @definition.type
(unary_operator operator: "@" operand: (call target: (identifier) @_word (arguments . [
    (binary_operator left: (call target: (identifier) @name))
    (binary_operator left: (binary_operator left: (call target: (identifier) @name)))
  ]))
  (#any-of? @_word "callback" "macrocallback")) @definition.method
(do_block (unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))
  (#not-eq? @name "doc") (#not-eq? @name "moduledoc") (#not-eq? @name "typedoc") (#not-eq? @name "spec")
  (#not-eq? @name "impl") (#not-eq? @name "deprecated") (#not-eq? @name "dialyzer") (#not-eq? @name "tag")
  (#not-eq? @name "moduletag") (#not-eq? @name "describetag") (#not-eq? @name "since")
  (#not-eq? @name "shortdoc") (#not-eq? @name "type") (#not-eq? @name "typep") (#not-eq? @name "opaque")
  (#not-eq? @name "callback") (#not-eq? @name "macrocallback") (#not-eq? @name "optional_callbacks")
  (#not-eq? @name "behaviour") (#not-eq? @name "derive") (#not-eq? @name "before_compile")
  (#not-eq? @name "after_compile") (#not-eq? @name "on_load") (#not-eq? @name "on_definition")
  (#not-eq? @name "external_resource") (#not-eq? @name "compile") (#not-eq? @name "enforce_keys")
  (#not-eq? @name "fallback_to_any") (#not-eq? @name "vsn") (#not-eq? @name "file")
  (#not-eq? @name "recursive") (#not-eq? @name "requirements"))
  @definition.constant)

(call target: (identifier) @_word (arguments . (string) @name) (do_block)? @body
  (#any-of? @_word "test" "property" "feature")) @definition.function
(call target: (identifier) @_word (arguments . (string) @name) (do_block) @body
  (#eq? @_word "describe")) @definition.class

(call target: (identifier) @_module
  (do_block (unary_operator operator: "@" operand:
    (call target: (identifier) @_word (arguments . (alias) @inherit @path))))
  (#eq? @_module "defmodule") (#eq? @_word "behaviour"))
(call target: (identifier) @_word (arguments . (alias) @inherit @path) (#eq? @_word "defimpl"))

(call target: (identifier) @call)
(unary_operator operator: "@" operand: (call target: (identifier) @ignore))
; Words of the language, not of the program.
(call target: (identifier) @ignore
  (#any-of? @ignore "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defmodule"
    "defprotocol" "defimpl" "defstruct" "defexception" "defoverridable" "alias" "import" "use" "require" "if"
    "unless" "case" "cond" "with" "for" "fn" "quote" "unquote" "unquote_splicing" "try" "receive" "raise" "throw"
    "super" "describe" "test"))
(call target: (dot left: (alias) @target right: (identifier) @call))
(call target: (dot left: [(identifier) (call)] @target right: (identifier) @call) (arguments))
(binary_operator operator: "|>" right: (identifier) @call)
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @call operator: "/" right: (integer)))
(struct (alias) @call @path)
(struct (identifier) @call)

(call target: (identifier) @_word (arguments)
  (#any-of? @_word "alias" "import" "use" "require")) @import
