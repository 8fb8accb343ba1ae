; Captures are explained at the top of parse.py.

(comment) @comment @leading
(attribute_list) @leading

; Without braces a namespace is the rest of the file, and no symbol: people write `Class.method`.
(namespace_definition name: (_) @name @path body: (_) @body) @definition.module
(program (namespace_definition name: (_) @module !body)
  (if_statement body: (compound_statement (function_definition name: (_) @export))))
(program (namespace_definition name: (_) @module !body) [
  (class_declaration name: (_) @export)
  (interface_declaration name: (_) @export)
  (trait_declaration name: (_) @export)
  (enum_declaration name: (_) @export)
  (function_definition name: (_) @export)
])

(class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(trait_declaration name: (_) @name body: (_) @body) @definition.trait
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(function_definition name: (_) @name body: (_) @body) @definition.function
(method_declaration name: (_) @name body: (_)? @body) @definition.method
(property_declaration
  (property_element name: (variable_name (name) @name)) (property_hook_list) @body) @definition.method
(const_declaration (const_element . (name) @name)) @definition.constant
(program (expression_statement (function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string . (string_content) @name .)]))
  (#eq? @_define "define"))) @definition.constant)

; Tests of Pest.
(function_call_expression
  function: (name) @_test
  arguments: (arguments
    . (argument [(string) (encapsed_string)] @name) . (argument [(anonymous_function) (arrow_function)] @body))
  (#any-of? @_test "it" "test")) @definition.function
(function_call_expression
  function: (name) @_group
  arguments: (arguments
    . (argument [(string) (encapsed_string)] @name) . (argument [(anonymous_function) (arrow_function)] @body))
  (#eq? @_group "describe")) @definition.class

(class_declaration (base_clause [(name) @inherit (qualified_name (name) @inherit .) @target]))
(class_declaration (class_interface_clause [(name) @inherit (qualified_name (name) @inherit .) @target]))
(interface_declaration (base_clause [(name) @inherit (qualified_name (name) @inherit .) @target]))
(enum_declaration (class_interface_clause [(name) @inherit (qualified_name (name) @inherit .) @target]))
(class_declaration body: (_ (use_declaration [(name) @inherit (qualified_name (name) @inherit .) @target])))
(trait_declaration body: (_ (use_declaration [(name) @inherit (qualified_name (name) @inherit .) @target])))
(enum_declaration body: (_ (use_declaration [(name) @inherit (qualified_name (name) @inherit .) @target])))

(function_call_expression function: [(name) @call (qualified_name (name) @call .) @target])
(member_call_expression object: (_) @target name: (name) @call)
(nullsafe_member_call_expression object: (_) @target name: (name) @call)
(scoped_call_expression scope: (_) @target name: (name) @call)
(object_creation_expression [(name) @call (qualified_name (name) @call .) @target])
(anonymous_class (base_clause [(name) @call (qualified_name (name) @call .) @target]))
(attribute . [(name) @call (qualified_name (name) @call .) @target])

(namespace_use_declaration (namespace_use_clause . (_) @module !alias)) @import
(namespace_use_declaration (namespace_use_clause . (_) @module alias: (_) @alias)) @import
(namespace_use_declaration
  (namespace_name) @module body: (_ (namespace_use_clause . (_) @imported !alias))) @import
(namespace_use_declaration
  (namespace_name) @module body: (_ (namespace_use_clause . (_) @imported alias: (_) @alias))) @import
([
  (require_expression [(string) (encapsed_string)] @module)
  (require_once_expression [(string) (encapsed_string)] @module)
  (include_expression [(string) (encapsed_string)] @module)
  (include_once_expression [(string) (encapsed_string)] @module)
] @whole) @import
; `require __DIR__ . "/file.php"`
([
  (require_expression (binary_expression left: (name) right: (_) @module))
  (require_once_expression (binary_expression left: (name) right: (_) @module))
  (include_expression (binary_expression left: (name) right: (_) @module))
  (include_once_expression (binary_expression left: (name) right: (_) @module))
] @whole @relative) @import

; Types: declared ones, and what a value is made by.
(simple_parameter
  type: [
    (named_type [(name) @type (qualified_name (name) @type .) @target])
    (optional_type (named_type [(name) @type (qualified_name (name) @type .) @target]))
    (union_type . (named_type [(name) @type (qualified_name (name) @type .) @target]) . (primitive_type) .)
  ]
  name: (_) @variable)
(property_promotion_parameter
  type: [
    (named_type [(name) @type (qualified_name (name) @type .) @target])
    (optional_type (named_type [(name) @type (qualified_name (name) @type .) @target]))
    (union_type . (named_type [(name) @type (qualified_name (name) @type .) @target]) . (primitive_type) .)
  ]
  name: (_) @variable)
(property_declaration
  type: [
    (named_type [(name) @type (qualified_name (name) @type .) @target])
    (optional_type (named_type [(name) @type (qualified_name (name) @type .) @target]))
    (union_type . (named_type [(name) @type (qualified_name (name) @type .) @target]) . (primitive_type) .)
  ]
  (property_element name: (_) @variable))
(catch_clause
  type: (type_list . (named_type [(name) @type (qualified_name (name) @type .) @target]) .)
  name: (_) @variable)
(assignment_expression left: [(variable_name) (member_access_expression)] @variable right: [
  (object_creation_expression [(name) @type (qualified_name (name) @type .) @target])
  (function_call_expression function: [(name) @type (qualified_name (name) @type .) @target])
  (member_call_expression object: (_) @target name: (name) @type)
  (scoped_call_expression scope: (_) @target name: (name) @type)
])
(function_definition return_type: [
  (named_type [(name) @type (qualified_name (name) @type .) @target])
  (optional_type (named_type [(name) @type (qualified_name (name) @type .) @target]))
]) @returns
(method_declaration return_type: [
  (named_type [(name) @type (qualified_name (name) @type .) @target])
  (optional_type (named_type [(name) @type (qualified_name (name) @type .) @target]))
]) @returns
