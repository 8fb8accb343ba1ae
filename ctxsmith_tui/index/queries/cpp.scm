; Captures are explained at the top of parse.py.

(comment) @comment @leading
[(attribute_specifier) (attribute_declaration)] @comment

; An `inline` namespace is as if it were not there.
((namespace_definition name: (namespace_identifier) @name body: (_) @body) @definition.module
  (#not-match? @definition.module "^inline"))
(namespace_definition name: (nested_namespace_specifier [
  (namespace_identifier) @name
  (nested_namespace_specifier [
    (namespace_identifier) @name
    (nested_namespace_specifier (namespace_identifier) @name .)
  ] .)
] .) @owner body: (_) @body) @definition.module

(class_specifier name: [
  (type_identifier) @name
  (template_type name: (_) @name)
  (qualified_identifier name: [(type_identifier) @name (template_type name: (_) @name)]) @owner
] body: (_) @body) @definition.class
(struct_specifier name: [
  (type_identifier) @name
  (template_type name: (_) @name)
  (qualified_identifier name: [(type_identifier) @name (template_type name: (_) @name)]) @owner
] body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_specifier name: [
  (type_identifier) @name
  (qualified_identifier name: (type_identifier) @name) @owner
] body: (_) @body) @definition.enum

; `struct options {…} defaults = {…};` declares two things.
(declaration type: [
  (struct_specifier name: (type_identifier) @name body: (_) @body)
  (union_specifier name: (type_identifier) @name body: (_) @body)
] declarator: (init_declarator)) @definition.struct
(declaration
  type: (class_specifier name: (type_identifier) @name body: (_) @body)
  declarator: (init_declarator)) @definition.class
(declaration
  type: (enum_specifier name: (type_identifier) @name body: (_) @body)
  declarator: (init_declarator)) @definition.enum

; Functions. A declaration without body is no symbol: the definition is.
(function_definition type: (_) declarator: (_) @declarator body: (_) @body) @definition.function
(function_definition type: (_) declarator: (_) @declarator [
  (default_method_clause)
  (delete_method_clause)
  (pure_virtual_clause)
] @body) @definition.function
((function_definition !type declarator: (_) @declarator [
  (field_initializer_list)
  (compound_statement)
  (try_statement)
  (default_method_clause)
  (delete_method_clause)
  (pure_virtual_clause)
] @body) @definition.function
  (#not-match? @declarator "^[A-Z_0-9]*(TEST|CASE|BENCHMARK|SCENARIO|DEFINE)[A-Z_0-9]*\\("))
; What every subclass has to define.
(field_declaration "virtual" declarator: (_) @declarator default_value: (number_literal)) @definition.method

; Tests are defined by macros that look like a function without result, TEST(Suite, name) {…}, or like a call
; before a block, TEST_CASE("name") {…}.
((function_definition !type declarator: [
  (function_declarator declarator: (identifier) @_macro parameters: (parameter_list
    . (parameter_declaration type: (_) @owner !declarator)
    . (parameter_declaration type: (_) @name !declarator)))
  (function_declarator declarator: (function_declarator declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (_) @owner !declarator)
      . (parameter_declaration type: (_) @name !declarator))))
  (function_declarator declarator: (identifier) @_macro parameters: (parameter_list
    . (parameter_declaration type: (_) @name !declarator) .))
] body: (_) @body) @definition.function
  (#match? @_macro "^[A-Z_0-9]*(TEST|CASE|BENCHMARK|SCENARIO|DEFINE)[A-Z_0-9]*$"))
((function_definition !type declarator: (function_declarator declarator: [
  (identifier) @call
  (function_declarator declarator: (identifier) @call)
])) (#match? @call "^[A-Z_0-9]*(TEST|CASE|BENCHMARK|SCENARIO|DEFINE)[A-Z_0-9]*$"))
((expression_statement (call_expression
  function: (identifier) arguments: (argument_list . (string_literal) @name))) @definition.function
  . (compound_statement) @body @definition.function)

; As in C.
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
  (qualified_identifier)
  (template_type)
  (dependent_type)
  (decltype)
] declarator: (_) @declarator) @definition.type
(preproc_def name: (_) @name value: (_)) @definition.constant
(preproc_function_def name: (_) @name value: (_)? @body) @definition.macro

(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.type

; Variables with a value, also where conditional compilation puts them. Locals are no symbols (`outline.py`).
(translation_unit (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(declaration_list (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(template_declaration
  (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(preproc_if (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(preproc_ifdef (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(preproc_else (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(preproc_elif (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(ERROR (declaration declarator: (init_declarator declarator: (_) @declarator)) @definition.constant)
(field_declaration
  (storage_class_specifier) declarator: (_) @declarator default_value: (_)) @definition.constant

; What stands around a definition belongs to it: template parameters, `friend`, `extern "C"`.
(template_declaration (function_definition declarator: (_) @declarator)) @span
(template_declaration (template_declaration (function_definition declarator: (_) @declarator))) @span
(template_declaration (friend_declaration (function_definition declarator: (_) @declarator))) @span
(friend_declaration (function_definition declarator: (_) @declarator)) @span
(linkage_specification body: (function_definition declarator: (_) @declarator)) @span
(template_declaration [
  (class_specifier name: (_) @declarator)
  (struct_specifier name: (_) @declarator)
  (union_specifier name: (_) @declarator)
  (alias_declaration name: (_) @declarator)
  (concept_definition name: (_) @declarator)
  (declaration declarator: (init_declarator declarator: (_) @declarator))
]) @span
(template_declaration (template_declaration [
  (class_specifier name: (_) @declarator)
  (struct_specifier name: (_) @declarator)
])) @span

(base_class_clause [
  (type_identifier) @inherit
  (template_type name: (_) @inherit)
  (qualified_identifier name: [
    (type_identifier) @inherit
    (template_type name: (_) @inherit)
    (qualified_identifier name: [
      (type_identifier) @inherit
      (template_type name: (_) @inherit)
      (qualified_identifier name: [(type_identifier) @inherit (template_type name: (_) @inherit)])
    ])
  ]) @target
])

(call_expression function: [
  (identifier) @call
  (template_function name: (_) @call)
  (field_expression field: [
    (field_identifier) @call
    (template_method name: (_) @call)
    (dependent_name (template_method name: (_) @call))
    (qualified_identifier name: (_) @call)
  ]) @target
  (qualified_identifier name: [
    (identifier) @call
    (template_function name: (_) @call)
    (dependent_name (template_function name: (_) @call))
    (qualified_identifier name: [
      (identifier) @call
      (template_function name: (_) @call)
      (qualified_identifier name: [
        (identifier) @call
        (template_function name: (_) @call)
        (qualified_identifier name: [(identifier) @call (template_function name: (_) @call)])
      ])
    ])
  ]) @target
])
; Constructors: `new Shop(1)`, `Shop{1}`, `Shop shop(1)`, `make_unique<Shop>(1)`, a base class in
; front of a constructor's body.
(new_expression type: [
  (type_identifier) @call
  (template_type name: (_) @call)
  (qualified_identifier name: [
    (type_identifier) @call
    (template_type name: (_) @call)
    (qualified_identifier name: [(type_identifier) @call (template_type name: (_) @call)])
  ]) @target
])
(compound_literal_expression type: [
  (type_identifier) @call
  (template_type name: (_) @call)
  (qualified_identifier name: [
    (type_identifier) @call
    (template_type name: (_) @call)
    (qualified_identifier name: [(type_identifier) @call (template_type name: (_) @call)])
  ]) @target
])
(declaration type: [
  (type_identifier) @call
  (template_type name: (_) @call)
  (qualified_identifier name: [
    (type_identifier) @call
    (template_type name: (_) @call)
    (qualified_identifier name: [(type_identifier) @call (template_type name: (_) @call)])
  ]) @target
] declarator: (init_declarator value: [(argument_list) (initializer_list)]))
((call_expression function: [
  (template_function name: (_) @_made arguments: (template_argument_list . (type_descriptor type: [
    (type_identifier) @call
    (template_type name: (_) @call)
    (qualified_identifier name: (type_identifier) @call) @target
  ])))
  (qualified_identifier name: (template_function name: (_) @_made
    arguments: (template_argument_list . (type_descriptor type: [
      (type_identifier) @call
      (template_type name: (_) @call)
      (qualified_identifier name: (type_identifier) @call) @target
    ]))))
]) (#any-of? @_made "make_unique" "make_shared"))
(field_initializer [
  (field_identifier) @component
  (template_method name: (_) @component)
  (qualified_identifier name: [(field_identifier) @component (template_method name: (_) @component)]) @target
])

(declaration type: [
  (type_identifier)
  (qualified_identifier)
  (template_type)
] @type declarator: (_) @declarator)
(declaration type: [
  (struct_specifier name: (_) @type !body)
  (class_specifier name: (_) @type !body)
] declarator: (_) @declarator)
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (_) @declarator value: [
  (new_expression type: (_) @type)
  (compound_literal_expression type: (_) @type)
  (call_expression function: [(identifier) (qualified_identifier)] @made)
]))
((declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (_) @declarator
  value: (call_expression function: [
    (template_function name: (_) @_made
      arguments: (template_argument_list . (type_descriptor type: (_) @type)))
    (qualified_identifier name: (template_function name: (_) @_made
      arguments: (template_argument_list . (type_descriptor type: (_) @type))))
  ])))
  (#any-of? @_made "make_unique" "make_shared" "static_cast" "dynamic_cast" "reinterpret_cast" "const_cast"
    "any_cast" "static_pointer_cast" "dynamic_pointer_cast"))
(parameter_declaration type: [
  (type_identifier)
  (qualified_identifier)
  (template_type)
] @type declarator: (_) @declarator)
(parameter_declaration type: (struct_specifier name: (_) @type !body) declarator: (_) @declarator)
(optional_parameter_declaration type: [
  (type_identifier)
  (qualified_identifier)
  (template_type)
] @type declarator: (_) @declarator)
(field_declaration type: [
  (type_identifier)
  (qualified_identifier)
  (template_type)
] @type declarator: (_) @declarator)
(field_declaration type: (struct_specifier name: (_) @type !body) declarator: (_) @declarator)
(for_range_loop type: [
  (type_identifier)
  (qualified_identifier)
  (template_type)
] @type declarator: (_) @declarator)

(function_definition type: [
  (type_identifier)
  (qualified_identifier)
  (template_type)
] @type) @returns
(function_definition type: (struct_specifier name: (_) @type !body)) @returns
(function_definition declarator: (function_declarator (trailing_return_type (type_descriptor type: [
  (type_identifier)
  (qualified_identifier)
  (template_type)
] @type)))) @returns

(preproc_include path: (_) @module @whole) @import
(using_declaration "namespace" (_) @module @whole) @import
(using_declaration . "using" . (qualified_identifier) @module) @import
(namespace_alias_definition name: (_) @alias . "=" . (_) @module) @import
(import_declaration name: (_) @module @whole) @import
