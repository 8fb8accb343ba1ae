; Captures are explained at the top of parse.py. In this grammar `pub` stands before a declaration, not in it.

[(doc_comment) (line_comment)] @comment @leading
(container_doc_comment) @comment

; Types: a container that a variable holds.
(VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr
    . (ContainerDecl (ContainerDeclType ["struct" "union" "opaque"]) "{" @body) .))) @definition.struct
(VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr [
    (ContainerDecl (ContainerDeclType . "enum") "{" @body)
    (ErrorSetDecl "{" @body)
  ]))) @definition.enum

; What a container holds is its method, also in a function that returns a type.
(ContainerDecl (Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.method)
(source_file (Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.function)

(TestDecl . "test" . (STRINGLITERALSINGLE) @name (Block) @body) @definition.function
(TestDecl . "test" @name . (IDENTIFIER) @name (Block) @body) @definition.function

; A name like a type's is one: `const Node = List(u8).Node;`. `const Self = @This();` is only a shorthand.
((source_file
  (Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name . "=" . (_) @_value)) @definition.type)
  (#match? @name "^[A-Z][A-Z0-9]*[a-z]") (#not-match? @_value "^@"))
((ContainerDecl
  (Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name . "=" . (_) @_value)) @definition.type)
  (#match? @name "^[A-Z][A-Z0-9]*[a-z]") (#not-match? @_value "^@"))
((source_file
  (Decl (VarDecl variable_type_function: (IDENTIFIER) @name "=" . (_) @_value)) @definition.constant)
  (#not-eq? @_value "@This()"))
((ContainerDecl
  (Decl (VarDecl variable_type_function: (IDENTIFIER) @name "=" . (_) @_value)) @definition.constant)
  (#not-eq? @_value "@This()"))

(Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @span
("pub" @span . (Decl [
  (VarDecl variable_type_function: (IDENTIFIER) @name)
  (FnProto function: (IDENTIFIER) @name)
]))

(SuffixExpr variable_type_function: (IDENTIFIER) @call . (FnCallArguments))
(SuffixExpr (FieldOrFnCall function_call: (IDENTIFIER) @call)) @target
; `Point{ .x = 1 }`
((ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @call .)) . (InitList))
((ErrorUnionExpr (SuffixExpr (FieldOrFnCall field_access: (IDENTIFIER) @call) .) @target) . (InitList))

; Declared types, not those of what a slice or an array holds.
(ParamDecl parameter: (IDENTIFIER) @variable (ParamType . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .)))
(ParamDecl parameter: (IDENTIFIER) @variable (ParamType
  (PrefixTypeOp [(PtrTypeStart) "?"]) . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .)))
(ContainerField field_member: (IDENTIFIER) @variable . ":" . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .))
(ContainerField field_member: (IDENTIFIER) @variable . ":"
  (PrefixTypeOp [(PtrTypeStart) "?"]) . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .))
(VarDecl variable_type_function: (IDENTIFIER) @variable . ":" . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .))
(VarDecl variable_type_function: (IDENTIFIER) @variable . ":"
  (PrefixTypeOp [(PtrTypeStart) "?"]) . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .))
; A generic type is a call: `list: List(u8)`.
(ParamDecl parameter: (IDENTIFIER) @variable (ParamType
  (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @type . (FnCallArguments) .))))
(ContainerField field_member: (IDENTIFIER) @variable . ":" .
  (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @type . (FnCallArguments) .)))
(VarDecl variable_type_function: (IDENTIFIER) @variable . ":" .
  (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @type . (FnCallArguments) .)))
; Values: `Point{}`, `Point.init()`, another name for a type.
(VarDecl variable_type_function: (IDENTIFIER) @variable . "=" . (ErrorUnionExpr . (SuffixExpr) @made .))
(VarDecl variable_type_function: (IDENTIFIER) @variable . "=" . (ErrorUnionExpr
  (SuffixExpr variable_type_function: (IDENTIFIER) @made . (FnCallArguments) .)) . (InitList))
(VarDecl variable_type_function: (IDENTIFIER) @variable . "=" . (ErrorUnionExpr
  (SuffixExpr . variable_type_function: (IDENTIFIER) @target . (FieldOrFnCall function_call: (_) @made) .))
  . (InitList))
(VarDecl variable_type_function: (IDENTIFIER) @variable . "=" . (ErrorUnionExpr
  (SuffixExpr . variable_type_function: (IDENTIFIER) @made . (FieldOrFnCall function_call: (_)) .)))
(VarDecl variable_type_function: (IDENTIFIER) @variable . "=" . (ErrorUnionExpr
  (SuffixExpr . variable_type_function: (IDENTIFIER) @target
    . (FieldOrFnCall field_access: (IDENTIFIER) @made) . (FieldOrFnCall function_call: (_)) .)))
(VarDecl variable_type_function: (IDENTIFIER) @variable . "=" . (UnaryExpr left: (ErrorUnionExpr
  (SuffixExpr . variable_type_function: (IDENTIFIER) @made . (FieldOrFnCall function_call: (_)) .))))
(VarDecl variable_type_function: (IDENTIFIER) @variable . "=" . (UnaryExpr left: (ErrorUnionExpr
  (SuffixExpr . variable_type_function: (IDENTIFIER) @target
    . (FieldOrFnCall field_access: (IDENTIFIER) @made) . (FieldOrFnCall function_call: (_)) .))))

(Decl (FnProto (ParamDeclList) . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .) .)) @returns
(Decl (FnProto exception: "!" . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .) .)) @returns
(Decl (FnProto (PrefixTypeOp [(PtrTypeStart) "?"]) . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .) .)) @returns
(Decl (FnProto (ErrorUnionExpr exception: "!" . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .) .) .)) @returns
(Decl (FnProto (ErrorUnionExpr exception: "!" (PrefixTypeOp [(PtrTypeStart) "?"])
  . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (_)) @type .) .) .)) @returns

(VarDecl "=" . (ErrorUnionExpr . (SuffixExpr . (BUILTINIDENTIFIER)))) @import
(Decl "usingnamespace" (ErrorUnionExpr (SuffixExpr . (BUILTINIDENTIFIER)))) @import
