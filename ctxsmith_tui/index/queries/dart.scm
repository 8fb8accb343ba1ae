; Captures are explained at the top of parse.py.

[(comment) (documentation_comment)] @comment @leading
(annotation) @leading

(class_definition name: (_) @name body: (_) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(extension_type_declaration name: (_) @name body: (_) @body) @definition.class
(extension_declaration name: (_) @name body: (_) @body) @definition.class
(type_alias . (type_identifier) @name . (type_parameters)? . "=") @definition.type
(type_alias (type_identifier) @name . (type_parameters)? . (formal_parameter_list)) @definition.type
; An extension without a name is named after its type.
(extension_declaration !name class: (type_identifier) @name) @scope

; A body is what follows a signature. A constructor is named as its class, or has its own name behind that.
(program
  [(function_signature name: (_) @name) (getter_signature name: (_) @name) (setter_signature name: (_) @name)]
  @definition.function . (function_body)? @definition.function @body)
((method_signature [
    (function_signature name: (_) @name)
    (getter_signature name: (_) @name)
    (setter_signature name: (_) @name)
    (operator_signature (binary_operator) @name)
    (operator_signature ["[]" "[]=" "~"] @name)
    (constructor_signature name: (_) @name . (formal_parameter_list))
    (constant_constructor_signature (identifier) @name . (formal_parameter_list))
    (factory_constructor_signature (identifier) @name . (formal_parameter_list))
    (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))
  ] (initializers)? @body) @definition.method
  . (function_body)? @definition.method @body)
(declaration [
  (function_signature name: (_) @name)
  (getter_signature name: (_) @name)
  (setter_signature name: (_) @name)
  (operator_signature (binary_operator) @name)
  (constructor_signature name: (_) @name . (formal_parameter_list))
  (constant_constructor_signature (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
  (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.method
(local_function_declaration (lambda_expression parameters: (function_signature name: (_) @name) body: (_) @body))
  @definition.function

(declaration "static" (static_final_declaration_list (static_final_declaration . (identifier) @name)))
  @definition.constant
(program
  [(const_builtin) (final_builtin) (inferred_type) (type_identifier)] @definition.constant
  . (type_identifier)? . (type_identifier)? . (type_arguments)? . (nullable_type)?
  . [
    (static_final_declaration_list (static_final_declaration . (identifier) @name))
    (initialized_identifier_list (initialized_identifier . (identifier) @name))
  ] @definition.constant)
(program [
  (static_final_declaration_list (static_final_declaration . (identifier) @name))
  (initialized_identifier_list (initialized_identifier . (identifier) @name))
] @definition.constant)

; Tests: `test('name', () { … })`.
(expression_statement
  . (identifier) @_call
  . (selector (argument_part (arguments
    . (argument (string_literal) @name) . (argument (function_expression body: (_) @body)))))
  (#any-of? @_call "test" "group" "testWidgets" "blocTest" "testGoldens")) @definition.function

(superclass "extends" . (type_identifier) @inherit .)
(superclass "extends" . (type_identifier) @inherit . [(type_arguments) (mixins)])
(superclass "extends" . (type_identifier) @target . "." . (type_identifier) @inherit)
(mixins ["with" ","] . (type_identifier) @inherit .)
(mixins ["with" ","] . (type_identifier) @inherit . [(type_arguments) ","])
(mixins (type_identifier) @target . "." . (type_identifier) @inherit)
(interfaces ["implements" ","] . (type_identifier) @inherit .)
(interfaces ["implements" ","] . (type_identifier) @inherit . [(type_arguments) ","])
(interfaces (type_identifier) @target . "." . (type_identifier) @inherit)
(mixin_application . (type_identifier) @inherit)
(mixin_declaration ["on" ","] . (type_identifier) @inherit)

; A call is a chain of siblings: what stands first, its selectors, and at last the arguments.
((identifier) @call . (selector (argument_part)))
([(identifier) (this)] @target
  . (selector "!")?
  . (selector [
    (unconditional_assignable_selector (identifier) @call)
    (conditional_assignable_selector (identifier) @call)
  ])
  . (selector (argument_part)))
([(identifier) (this)] @target
  . (selector "!")?
  . (selector [
    (unconditional_assignable_selector (identifier))
    (conditional_assignable_selector (identifier))
    (type_arguments)
  ])
  . (selector "!")?
  . (selector [
    (unconditional_assignable_selector (identifier) @call)
    (conditional_assignable_selector (identifier) @call)
  ])
  . (selector (argument_part)))
([(identifier) (this)] @target
  . (selector (unconditional_assignable_selector (identifier)))
  . (selector (unconditional_assignable_selector (identifier)))
  . (selector (unconditional_assignable_selector (identifier) @call))
  . (selector (argument_part)))
((super) @target . (unconditional_assignable_selector (identifier) @call) . (selector (argument_part)))
; Where nothing is known of what stands before, the expression begins at the dot.
([
    (selector [(argument_part) (unconditional_assignable_selector (index_selector))])
    (parenthesized_expression) (string_literal) (list_literal) (set_or_map_literal)
    (new_expression) (const_object_expression)
  ]
  . (selector "!")?
  . (selector [
    (unconditional_assignable_selector (identifier) @call) @target
    (conditional_assignable_selector (identifier) @call) @target
  ])
  . (selector (argument_part)))
(cascade_section (cascade_selector (identifier) @call) . (argument_part)) @target
(new_expression (type_identifier) @call . (type_arguments)? . (arguments))
(new_expression (type_identifier) @target . "." . (identifier) @call . (arguments))
(const_object_expression (type_identifier) @call . (type_arguments)? . (arguments))
(const_object_expression (type_identifier) @target . "." . (identifier) @call . (arguments))
(annotation name: (identifier) @call)

(formal_parameter . (type_identifier) @type . (type_arguments)? . (nullable_type)? . name: (identifier) @variable)
(formal_parameter (type_identifier) @target . "." . (type_identifier) @type
  . (type_arguments)? . (nullable_type)? . name: (identifier) @variable)
(initialized_variable_definition
  . (final_builtin)? . (type_identifier) @type . (type_arguments)? . (nullable_type)? . name: (identifier) @variable)
(initialized_variable_definition (type_identifier) @target . "." . (type_identifier) @type
  . (type_arguments)? . (nullable_type)? . name: (identifier) @variable)
(initialized_variable_definition
  "late" . (type_identifier) @type . (type_arguments)? . (nullable_type)?
  . name: (identifier) @variable)
(for_loop_parts
  . (final_builtin)? . (type_identifier) @type . (type_arguments)? . (nullable_type)? . name: (identifier) @variable)
(declaration
  . (final_builtin)? . (const_builtin)? . (type_identifier) @type . (type_arguments)? . (nullable_type)?
  . [
    (initialized_identifier_list (initialized_identifier . (identifier) @variable))
    (static_final_declaration_list (static_final_declaration . (identifier) @variable))
  ])
(declaration
  ["late" "covariant"] . (type_identifier) @type . (type_arguments)? . (nullable_type)?
  . (initialized_identifier_list (initialized_identifier . (identifier) @variable)))
(declaration (type_identifier) @target . "." . (type_identifier) @type . (type_arguments)? . (nullable_type)?
  . [
    (initialized_identifier_list (initialized_identifier . (identifier) @variable))
    (static_final_declaration_list (static_final_declaration . (identifier) @variable))
  ])
(program
  (type_identifier) @type . (type_arguments)? . (nullable_type)?
  . [
    (initialized_identifier_list (initialized_identifier . (identifier) @variable))
    (static_final_declaration_list (static_final_declaration . (identifier) @variable))
  ])
(initialized_variable_definition
  [(inferred_type) (final_builtin)] . name: (identifier) @variable . value: [
    (identifier) @made
    (new_expression . (type_identifier) @made)
    (const_object_expression (type_identifier) @made . (_))
  ])
(initialized_variable_definition
  [(inferred_type) (final_builtin)] . name: (identifier) @variable
  . value: (identifier) @target . value: (selector (unconditional_assignable_selector (identifier) @made)))
(declaration [(inferred_type) (final_builtin)] . [
  (initialized_identifier_list (initialized_identifier . (identifier) @variable . (identifier) @made))
  (static_final_declaration_list (static_final_declaration . (identifier) @variable . (identifier) @made))
])
(program [(inferred_type) (final_builtin) (const_builtin)] . [
  (initialized_identifier_list (initialized_identifier . (identifier) @variable . (identifier) @made))
  (static_final_declaration_list (static_final_declaration . (identifier) @variable . (identifier) @made))
])
(function_signature . (type_identifier) @type . (type_arguments)? . (nullable_type)? . name: (_)) @returns
(function_signature (type_identifier) @target . "." . (type_identifier) @type
  . (type_arguments)? . (nullable_type)? . name: (_)) @returns
(getter_signature . (type_identifier) @type . (type_arguments)? . (nullable_type)? . name: (_)) @returns

[(import_or_export) (part_directive) (part_of_directive)] @import
