; Captures are explained at the top of parse.py.

(function_definition name: (identifier) @name body: (block) @body) @definition.function
(class_definition name: (identifier) @name body: (block) @body) @definition.class
(decorated_definition definition: (_ name: (identifier) @name)) @span
(decorator) @leading
(comment) @comment
(block . (string) @docstring)

; Constants: at module level, also behind a condition or a try.
(module (assignment left: (identifier) @name) @definition.constant)
(module (if_statement (block (assignment left: (identifier) @name) @definition.constant)))
(module (if_statement (else_clause (block (assignment left: (identifier) @name) @definition.constant))))
(module (if_statement (elif_clause (block (assignment left: (identifier) @name) @definition.constant))))
(module (try_statement (block (assignment left: (identifier) @name) @definition.constant)))
(module (try_statement (except_clause (block (assignment left: (identifier) @name) @definition.constant))))
(type_alias_statement left: (type . (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type . (identifier) @name))) @definition.type

(class_definition superclasses: (argument_list (identifier) @inherit))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @inherit) @target))
(class_definition superclasses: (argument_list (subscript value: (identifier) @inherit)))
(class_definition superclasses: (argument_list
  (subscript value: (attribute attribute: (identifier) @inherit) @target)))

(call function: (identifier) @call)
(call function: (attribute attribute: (identifier) @call) @target)
(decorator (identifier) @call)
(decorator (attribute attribute: (identifier) @call) @target)

[(import_statement) (import_from_statement) (future_import_statement)] @import

; Types: declared ones, and what a value is made by.
(typed_parameter . (identifier) @variable type: (type) @type)
(typed_default_parameter name: (identifier) @variable type: (type) @type)
(assignment
  left: [(identifier) (attribute object: (identifier))] @variable
  type: (type) @type)
(assignment
  left: [(identifier) (attribute object: (identifier))] @variable
  !type
  right: (call function: [(identifier) (attribute)] @type))
(as_pattern
  . [(call function: [(identifier) (attribute)] @made) (identifier) @made (attribute) @made]
  alias: (as_pattern_target (identifier) @variable))
(function_definition return_type: (type) @type) @returns

; What a function assigns hides what has the same name outside of it.
(assignment left: (identifier) @closure)
(assignment left: (pattern_list (identifier) @closure))
(for_statement left: (identifier) @closure)
(as_pattern alias: (as_pattern_target (identifier) @closure))
(call function: [(subscript) (call)] @dynamic)
