; inherits: ecmascript

(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(type_alias_declaration name: (_) @name) @definition.type
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(function_signature name: (_) @name) @definition.function
(class_body (method_signature name: (_) @name) @definition.method)
(interface_body (method_signature name: (_) @name) @definition.method)
(abstract_method_signature name: (_) @name) @definition.method
(class_body (public_field_definition name: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
]) @definition.method)

; Constants of a namespace, and declared ones.
(internal_module body: (statement_block [
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (export_statement declaration:
    (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
]))
(ambient_declaration [
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)
])

(expression_statement (internal_module name: (_) @name)) @span
(ambient_declaration (_ name: (_) @name)) @span
(ambient_declaration (_ . (variable_declarator name: (identifier) @name) .)) @span
(export_statement declaration: (ambient_declaration (_ name: (_) @name))) @span
(export_statement declaration: (ambient_declaration (_ . (variable_declarator name: (identifier) @name) .))) @span

(extends_clause value: (identifier) @inherit)
(extends_clause value: (member_expression property: (_) @inherit) @target)
(implements_clause [
  (type_identifier) @inherit
  (nested_type_identifier name: (_) @inherit) @target
  (generic_type name: (type_identifier) @inherit)
  (generic_type name: (nested_type_identifier name: (_) @inherit) @target)
])
(extends_type_clause type: [
  (type_identifier) @inherit
  (nested_type_identifier name: (_) @inherit) @target
  (generic_type name: (type_identifier) @inherit)
  (generic_type name: (nested_type_identifier name: (_) @inherit) @target)
])

(import_alias) @import

; Types: declared ones, and what a value is made by.
(required_parameter pattern: (identifier) @variable type: (type_annotation [
  (type_identifier) (nested_type_identifier) (generic_type) (union_type) (predefined_type)
] @type))
(optional_parameter pattern: (identifier) @variable type: (type_annotation [
  (type_identifier) (nested_type_identifier) (generic_type) (union_type) (predefined_type)
] @type))
(variable_declarator name: (identifier) @variable type: (type_annotation [
  (type_identifier) (nested_type_identifier) (generic_type) (union_type) (predefined_type)
] @type))
(public_field_definition name: (property_identifier) @variable type: (type_annotation [
  (type_identifier) (nested_type_identifier) (generic_type) (union_type) (predefined_type)
] @type))
(property_signature name: (property_identifier) @variable type: (type_annotation [
  (type_identifier) (nested_type_identifier) (generic_type) (union_type) (predefined_type)
] @type))
(public_field_definition name: (property_identifier) @variable !type
  value: (new_expression constructor: [(identifier) (member_expression)] @type))
; A function may say what it makes.
(variable_declarator name: (identifier) @variable !type value: [
  (call_expression function: [(identifier) (member_expression object: (identifier))] @type)
  (await_expression (call_expression function: [(identifier) (member_expression object: (identifier))] @type))
])
(function_declaration return_type: (type_annotation (_) @type)) @returns
(function_signature return_type: (type_annotation (_) @type)) @returns
(method_definition return_type: (type_annotation (_) @type)) @returns
(method_signature return_type: (type_annotation (_) @type)) @returns
(abstract_method_signature return_type: (type_annotation (_) @type)) @returns
(variable_declarator value: (arrow_function return_type: (type_annotation (_) @type))) @returns
(public_field_definition value: (arrow_function return_type: (type_annotation (_) @type))) @returns
