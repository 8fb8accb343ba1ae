; Captures are explained at the top of parse.py.

[(comment) (haddock)] @comment @leading
(pragma) @comment

(header module: (module) @name) @definition.module
(data_type name: (_) @name) @definition.type
(data_type (infix operator: (constructor_operator) @name)) @definition.type
(newtype name: (_) @name) @definition.type
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.interface
(foreign_import signature: (signature name: (variable) @name)) @definition.function
(pattern_synonym (signature synonym: (_) @name)) @definition.function @clause
(pattern_synonym (equation synonym: [
  (constructor) @name
  (apply function: (constructor) @name)
  (apply function: (apply function: (constructor) @name))
  (record constructor: (constructor) @name)
])) @definition.function @clause

; A signature and the equations below it are one function. What `let` and `where` define is local.
(declarations [
  (signature name: [(variable) @name (prefix_id (operator) @name)])
  (bind name: (variable) @name match: (match . [(literal) (list) (negation (literal))] .))
] @definition.constant @clause)
(declarations [
  (function name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body)
  (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_) @body)
  (function (function_head_parens (infix operator: [(operator) @name (infix_id (variable) @name)]))
    match: (_) @body)
  (bind name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body)
] @definition.function @clause)
(class_declarations [
  (signature name: [(variable) @name (prefix_id (operator) @name)])
  (default_signature signature: (signature name: [(variable) @name (prefix_id (operator) @name)]))
  (function name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body)
  (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_) @body)
  (bind name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body)
] @definition.method @clause)
(class_declarations (signature names: (binding_list [(variable) @name (prefix_id (operator) @name)]))
  @definition.method)
(instance_declarations [
  (signature name: [(variable) @name (prefix_id (operator) @name)])
  (function name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body)
  (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_) @body)
  (bind name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body)
] @definition.method @clause)

; What an instance holds is named after its type; of several, the last one has the instance.
(instance patterns: (type_patterns [
  (name) @name
  (qualified id: (name) @name)
  (parens type: (apply constructor: (name) @name))
  (parens type: (apply constructor: (qualified id: (name) @name)))
  (parens type: (apply constructor: (apply constructor: (name) @name)))
  (parens type: (apply constructor: (apply constructor: (qualified id: (name) @name))))
  (parens type: (apply constructor: (apply constructor: (apply constructor: (name) @name))))
  (parens type: (apply constructor: (apply constructor: (apply constructor: (apply constructor: (name) @name)))))
  (list) @name
  (tuple) @name
  (unit) @name
  (variable) @name
  (promoted) @name
  (parens type: (function)) @name
  (parens type: (infix)) @name
] .)) @scope

; Tests: `it "name" $ …`, `testCase "name" $ …`, `testGroup "name" […]`.
(infix
  left_operand: (apply function: (variable) @_call argument: (literal (string) @name))
  right_operand: (_) @body
  (#any-of? @_call "it" "describe" "context" "specify" "prop" "testCase" "testGroup" "testProperty" "test")
) @definition.function
(apply
  function: (apply function: (variable) @_call argument: (literal (string) @name))
  argument: (_) @body
  (#any-of? @_call "it" "prop" "testCase" "testGroup" "testProperty")) @definition.function

(instance name: [(name) @inherit (qualified id: (name) @inherit) @target])
(deriving classes: [
  (name) @inherit
  (qualified id: (name) @inherit) @target
  (parens (name) @inherit)
  (parens (qualified id: (name) @inherit) @target)
  (tuple (name) @inherit)
  (tuple (qualified id: (name) @inherit) @target)
])
(class context: (context context: [
  (apply constructor: [(name) @inherit (qualified id: (name) @inherit) @target])
  (parens (apply constructor: [(name) @inherit (qualified id: (name) @inherit) @target]))
  (tuple (apply constructor: [(name) @inherit (qualified id: (name) @inherit) @target]))
]))

; What is applied, also by an operator, and what runs as a step. An argument is mostly a local variable.
(expression/apply function: [
  (variable) @call
  (constructor) @call
  (qualified id: [(variable) (constructor)] @call) @target
])
(expression/infix
  left_operand: [(variable) @call (qualified id: (variable) @call) @target]
  operator: (operator) @_word
  (#any-of? @_word "$" "." "<$>" "$!" ">=>" "<|>" ">>" "<*>" "*>" "<*" ">>=" "&" "<&>"))
(expression/infix operator: (qualified id: [(operator) (constructor_operator)] @call) @target)
(expression/infix operator: [(infix_id [(variable) (constructor)] @call) (infix_id (qualified id: (_) @call) @target)])
(expression/infix operator: [(operator) (constructor_operator)] @call
  (#not-match? @call "^([-+*/<>&.$^:]|[=/<>]=|&&|\\|\\||[+]{2}|<>|>>=|=<<|>>|<[$]>|<[$]|[$]>|<[*]>|[*]>|<[*]|<&>|!!|[$]!|<[|]>)$"))
(expression/infix
  operator: (operator) @_word
  right_operand: [(variable) @call (qualified id: (variable) @call) @target]
  (#any-of? @_word "$" "." ">>=" "=<<" ">>" "<$>" "<*>" "*>" "<*" "$!" "<|>" ">=>"))
(exp . [(variable) @call (qualified id: (variable) @call) @target] .)
(bind arrow: _ expression: [(variable) @call (qualified id: (variable) @call) @target])
(match expression: [(variable) @call (qualified id: (variable) @call) @target])
(conditional [(variable) @call (qualified id: (variable) @call) @target])
(expression/record expression: [(constructor) @call (qualified id: (constructor) @call) @target])

(import) @import
