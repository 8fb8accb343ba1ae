; Captures are explained at the top of parse.py.

(comment) @comment @leading

(function_declaration name: (_) @name body: (_)? @body) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))
  ]))
  name: (_) @name body: (_)? @body) @definition.method

(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (_) @name) @definition.type
(type_alias name: (_) @name) @definition.type
(interface_type (method_elem name: (_) @name) @definition.method)
(source_file [
  (const_declaration (const_spec (identifier) @name) @definition.constant)
  (var_declaration (var_spec name: (identifier) @name) @definition.constant)
  (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.constant))
])

; A declaration of one thing, without parentheses, belongs to it.
(type_declaration . (_ name: (_) @name)) @span
(const_declaration . (const_spec name: (_) @name)) @span
(var_declaration . (var_spec name: (_) @name)) @span

(struct_type (field_declaration_list (field_declaration !name type: [
  (type_identifier) @inherit
  (qualified_type name: (_) @inherit) @target
  (generic_type type: (type_identifier) @inherit)
  (generic_type type: (qualified_type name: (_) @inherit) @target)
])))
(interface_type (type_elem . [
  (type_identifier) @inherit
  (qualified_type name: (_) @inherit) @target
] .))

(call_expression function: (identifier) @call)
(call_expression function: (selector_expression field: (_) @call) @target)
(type_conversion_expression type: (generic_type type: (type_identifier) @call))

(import_spec) @import
