; Captures are explained at the top of parse.py.

(comment) @comment @leading

; Functions: `function f()`, `function M.f()`, `function M:f()`, and functions given a name by `=` or in a table.
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration
  name: [
    (dot_index_expression table: (_) @owner field: (_) @name)
    (method_index_expression table: (_) @owner method: (_) @name)
  ]
  body: (_)? @body) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.method
(variable_declaration (assignment_statement (variable_list . name: (identifier) @name .))) @span
(field name: [(identifier) (string)] @name value: (function_definition body: (_)? @body)) @definition.function

; Tests: `describe("name", function() … end)`.
(function_call
  name: (identifier) @_call
  arguments: (arguments . (string) @name (function_definition body: (_)? @body))
  (#any-of? @_call "describe" "it" "context" "insulate" "expose" "test")) @definition.function

; Classes: tables that are made to inherit, or that their instances look things up in.
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call name: [
    (method_index_expression table: (_) method: (identifier) @_word)
    (dot_index_expression table: (_) field: (identifier) @_word)
  ])))
  (#any-of? @_word "extend" "subclass" "derive" "inherit")) @definition.class
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call
    name: (identifier) @_word
    arguments: (arguments . (table_constructor) . (table_constructor
      (field name: (identifier) @_index value: (_)))))))
  (#eq? @_word "setmetatable") (#eq? @_index "__index")) @definition.class
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call name: (identifier) @_word)))
  (#any-of? @_word "class" "Class")) @definition.class
((variable_declaration (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list . value: (table_constructor)))) @definition.class
  . (assignment_statement (variable_list . name: (dot_index_expression field: (identifier) @_index)))
  (#eq? @_index "__index"))
(function_call
  name: (identifier) @_word
  arguments: (arguments . (identifier) @name . (table_constructor
    (field name: (identifier) @_index value: (_))))
  (#eq? @_word "setmetatable") (#eq? @_index "__index")) @scope

; Other values of a file are its constants.
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: [
    (table_constructor) (number) (string) (true) (false) (unary_expression) (binary_expression) (function_call)
  ]))) @definition.constant)
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: [
    (table_constructor) (number) (string) (true) (false) (unary_expression) (binary_expression) (function_call)
  ])) @definition.constant)
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name) .)
  (expression_list . value: [(table_constructor) (number) (string) (true) (false)])) @definition.constant)

(function_call name: (method_index_expression table: (identifier) @inherit method: (identifier) @_word)
  (#any-of? @_word "extend" "subclass" "derive"))
(function_call
  name: (identifier) @_word
  arguments: (arguments . (_) . (table_constructor
    (field name: (identifier) @_index value: [
      (identifier) @inherit
      (dot_index_expression field: (identifier) @inherit) @target
    ])))
  (#eq? @_word "setmetatable") (#eq? @_index "__index"))
(function_call
  name: (identifier) @_word
  arguments: (arguments . (string) . (identifier) @inherit)
  (#any-of? @_word "class" "Class"))

(function_call name: (identifier) @call)
(function_call name: [(dot_index_expression field: (_) @call) (method_index_expression method: (_) @call)] @target)

; What a table makes of itself is of its type.
(assignment_statement
  (variable_list . name: [(identifier) (dot_index_expression)] @variable .)
  (expression_list . value: (function_call name: [
    (dot_index_expression table: (_) @type field: (identifier) @_word)
    (method_index_expression table: (_) @type method: (identifier) @_word)
  ]))
  (#any-of? @_word "new" "create"))
(assignment_statement
  (variable_list . name: [(identifier) (dot_index_expression)] @variable .)
  (expression_list . value: (function_call name: [(identifier) (dot_index_expression)] @made)))

(function_call name: (identifier) @_word arguments: (arguments . (string)) (#eq? @_word "require")) @import

; What a file returns is what others get of it.
(chunk (return_statement "return" @alias (expression_list . (identifier) @export .)))
(chunk (return_statement (expression_list . (table_constructor
  (field name: (identifier) @alias value: (identifier) @export)))))
