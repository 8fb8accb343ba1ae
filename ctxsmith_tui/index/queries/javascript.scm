; inherits: ecmascript, jsx

(class_body (field_definition property: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
]) @definition.method)

(class_heritage (identifier) @inherit)
(class_heritage (member_expression property: (_) @inherit) @target)

(field_definition
  property: (property_identifier) @variable
  value: (new_expression constructor: [(identifier) (member_expression)] @type))
