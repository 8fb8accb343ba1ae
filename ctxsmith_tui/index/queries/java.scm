; Captures are explained at the top of parse.py.

[(block_comment) (line_comment)] @comment @leading
(modifiers [(annotation) (marker_annotation)] @leading)

(class_declaration name: (_) @name body: (_) @body) @definition.class
(record_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(method_declaration name: (_) @name body: (_)? @body) @definition.method
(annotation_type_element_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name body: (_) @body) @definition.method
(compact_constructor_declaration name: (_) @name body: (_) @body) @definition.method
(field_declaration (modifiers "static" "final") declarator: (_ name: (identifier) @name)) @definition.constant
(field_declaration (modifiers "final" "static") declarator: (_ name: (identifier) @name)) @definition.constant
(constant_declaration declarator: (_ name: (identifier) @name)) @definition.constant

; What a constant of an enum overrides is named after it.
(enum_constant name: (_) @name body: (class_body)) @scope

(superclass [
  (type_identifier) @inherit
  (scoped_type_identifier (type_identifier) @inherit .) @target
  (generic_type . (type_identifier) @inherit)
  (generic_type . (scoped_type_identifier (type_identifier) @inherit .) @target)
])
[
  (super_interfaces (type_list [
    (type_identifier) @inherit
    (scoped_type_identifier (type_identifier) @inherit .) @target
    (generic_type . (type_identifier) @inherit)
    (generic_type . (scoped_type_identifier (type_identifier) @inherit .) @target)
  ]))
  (extends_interfaces (type_list [
    (type_identifier) @inherit
    (scoped_type_identifier (type_identifier) @inherit .) @target
    (generic_type . (type_identifier) @inherit)
    (generic_type . (scoped_type_identifier (type_identifier) @inherit .) @target)
  ]))
]

(method_invocation !object name: (identifier) @call)
(method_invocation object: (_) @target name: (identifier) @call)
(object_creation_expression type: [
  (type_identifier) @call
  (scoped_type_identifier (type_identifier) @call .) @target
  (generic_type . (type_identifier) @call)
  (generic_type . (scoped_type_identifier (type_identifier) @call .) @target)
])
(method_reference (_) "::" (identifier) @call) @target
(method_reference . (identifier) @call "new")
(method_reference . (field_access field: (identifier) @call) @target "new")
; Annotations, but not the three that are everywhere and never of the repository itself.
((marker_annotation name: (identifier) @call) (#not-eq? @call "Override") (#not-eq? @call "Test"))
((annotation name: (identifier) @call) (#not-eq? @call "SuppressWarnings"))

(import_declaration) @import

; Types: declared ones; where that is `var`, what the value is made by.
(formal_parameter
  type: [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  name: (identifier) @variable)
(field_declaration
  type: [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  declarator: (variable_declarator name: (identifier) @variable !dimensions))
(constant_declaration
  type: [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  declarator: (variable_declarator name: (identifier) @variable !dimensions))
(local_variable_declaration
  type: [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  declarator: (variable_declarator name: (identifier) @variable !dimensions
    value: (object_creation_expression type: (_) @made)?))
(enhanced_for_statement
  type: [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  name: (identifier) @variable)
(resource
  type: [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  name: (identifier) @variable
  value: (object_creation_expression type: (_) @made)?)
(catch_formal_parameter (catch_type . (_) @type .) name: (identifier) @variable)
(instanceof_expression
  right: [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  name: (identifier) @variable)
(type_pattern
  . [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  (identifier) @variable .)
(method_declaration type: [(type_identifier) (scoped_type_identifier) (generic_type)] @type) @returns
