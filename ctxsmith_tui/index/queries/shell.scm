; Captures are explained at the top of parse.py.

(comment) @comment @leading

(function_definition name: (_) @name body: (_) @body) @definition.function
; A test of Bats, as `dialects.py` writes it.
((unset_command . "unset" .) @definition.function
  . (function_definition name: (_) @name body: (_) @body) @definition.function)

(program (variable_assignment name: (variable_name) @name) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.constant)

; Every command may be a function, but for those that hardly ever are one.
(command name: (command_name . (word) @call .)
  (#not-match? @call "^(\\\\?\\.|:|!|\\[|alias|awk|basename|break|bind|builtin|cat|cd|chmod|command|continue|cp|curl|cut|date|dirname|echo|env|eval|exec|exit|export|expr|false|find|git|grep|head|kill|ln|ls|mkdir|mktemp|mv|popd|printf|pushd|pwd|read|return|rm|sed|set|shift|shopt|sleep|sort|source|tail|tee|test|touch|tr|trap|true|type|uname|uniq|wait|wc|which|xargs|[{}])$"))
(command name: (command_name (word) @_word) . argument: (word) @call
  (#any-of? @_word "run" "trap"))

(command name: (command_name (word) @_word) . argument: (_)
  (#any-of? @_word "source" "." "\\." "load")) @import
