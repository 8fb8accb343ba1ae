; Captures are explained at the top of parse.py.

[(comment) (block_comment)] @comment @leading
(annotation) @leading

; A companion object has the name of its class.
(class_definition name: (_) @name body: (_)? @body) @definition.class
(object_definition name: (_) @name body: (_)? @body) @definition.class
(trait_definition name: (_) @name body: (_)? @body) @definition.trait
(enum_definition name: (_) @name body: (_) @body) @definition.enum
(full_enum_case name: (_) @name) @definition.class
(package_object name: (_) @name body: (_) @body) @definition.module
(function_definition name: (_) @name body: (_) @body) @definition.function
(function_declaration name: (_) @name) @definition.function
(given_definition name: (_) @name body: (with_template_body) @body) @definition.class
(given_definition name: (_) @name body: (_) @body) @definition.constant

(compilation_unit (type_definition name: (_) @name) @definition.type)
(package_clause (template_body (type_definition name: (_) @name) @definition.type))
(_ body: (template_body (type_definition name: (_) @name) @definition.type))

; The values of a class are its fields; those of an object stand alone.
(compilation_unit (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)]) @definition.constant)
(object_definition body: (template_body
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)]) @definition.constant))
(package_object body: (template_body
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)]) @definition.constant))
; What is given implicitly is used without its name, wherever it stands.
(template_body (val_definition (modifiers "implicit") pattern: (identifier) @name) @definition.constant)

; A given without a name and the methods of an extension are named after their type.
(given_definition !name return_type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (generic_type type: (stable_type_identifier (type_identifier) @name .))
]) @scope
(extension_definition parameters: (parameters . (parameter type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (type_identifier) @name .)
]))) @scope

; Tests: `test("name") { … }`, `it("name") { … }`, `test("name") - { … }`, `"name" in { … }`.
(call_expression
  function: (call_expression function: (identifier) @_call arguments: (arguments . (string) @name))
  arguments: (block) @body
  (#any-of? @_call "test" "it" "they" "property" "describe" "feature" "scenario" "testAsync")) @definition.function
(infix_expression
  left: (call_expression function: (identifier) @_call arguments: (arguments . (string) @name))
  right: (block) @body
  (#any-of? @_call "test")) @definition.function
(infix_expression
  left: [(string) @name (infix_expression right: (string) @name)]
  operator: (_) @_word right: (block) @body
  (#any-of? @_word "in" "should" "must" "can" "when" "which" "-")) @definition.function

(class_definition extend: (extends_clause [
  (type_identifier) @inherit
  (stable_type_identifier (type_identifier) @inherit .) @target
  (generic_type type: (type_identifier) @inherit)
  (generic_type type: (stable_type_identifier (type_identifier) @inherit .) @target)
]))
(object_definition extend: (extends_clause [
  (type_identifier) @inherit
  (stable_type_identifier (type_identifier) @inherit .) @target
  (generic_type type: (type_identifier) @inherit)
  (generic_type type: (stable_type_identifier (type_identifier) @inherit .) @target)
]))
(trait_definition extend: (extends_clause [
  (type_identifier) @inherit
  (stable_type_identifier (type_identifier) @inherit .) @target
  (generic_type type: (type_identifier) @inherit)
  (generic_type type: (stable_type_identifier (type_identifier) @inherit .) @target)
]))
(enum_definition extend: (extends_clause [
  (type_identifier) @inherit
  (stable_type_identifier (type_identifier) @inherit .) @target
  (generic_type type: (type_identifier) @inherit)
  (generic_type type: (stable_type_identifier (type_identifier) @inherit .) @target)
]))
(full_enum_case extend: (extends_clause [
  (type_identifier) @inherit
  (generic_type type: (type_identifier) @inherit)
]))
(package_object extend: (extends_clause [
  (type_identifier) @inherit
  (stable_type_identifier (type_identifier) @inherit .) @target
  (generic_type type: (type_identifier) @inherit)
]))
(given_definition name: (_) return_type: [
  (type_identifier) @inherit
  (generic_type type: (type_identifier) @inherit)
] body: (with_template_body))

; A method without parameters is called without parentheses, so every selection may be a call.
(call_expression function: (identifier) @call)
(call_expression function: (generic_function function: (identifier) @call))
(field_expression field: (identifier) @call) @target
(infix_expression left: (_) @target operator: (identifier) @call)
(instance_expression [
  (type_identifier) @call
  (stable_type_identifier (type_identifier) @call .) @target
  (generic_type type: (type_identifier) @call)
  (generic_type type: (stable_type_identifier (type_identifier) @call .) @target)
])
(annotation name: (type_identifier) @call)

(class_parameter name: (identifier) @variable type: (_) @type)
(class_parameter name: (identifier) @variable type: (lazy_parameter_type type: (_) @type))
(parameter name: (identifier) @variable type: (_) @type)
(parameter name: (identifier) @variable type: (lazy_parameter_type type: (_) @type))
(binding name: (identifier) @variable type: (_) @type)
(val_definition pattern: (identifier) @variable type: (_) @type)
(var_definition pattern: (identifier) @variable type: (_) @type)
(val_declaration name: (identifier) @variable type: (_) @type)
(var_declaration name: (identifier) @variable type: (_) @type)
(given_definition name: (identifier) @variable return_type: (_) @type)
(typed_pattern pattern: (identifier) @variable type: (_) @type)
(self_type (identifier) @variable (_) @type)
(val_definition pattern: (identifier) @variable !type value: [
  (instance_expression . (_) @made)
  (call_expression function: [(identifier) (field_expression) (generic_function)] @made)
])
(var_definition pattern: (identifier) @variable !type value: [
  (instance_expression . (_) @made)
  (call_expression function: [(identifier) (field_expression) (generic_function)] @made)
])
(function_definition return_type: (_) @type) @returns
(function_declaration return_type: (_) @type) @returns

[(import_declaration) (export_declaration)] @import
