; Captures are explained at the top of parse.py.

(line_comment !inner) @comment @leading
(line_comment inner: (_)) @comment
(block_comment !inner) @comment @leading
(attribute_item) @leading

(function_item name: (_) @name body: (_) @body) @definition.function
(function_signature_item name: (_) @name) @definition.function
(struct_item name: (_) @name body: (field_declaration_list) @body) @definition.struct
(struct_item name: (_) @name) @definition.struct
(union_item name: (_) @name body: (_) @body) @definition.struct
(enum_item name: (_) @name body: (_) @body) @definition.enum
(trait_item name: (_) @name body: (_) @body) @definition.trait
(mod_item name: (_) @name body: (_)? @body) @definition.module
(macro_definition name: (_) @name . (macro_rule) @body) @definition.macro
(macro_definition name: (_) @name) @definition.macro
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
(source_file (const_item name: (_) @name) @definition.constant)
(source_file (static_item name: (_) @name) @definition.constant)
(declaration_list (const_item name: (_) @name) @definition.constant)
(declaration_list (static_item name: (_) @name) @definition.constant)

; What an `impl` holds is named after its type.
(impl_item type: [
  (type_identifier) @name
  (primitive_type) @name
  (generic_type type: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (_) @name))
  (scoped_type_identifier name: (_) @name)
  (dynamic_type trait: (type_identifier) @name)
  (reference_type type: (type_identifier) @name)
  (reference_type type: (generic_type type: (type_identifier) @name))
]) @scope

(impl_item trait: [
  (type_identifier) @inherit
  (scoped_type_identifier name: (_) @inherit) @target
  (generic_type type: (type_identifier) @inherit)
  (generic_type type: (scoped_type_identifier name: (_) @inherit) @target)
])
(trait_item bounds: (trait_bounds [
  (type_identifier) @inherit
  (scoped_type_identifier name: (_) @inherit) @target
  (generic_type type: (type_identifier) @inherit)
  (generic_type type: (scoped_type_identifier name: (_) @inherit) @target)
]))

(call_expression function: [
  (identifier) @call
  (scoped_identifier name: (_) @call) @target
  (field_expression field: (field_identifier) @call) @target
  (generic_function function: (identifier) @call)
  (generic_function function: (scoped_identifier name: (_) @call) @target)
  (generic_function function: (field_expression field: (_) @call) @target)
])
(macro_invocation macro: [
  (identifier) @call
  (scoped_identifier name: (_) @call) @target
])
(struct_expression name: [
  (type_identifier) @call
  (scoped_type_identifier name: (_) @call) @target
])
; What a macro is given has no structure.
(token_tree (identifier) @call . (token_tree)) @tokens

[(use_declaration) (extern_crate_declaration)] @import
(mod_item name: (_) !body) @import

; Types: declared ones, and what a value is made by.
(parameter pattern: (identifier) @variable type: (_) @type)
(field_declaration name: (field_identifier) @variable type: (_) @type)
(let_declaration pattern: (identifier) @variable type: (_) @type)
(let_declaration pattern: (identifier) @variable !type value: [
  (call_expression function: [(identifier) (scoped_identifier)] @type)
  (try_expression (call_expression function: [(identifier) (scoped_identifier)] @type))
  (await_expression (call_expression function: [(identifier) (scoped_identifier)] @type))
  (try_expression (await_expression (call_expression function: [(identifier) (scoped_identifier)] @type)))
  (struct_expression name: (_) @type)
])
(let_declaration pattern: (identifier) @variable !type value: [
  (call_expression function: (field_expression field: (_) @type) @target)
  (try_expression (call_expression function: (field_expression field: (_) @type) @target))
  (await_expression (call_expression function: (field_expression field: (_) @type) @target))
  (try_expression (await_expression (call_expression function: (field_expression field: (_) @type) @target)))
])
(const_item name: (identifier) @variable type: (_) @type)
(static_item name: (identifier) @variable type: (_) @type)
(function_item return_type: (_) @type) @returns
(function_signature_item return_type: (_) @type) @returns

(let_declaration pattern: (identifier) @closure value: (closure_expression))
