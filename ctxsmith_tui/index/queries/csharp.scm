; Captures are explained at the top of parse.py.

(comment) @comment @leading
[
  (attribute_list)
  (preproc_region)
  (preproc_endregion)
  (preproc_pragma)
  (preproc_nullable)
] @comment
(attribute_list) @leading

; Types. A namespace is no symbol: people write `Class.Method`.
(class_declaration name: (_) @name body: (_)? @body) @definition.class
(record_declaration "struct" name: (_) @name body: (_)? @body) @definition.struct
(record_declaration name: (_) @name body: (_)? @body) @definition.class
(struct_declaration name: (_) @name body: (_)? @body) @definition.struct
(interface_declaration name: (_) @name body: (_)? @body) @definition.interface
(enum_declaration name: (_) @name body: (_)? @body) @definition.enum
(delegate_declaration name: (_) @name) @definition.type

(method_declaration name: (_) @name body: (_)? @body) @definition.method
(constructor_declaration name: (_) @name body: (_)? @body) @definition.method
(destructor_declaration name: (_) @name body: (_)? @body) @definition.method
(operator_declaration operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration ["implicit" "explicit"] @name body: (_)? @body) @definition.method
(local_function_statement name: (_) @name body: (_)? @body) @definition.function

; Properties, indexers and events count where they have code.
(property_declaration name: (_) @name accessors: (accessor_list (accessor_declaration body: (_))) @body)
  @definition.method
(property_declaration name: (_) @name value: (arrow_expression_clause) @body) @definition.method
(indexer_declaration "this" @name accessors: (_) @body) @definition.method
(indexer_declaration "this" @name value: (_) @body) @definition.method
(event_declaration name: (_) @name accessors: (_) @body) @definition.method

(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (_) @name))) @definition.constant
(field_declaration
  (modifier "static")
  (modifier "readonly")
  (variable_declaration (variable_declarator name: (_) @name))) @definition.constant
(field_declaration
  (modifier "readonly")
  (modifier "static")
  (variable_declaration (variable_declarator name: (_) @name))) @definition.constant

(base_list [
  (identifier) @inherit
  (generic_name . (identifier) @inherit)
  (qualified_name name: (identifier) @inherit) @target
  (qualified_name name: (generic_name . (identifier) @inherit)) @target
  (alias_qualified_name name: (identifier) @inherit) @target
  (primary_constructor_base_type type: [
    (identifier) @inherit
    (generic_name . (identifier) @inherit)
    (qualified_name name: (identifier) @inherit) @target
    (qualified_name name: (generic_name . (identifier) @inherit)) @target
  ])
])

(invocation_expression function: [
  (identifier) @call
  (generic_name . (identifier) @call)
  (member_access_expression name: (identifier) @call) @target
  (member_access_expression name: (generic_name . (identifier) @call)) @target
  (conditional_access_expression (member_binding_expression name: (identifier) @call)) @target
  (conditional_access_expression (member_binding_expression name: (generic_name . (identifier) @call)))
    @target
])
(object_creation_expression type: [
  (identifier) @call
  (generic_name . (identifier) @call)
  (qualified_name name: (identifier) @call) @target
  (qualified_name name: (generic_name . (identifier) @call)) @target
])
; `Foo foo = new(1)`
(variable_declaration
  type: [
    (identifier) @call
    (generic_name . (identifier) @call)
    (qualified_name name: (identifier) @call) @target
    (qualified_name name: (generic_name . (identifier) @call)) @target
  ]
  (variable_declarator (implicit_object_creation_expression)))
(property_declaration
  type: [
    (identifier) @call
    (generic_name . (identifier) @call)
    (qualified_name name: (identifier) @call) @target
  ]
  value: (implicit_object_creation_expression))
(method_declaration
  returns: [
    (identifier) @call
    (generic_name . (identifier) @call)
    (qualified_name name: (identifier) @call) @target
  ]
  body: (arrow_expression_clause (implicit_object_creation_expression)))
(attribute name: [
  (identifier) @call
  (generic_name . (identifier) @call)
  (qualified_name name: (identifier) @call) @target
])

; What variables, parameters, fields and properties are.
(variable_declaration
  type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type
  (variable_declarator name: (_) @variable))
(variable_declaration
  type: (implicit_type)
  (variable_declarator name: (_) @variable [
    (object_creation_expression type: (_) @type)
    (invocation_expression function: [(identifier) (generic_name) (member_access_expression)] @type)
    (await_expression (invocation_expression function: [(identifier) (generic_name)
      (member_access_expression)] @type))
    (as_expression right: (_) @type)
    (cast_expression type: (_) @type)
  ]))
(variable_declaration
  type: (implicit_type)
  (variable_declarator name: (_) @variable (await_expression (invocation_expression function:
    (member_access_expression
      expression: (invocation_expression function: [(identifier) (generic_name) (member_access_expression)]
        @type)
      name: (identifier) @_wait))))
  (#eq? @_wait "ConfigureAwait"))
(parameter type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type name: (_) @variable)
(property_declaration type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type name: (_)
  @variable)
(foreach_statement type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type left:
  (identifier) @variable)
(declaration_pattern type: (_) @type name: (identifier) @variable)
(recursive_pattern type: (_) @type name: (identifier) @variable)
(declaration_expression type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type name:
  (identifier) @variable)
(catch_declaration type: (_) @type name: (identifier) @variable)

; What a call gives.
(method_declaration returns: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type @returns)
(local_function_statement type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type @returns)
(property_declaration type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type @returns
  value: (arrow_expression_clause))
(property_declaration type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @type @returns
  accessors: (accessor_list . (accessor_declaration body: (_))))

; The namespace of a file is what others write in `using`.
(namespace_declaration name: (_) @export @alias)
(file_scoped_namespace_declaration name: (_) @export @alias)

; `using A.B` brings in all of a namespace, `using static A.B` all static members of a type.
(using_directive . "using" !name (identifier) @module @whole) @import
(using_directive !name (qualified_name) @module @whole) @import
(using_directive name: (identifier) @alias [(identifier) (qualified_name)] @module) @import
