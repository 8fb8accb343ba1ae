; What JavaScript and TypeScript share. Captures are explained at the top of parse.py.

(comment) @comment @leading
(decorator) @leading

[
  (function_declaration name: (_) @name body: (_) @body)
  (generator_function_declaration name: (_) @name body: (_) @body)
] @definition.function
(class_declaration name: (_) @name body: (_) @body) @definition.class
(class_body (method_definition name: (_) @name body: (_) @body) @definition.method)

; Functions and classes that a variable, a property or an export names.
(variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)
]) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(assignment_expression
  left: [(identifier) @name (member_expression object: (_) @owner property: (_) @name)]
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function
(assignment_expression
  left: [(identifier) @name (member_expression object: (_) @owner property: (_) @name)]
  right: (class body: (_) @body)) @definition.class
(export_statement "default" @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)
]) @definition.function
(export_statement "default" @name value: (class body: (_) @body)) @definition.class
; The same where the export hangs on a condition: `export default isSupported && function adapt() {}`.
(export_statement value: (binary_expression
  right: (function_expression name: (_) @name body: (_) @body)) @definition.function)
(export_statement "default" @name value: (binary_expression right: [
  (arrow_function body: (_) @body)
  (function_expression !name body: (_) @body)
  (parenthesized_expression [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
])) @definition.function

; Functions in an object that a variable, a property or the default export names.
[
  (variable_declarator name: (identifier) value: (object [
    (method_definition name: (_) @name body: (_) @body)
    (pair key: (_) @name value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ])
  ] @definition.method))
  (assignment_expression right: (object [
    (method_definition name: (_) @name body: (_) @body)
    (pair key: (_) @name value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ])
  ] @definition.method))
  (export_statement value: (object [
    (method_definition name: (_) @name body: (_) @body)
    (pair key: (_) @name value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ])
  ] @definition.method))
]

; The same in the object that the default export is made of by a call, and in the groups of a component.
(export_statement value: (call_expression arguments: (arguments (object [
  (method_definition name: (_) @name body: (_) @body)
  (pair key: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ])
] @definition.method))))
((export_statement value: [
  (object (pair key: (property_identifier) @_group value: (object [
    (method_definition name: (_) @name body: (_) @body)
    (pair key: (_) @name value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ])
  ] @definition.method)))
  (call_expression arguments: (arguments (object
    (pair key: (property_identifier) @_group value: (object [
      (method_definition name: (_) @name body: (_) @body)
      (pair key: (_) @name value: [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
        (generator_function body: (_) @body)
      ])
    ] @definition.method)))))
]) (#any-of? @_group "methods" "computed" "watch" "filters" "actions" "getters" "mutations"))

; Constants: variables at the top level, and objects put on an export or another value there.
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (export_statement declaration: [
    (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  ])
])
(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @owner property: (_) @name) right: (object)) @definition.constant))
(program (export_statement "default" @name value: [
  (object)
  (call_expression arguments: (arguments (object)))
]) @definition.constant)

(variable_declarator name: (identifier) @name value: (object)) @scope
(assignment_expression
  left: [(identifier) @name (member_expression object: (_) @owner property: (_) @name)]
  right: (object)) @scope

; The statement around a definition belongs to it.
(export_statement declaration: (_ name: (_) @name)) @span
(export_statement declaration: (_ . (variable_declarator name: (identifier) @name) .)) @span
(lexical_declaration . (variable_declarator name: (identifier) @name) .) @span
(variable_declaration . (variable_declarator name: (identifier) @name) .) @span
(expression_statement (assignment_expression
  left: [(identifier) @name (member_expression property: (_) @name)])) @span

(call_expression function: (identifier) @call)
(call_expression function: (member_expression property: (_) @call) @target)
(call_expression function: [(subscript_expression) (call_expression)] @dynamic)
(new_expression constructor: (identifier) @call)
(new_expression constructor: (member_expression property: (_) @call) @target)
(decorator (identifier) @call)
(decorator (member_expression property: (_) @call) @target)

[(import_statement) (export_statement source: (string))] @import
(variable_declarator value: [
  (call_expression function: [(identifier) (import)] arguments: (arguments . (string)))
  (await_expression (call_expression function: (import) arguments: (arguments . (string))))
]) @import
(call_expression function: [(identifier) (import)] arguments: (arguments . (string) .)) @import

; What a value is made by.
(variable_declarator
  name: (identifier) @variable
  value: (new_expression constructor: [(identifier) (member_expression)] @type))
(assignment_expression
  left: [(identifier) (member_expression object: (this))] @variable
  right: (new_expression constructor: [(identifier) (member_expression)] @type))

; Names that others import something by.
(export_statement "default" @alias value: (identifier) @export)
(export_statement "default" @alias declaration: (_ name: (_) @export))
(export_statement "default" @alias value: (binary_expression right: (function_expression name: (_) @export)))
(export_statement !source (export_clause (export_specifier name: (_) @export alias: _ @alias)))
((assignment_expression
    left: (member_expression object: (identifier) @_module property: (_) @_exports) @alias
    right: (identifier) @export)
  (#eq? @_exports "exports") (#eq? @_module "module"))
((assignment_expression
    left: (member_expression object: (identifier) @_module property: (_) @_exports)
    right: (object (pair key: (property_identifier) @alias value: (identifier) @export)))
  (#eq? @_exports "exports") (#eq? @_module "module"))
((assignment_expression
    left: (member_expression object: (identifier) @_exports property: (property_identifier) @alias)
    right: (identifier) @export)
  (#eq? @_exports "exports"))
((assignment_expression
    left: (member_expression object: (member_expression property: (_) @_exports) property: (property_identifier) @alias)
    right: (identifier) @export)
  (#eq? @_exports "exports"))

; What an object gives under the names of its properties.
(program [
  (export_statement "default" value: (object [
    (shorthand_property_identifier) @export @alias
    (pair key: (property_identifier) @alias value: (identifier) @export)
  ]))
  (lexical_declaration (variable_declarator name: (identifier) value: (object [
    (shorthand_property_identifier) @export @alias
    (pair key: (property_identifier) @alias value: (identifier) @export)
  ])))
  (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) value: (object [
    (shorthand_property_identifier) @export @alias
    (pair key: (property_identifier) @alias value: (identifier) @export)
  ]))))
])
