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
