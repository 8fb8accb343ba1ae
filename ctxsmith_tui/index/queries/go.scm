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
  (generic_type type: (type_identifier) @inherit)
  (qualified_type name: (_) @inherit) @target
] .))

(call_expression function: (identifier) @call)
(call_expression function: (selector_expression field: (_) @call) @target)
(type_conversion_expression type: (generic_type type: (type_identifier) @call))
(type_conversion_expression type: (generic_type type: (qualified_type name: (_) @call) @target))
(call_expression function: (index_expression operand: (identifier) @call))
(call_expression function: (index_expression operand: (selector_expression field: (_) @call) @target))
(composite_literal type: [
  (type_identifier) @call
  (qualified_type name: (_) @call) @target
  (generic_type type: (type_identifier) @call)
])

(import_spec) @import
(package_clause (package_identifier) @export @alias)

; Types: declared ones, and what a value is made by.
(parameter_declaration name: (identifier) @variable type: (_) @type)
(field_declaration name: (field_identifier) @variable type: (_) @type)
(var_spec name: (identifier) @variable type: (_) @type)
(var_spec . name: (identifier) @variable !type value: (expression_list . [
  (call_expression function: [(identifier) (selector_expression)] @type)
  (composite_literal type: (_) @type)
  (unary_expression operand: (composite_literal type: (_) @type))
]))
(short_var_declaration left: (expression_list . (identifier) @variable) right: (expression_list . [
  (call_expression function: [(identifier) (selector_expression)] @type)
  (call_expression function: (index_expression operand: [(identifier) (selector_expression)] @type))
  (type_conversion_expression type: (_) @type)
  (composite_literal type: (_) @type)
  (unary_expression operand: (composite_literal type: (_) @type))
  (type_assertion_expression type: (_) @type)
]))
(method_declaration result: [
  (type_identifier) @type
  (pointer_type) @type
  (qualified_type) @type
  (generic_type) @type
  (parameter_list . (parameter_declaration type: (_) @type))
]) @returns
(function_declaration result: [
  (type_identifier) @type
  (pointer_type) @type
  (qualified_type) @type
  (generic_type) @type
  (parameter_list . (parameter_declaration type: (_) @type))
]) @returns
(method_elem result: [
  (type_identifier) @type
  (pointer_type) @type
  (qualified_type) @type
  (generic_type) @type
  (parameter_list . (parameter_declaration type: (_) @type))
]) @returns

(short_var_declaration left: (expression_list . (identifier) @closure) right: (expression_list . (func_literal)))
