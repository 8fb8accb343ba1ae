; Captures are explained at the top of parse.py.

[(comment) (multiline_comment)] @comment @leading
(attribute) @leading
(directive) @comment

(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name body: (_) @body)
  @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name body: (_) @body)
  @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(protocol_declaration name: (_) @name body: (_) @body) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(macro_declaration . (modifiers)? . "macro" . (simple_identifier) @name) @definition.macro

; What an extension holds is named after its type.
(class_declaration
  declaration_kind: "extension"
  name: (user_type (type_identifier) @name . (type_arguments)? .)) @scope

(class_declaration declaration_kind: "extension" name: [(array_type) (dictionary_type)] body: (class_body
  (function_declaration "func" . name: _ @name body: (_) @body) @definition.method))
(function_declaration "func" . name: _ @name body: (_) @body) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration "init" @name body: (_)? @body) @definition.method
(deinit_declaration "deinit" @name body: (_) @body) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.method

; Properties count where they have code. What a protocol demands has none.
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_) @body) @definition.function
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (willset_didset_block) @body) @definition.function

(source_file (property_declaration
  (value_binding_pattern "let")
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(property_declaration
  (modifiers (property_modifier "static"))
  (value_binding_pattern "let")
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant

(inheritance_specifier inherits_from: [
  (user_type (type_identifier) @inherit . (type_arguments)? .) @target
])

(call_expression . [
  (simple_identifier) @call
  (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call)) @target
  (prefix_expression . operation: "." target: (simple_identifier) @call) @target
])
(constructor_expression constructed_type: (user_type (type_identifier) @call . (type_arguments)? .) @target)
; `foo<Bar>(1)` is read as comparisons.
(comparison_expression
  lhs: [
    (simple_identifier) @call
    (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call)) @target
  ]
  rhs: (comparison_expression rhs: (tuple_expression)))
(macro_invocation . (simple_identifier) @call)
(attribute (user_type (type_identifier) @call . (type_arguments)? .) @target)

; What variables, parameters and properties are.
(parameter
  name: (simple_identifier) @variable
  [
    (user_type) @type
    (optional_type wrapped: (user_type) @type)
    (optional_type wrapped: (tuple_type (tuple_type_item element: (existential_type
      (user_type) @type))))
    (opaque_type (user_type) @type)
    (existential_type (user_type) @type)
  ] .)
(lambda_parameter name: (simple_identifier) @variable (user_type) @type)
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @variable)
  . (type_annotation [
    (user_type) @type
    (optional_type wrapped: (user_type) @type)
    (optional_type wrapped: (tuple_type (tuple_type_item element: (existential_type
      (user_type) @type))))
    (existential_type (user_type) @type)
  ]))
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @variable)
  . value: [
    (call_expression . (simple_identifier) @type)
    (call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @type)) @target)
    (constructor_expression constructed_type: (_) @type)
    (as_expression (user_type) @type)
    (try_expression expr: (call_expression . [(simple_identifier) (navigation_expression)] @type))
    (await_expression expr: (call_expression . [(simple_identifier) (navigation_expression)] @type))
    (try_expression expr: (await_expression expr:
      (call_expression . [(simple_identifier) (navigation_expression)] @type)))
  ])
([
  (if_statement
    bound_identifier: (simple_identifier) @variable
    . condition: "="
    . condition: [
      (call_expression . [(simple_identifier) (navigation_expression)] @type)
      (as_expression (user_type) @type)
    ])
  (guard_statement
    bound_identifier: (simple_identifier) @variable
    . condition: "="
    . condition: [
      (call_expression . [(simple_identifier) (navigation_expression)] @type)
      (as_expression (user_type) @type)
    ])
])
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @variable)
  (type_annotation [
    (user_type) @type
    (optional_type wrapped: (user_type) @type)
    (optional_type wrapped: (tuple_type (tuple_type_item element: (existential_type
      (user_type) @type))))
    (existential_type (user_type) @type)
  ]))
(catch_block error: (pattern
  (pattern bound_identifier: (simple_identifier) @variable)
  (user_type) @type))

; What a call gives.
(function_declaration [
  (user_type) @type @returns
  (optional_type wrapped: (user_type) @type @returns)
  (optional_type wrapped: (tuple_type (tuple_type_item element: (existential_type
    (user_type) @type @returns))))
  (opaque_type (user_type) @type @returns)
  (existential_type (user_type) @type @returns)
])
(protocol_function_declaration [
  (user_type) @type @returns
  (optional_type wrapped: (user_type) @type @returns)
  (optional_type wrapped: (tuple_type (tuple_type_item element: (existential_type
    (user_type) @type @returns))))
  (existential_type (user_type) @type @returns)
])
(property_declaration
  (type_annotation [
    (user_type) @type @returns
    (optional_type wrapped: (user_type) @type @returns)
    (optional_type wrapped: (tuple_type (tuple_type_item element: (existential_type
      (user_type) @type @returns))))
    (opaque_type (user_type) @type @returns)
    (existential_type (user_type) @type @returns)
  ])
  computed_value: (_))

(import_declaration (identifier) @module @whole) @import
