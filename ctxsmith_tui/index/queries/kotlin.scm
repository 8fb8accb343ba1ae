; Captures are explained at the top of parse.py.

[(line_comment) (multiline_comment)] @comment @leading
(annotation) @leading

(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(class_declaration "class" (type_identifier) @name (class_body)? @body) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.class
(type_alias . "typealias" (type_identifier) @name) @definition.type
(secondary_constructor "constructor" @name (statements)? @body) @definition.method

; The type that an extension is for stands before its name. A companion is no symbol: people write
; `Class.member`.
(function_declaration
  receiver: (receiver_type [
    (user_type (type_identifier) @owner . (type_arguments)? .)
    (nullable_type (user_type (type_identifier) @owner . (type_arguments)? .))
  ])
  (simple_identifier) @name
  (function_body)? @body) @definition.method
(object_literal (class_body (function_declaration (simple_identifier) @name (function_body)? @body)
  @definition.method))
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function

; Properties count where they have code. Accessors on lines of their own stand beside the property in the
; tree.
(property_declaration
  receiver: (receiver_type [
    (user_type (type_identifier) @owner . (type_arguments)? .)
    (nullable_type (user_type (type_identifier) @owner . (type_arguments)? .))
  ])
  (variable_declaration . (simple_identifier) @name)
  [(getter (function_body)) (setter (function_body))] @body) @definition.method
((property_declaration receiver: (receiver_type [
    (user_type (type_identifier) @owner . (type_arguments)? .)
    (nullable_type (user_type (type_identifier) @owner . (type_arguments)? .))
  ]) (variable_declaration . (simple_identifier) @name)) @definition.method
  . [(getter) (setter) (line_comment) (multiline_comment)]* . [(getter (function_body)) (setter
    (function_body))] @definition.method @body)
(property_declaration
  (variable_declaration . (simple_identifier) @name)
  [(getter (function_body)) (setter (function_body))] @body) @definition.method
((property_declaration (variable_declaration . (simple_identifier) @name)) @definition.method
  . [(getter) (setter) (line_comment) (multiline_comment)]* . [(getter (function_body)) (setter
    (function_body))] @definition.method @body)
((property_declaration (variable_declaration . (simple_identifier) @name)) @definition.method
  . (getter (function_body)) . (setter) @definition.method)

; Constants: what cannot be set, of a file or of something that is there once.
(source_file (property_declaration
  (binding_pattern_kind "val") (variable_declaration . (simple_identifier) @name)) @definition.constant)
(object_declaration (class_body (property_declaration
  (binding_pattern_kind "val") (variable_declaration . (simple_identifier) @name)) @definition.constant))
(companion_object (class_body (property_declaration
  (binding_pattern_kind "val") (variable_declaration . (simple_identifier) @name)) @definition.constant))

; What an entry of an enum or a nameless object overrides is named after what holds it.
(enum_entry (simple_identifier) @name (class_body)) @scope
(property_declaration (variable_declaration . (simple_identifier) @name) (object_literal)) @scope

(class_declaration (delegation_specifier [
  (user_type (type_identifier) @inherit . (type_arguments)? .) @target
  (constructor_invocation (user_type (type_identifier) @inherit . (type_arguments)? .) @target)
  (explicit_delegation (user_type (type_identifier) @inherit . (type_arguments)? .) @target)
]))
(object_declaration (delegation_specifier [
  (user_type (type_identifier) @inherit . (type_arguments)? .) @target
  (constructor_invocation (user_type (type_identifier) @inherit . (type_arguments)? .) @target)
  (explicit_delegation (user_type (type_identifier) @inherit . (type_arguments)? .) @target)
]))

(call_expression . [
  (simple_identifier) @call
  (navigation_expression (navigation_suffix (simple_identifier) @call)) @target
])
; `foo<Bar>(1).baz()` is read as comparisons.
(comparison_expression . (comparison_expression . [
  (simple_identifier) @call
  (navigation_expression (navigation_suffix (simple_identifier) @call)) @target
]))
(infix_expression . (_) . (simple_identifier) @call) @target
(callable_reference . (simple_identifier) @call .)
(callable_reference (_) (simple_identifier) @call .) @target
(object_literal (delegation_specifier [
  (user_type (type_identifier) @call . (type_arguments)? .) @target
  (constructor_invocation (user_type (type_identifier) @call . (type_arguments)? .) @target)
]))
(annotation [
  (user_type (type_identifier) @call . (type_arguments)? .) @target
  (constructor_invocation (user_type (type_identifier) @call . (type_arguments)? .) @target)
])

; What variables, parameters and properties are.
(class_parameter (simple_identifier) @variable . [(user_type) (nullable_type)] @type)
(parameter (simple_identifier) @variable . [(user_type) (nullable_type)] @type)
(variable_declaration (simple_identifier) @variable . [(user_type) (nullable_type)] @type)
(catch_block (simple_identifier) @variable . [(user_type) (nullable_type)] @type)
(property_declaration (variable_declaration . (simple_identifier) @variable .) [
  (call_expression . (simple_identifier) @type)
  (call_expression . (navigation_expression (navigation_suffix (simple_identifier) @type)) @target)
  (as_expression [(user_type) (nullable_type)] @type .)
])
(when_subject (variable_declaration . (simple_identifier) @variable .) (call_expression .
  [(simple_identifier) (navigation_expression)] @type))
(property_declaration
  (variable_declaration . (simple_identifier) @variable .)
  (property_delegate (call_expression
    (simple_identifier) @_lazy
    (call_suffix (annotated_lambda (lambda_literal (statements (call_expression . [(simple_identifier)
      (navigation_expression)] @type) .))))))
  (#eq? @_lazy "lazy"))

; What a call gives, said or shown.
(function_declaration (function_value_parameters) . [(user_type) (nullable_type)] @type @returns)
(function_declaration (function_value_parameters) . (function_body (call_expression . [(simple_identifier)
  (navigation_expression)] @type @returns)))
(property_declaration (variable_declaration (simple_identifier) . [(user_type) (nullable_type)] @type
  @returns) (getter (function_body)))
((property_declaration (variable_declaration (simple_identifier) . [(user_type) (nullable_type)] @type
  @returns)) . [(getter) (setter) (line_comment) (multiline_comment)]* . (getter (function_body)))

(import_header (identifier) @module (import_alias (type_identifier) @alias)) @import
(import_header (identifier) @module (wildcard_import) @whole) @import
(import_header (identifier) @module .) @import

; The package of a file is what others write in `import`.
(package_header (identifier) @export @alias)
