; Captures are explained at the top of parse.py.

(comment) @comment @leading
[(attribute_specifier) (attribute_declaration)] @comment

; A declaration without body is no symbol: the definition is.
(function_definition declarator: (_) @declarator body: (_) @body) @definition.function

; A struct, enum or union is named by its tag, without one by the first name that `typedef` gives it.
(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.struct
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(type_definition type: [
  (struct_specifier name: (_) @name body: (_) @body)
  (union_specifier name: (_) @name body: (_) @body)
]) @definition.struct
(type_definition type: (enum_specifier name: (_) @name body: (_) @body)) @definition.enum
(type_definition type: [
  (struct_specifier !name body: (_))
  (union_specifier !name body: (_))
] . declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (enum_specifier !name body: (_)) . declarator: (type_identifier) @name) @definition.enum
; `struct options {…} defaults = {…};` declares two things.
(declaration type: [
  (struct_specifier name: (_) @name body: (_) @body)
  (union_specifier name: (_) @name body: (_) @body)
] declarator: (init_declarator)) @definition.struct
(declaration
  type: (enum_specifier name: (_) @name body: (_) @body)
  declarator: (init_declarator)) @definition.enum

; `typedef struct a {…} a;` is one thing, not two.
((type_definition type: [
  (struct_specifier name: (_) @_tag body: (_))
  (union_specifier name: (_) @_tag body: (_))
  (enum_specifier name: (_) @_tag body: (_))
] declarator: (_) @declarator) @definition.type (#not-eq? @declarator @_tag))
(type_definition type: [
  (struct_specifier !name)
  (struct_specifier !body)
  (union_specifier !name)
  (union_specifier !body)
  (enum_specifier !name)
  (enum_specifier !body)
  (primitive_type)
  (type_identifier)
  (sized_type_specifier)
  (macro_type_specifier)
] declarator: (_) @declarator) @definition.type

; A macro without a value is a switch or guards its header from being included twice.
(preproc_def name: (_) @name value: (_)) @definition.constant
(preproc_function_def name: (_) @name value: (_)? @body) @definition.macro

; Variables with a value, also where conditional compilation puts them. Locals are no symbols (`outline.py`).
(translation_unit (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(preproc_if (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(preproc_ifdef (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(preproc_else (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(preproc_elif (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(declaration_list (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(ERROR (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)

(call_expression function: (identifier) @call)
(call_expression function: (field_expression field: (_) @call) @target)

(declaration type: [
  (type_identifier) @type
  (struct_specifier name: (_) @type !body)
  (union_specifier name: (_) @type !body)
] declarator: (_) @declarator)
(parameter_declaration type: [
  (type_identifier) @type
  (struct_specifier name: (_) @type !body)
  (union_specifier name: (_) @type !body)
] declarator: (_) @declarator)
(field_declaration type: [
  (type_identifier) @type
  (struct_specifier name: (_) @type !body)
  (union_specifier name: (_) @type !body)
] declarator: (_) @declarator)
(function_definition type: [
  (type_identifier) @type
  (struct_specifier name: (_) @type !body)
  (union_specifier name: (_) @type !body)
]) @returns

(preproc_include path: (_) @module @whole) @import
