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
(type_list [
  (type_identifier) @inherit
  (scoped_type_identifier (type_identifier) @inherit .) @target
  (generic_type . (type_identifier) @inherit)
  (generic_type . (scoped_type_identifier (type_identifier) @inherit .) @target)
])

(method_invocation !object name: (identifier) @call)
(method_invocation object: (_) @target name: (identifier) @call)
(object_creation_expression type: [
  (type_identifier) @call
  (scoped_type_identifier (type_identifier) @call .) @target
  (generic_type . (type_identifier) @call)
  (generic_type . (scoped_type_identifier (type_identifier) @call .) @target)
])
(method_reference (_) "::" (identifier) @call) @target

(import_declaration) @import
