; Captures are explained at the top of parse.py.

(comment) @comment @leading

(class name: (constant) @name body: (_) @body) @definition.class
(class name: (constant) @name !body "end" @body) @definition.class
(class name: (scope_resolution scope: (_) @owner name: (_) @name) body: (_) @body) @definition.class
(class name: (scope_resolution scope: (_) @owner name: (_) @name) !body "end" @body) @definition.class
(module name: (constant) @name body: (_) @body) @definition.module
(module name: (constant) @name !body "end" @body) @definition.module
(module name: (scope_resolution scope: (_) @owner name: (_) @name) body: (_) @body) @definition.module
(module name: (scope_resolution scope: (_) @owner name: (_) @name) !body "end" @body) @definition.module
; What `class << self` holds belongs to the class around it.
(singleton_class value: (constant) @name) @scope

(program (method name: (_) @name body: (_) @body) @definition.function)
(program (method name: (_) @name !body "end" @body) @definition.function)
(method name: (_) @name body: (_) @body) @definition.method
(method name: (_) @name !body "end" @body) @definition.method
(singleton_method object: (_) @owner name: (_) @name body: (_) @body) @definition.method
(singleton_method object: (_) @owner name: (_) @name !body "end" @body) @definition.method
; `private def`, `memoize def`
(call arguments: (argument_list . [(method name: (_) @name) (singleton_method name: (_) @name)] .)) @span

(assignment left: (constant) @name
  right: (call receiver: (constant) @_base method: (identifier) @_new block: (_)? @body)
  (#any-of? @_base "Struct" "Data") (#any-of? @_new "new" "define")) @definition.struct
(assignment left: (constant) @name
  right: (call receiver: (constant) @_base method: (identifier) @_new block: (_)? @body)
  (#eq? @_base "Class") (#eq? @_new "new")) @definition.class
(assignment left: (constant) @name
  right: (call receiver: (constant) @_base method: (identifier) @_new block: (_)? @body)
  (#eq? @_base "Module") (#eq? @_new "new")) @definition.module
(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.constant
(operator_assignment left: (constant) @name) @definition.constant
; The text of a heredoc stands behind the statement that begins it.
((assignment left: (constant) @name) . (heredoc_body) @definition.constant)

; Methods that a call makes.
(call !receiver method: (identifier) @_maker arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_maker "attr_reader" "attr_accessor" "attr_writer" "attr" "delegate" "class_attribute"
    "cattr_accessor" "cattr_reader" "mattr_accessor" "mattr_reader" "thread_mattr_accessor")) @definition.method
(call !receiver method: (identifier) @_maker
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)]) block: (_)? @body
  (#any-of? @_maker "define_method" "define_singleton_method" "alias_method" "alias_attribute" "scope"
    "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "helper_method")) @definition.method
(alias name: (_) @name) @definition.method

; Tests and tasks.
(call method: (identifier) @_group arguments: (argument_list . (string) @name) block: (_) @body
  (#any-of? @_group "describe" "context" "feature" "shared_examples" "shared_examples_for"
    "shared_context")) @definition.class
(call !receiver method: (identifier) @_test arguments: (argument_list . (string) @name) block: (_) @body
  (#any-of? @_test "it" "specify" "example" "scenario" "test" "should")) @definition.function
(call !receiver method: (identifier) @_task
  arguments: (argument_list . [(simple_symbol) @name (pair . key: (hash_key_symbol) @name)]) block: (_) @body
  (#eq? @_task "task")) @definition.function

(superclass [(constant) @inherit (scope_resolution name: (_) @inherit) @target])
(call !receiver method: (identifier) @_mixin
  arguments: (argument_list [(constant) @inherit (scope_resolution name: (_) @inherit) @target])
  (#any-of? @_mixin "include" "extend" "prepend"))
(assignment left: (constant) right: (call
  receiver: (constant) @_base method: (identifier) @_new
  arguments: (argument_list . [(constant) @inherit (scope_resolution name: (_) @inherit) @target])
  (#eq? @_base "Class") (#eq? @_new "new")))

(call !receiver method: (identifier) @call)
; Words of the language, not of the program.
(call !receiver method: (identifier) @ignore
  (#any-of? @ignore "include" "extend" "prepend" "require" "require_relative" "load" "autoload" "attr_reader"
    "attr_accessor" "attr_writer" "attr" "private" "protected" "public" "module_function" "private_constant"
    "private_class_method" "public_class_method" "define_method" "alias_method" "raise" "lambda" "proc" "loop"))
(call receiver: (_) @target method: (_) @call (#not-eq? @call "new"))
; `Foo.new` calls the class.
(call receiver: [(constant) @call (scope_resolution name: (_) @call) @target] method: (identifier) @_new
  (#eq? @_new "new"))
(super) @call
; A name alone is a method unless there is a variable of that name.
[
  (program (identifier) @bare)
  (body_statement (identifier) @bare)
  (block_body (identifier) @bare)
  (then (identifier) @bare)
  (else (identifier) @bare)
  (begin (identifier) @bare)
  (method body: (identifier) @bare)
  (singleton_method body: (identifier) @bare)
  (parenthesized_statements (identifier) @bare)
  (argument_list (identifier) @bare)
  (call receiver: (identifier) @bare)
  (assignment right: (identifier) @bare)
  (operator_assignment right: (identifier) @bare)
  (right_assignment_list (identifier) @bare)
  (element_reference (identifier) @bare)
  (interpolation (identifier) @bare)
  (pair value: (identifier) @bare)
  (array (identifier) @bare)
  (binary (identifier) @bare)
  (unary (identifier) @bare)
  (conditional (identifier) @bare)
  (if condition: (identifier) @bare)
  (unless condition: (identifier) @bare)
  (elsif condition: (identifier) @bare)
  (if_modifier (identifier) @bare)
  (unless_modifier (identifier) @bare)
  (case value: (identifier) @bare)
  (splat_argument (identifier) @bare)
  (hash_splat_argument (identifier) @bare)
]
(body_statement (identifier) @ignore
  (#any-of? @ignore "private" "protected" "public" "module_function" "raise"))
[
  (assignment left: (identifier) @local)
  (operator_assignment left: (identifier) @local)
  (left_assignment_list (identifier) @local)
  (destructured_left_assignment (identifier) @local)
  (rest_assignment (identifier) @local)
  (method_parameters (identifier) @local)
  (block_parameters (identifier) @local)
  (lambda_parameters (identifier) @local)
  (destructured_parameter (identifier) @local)
  (optional_parameter name: (identifier) @local)
  (keyword_parameter name: (identifier) @local)
  (splat_parameter name: (identifier) @local)
  (hash_splat_parameter name: (identifier) @local)
  (block_parameter name: (identifier) @local)
  (exception_variable (identifier) @local)
  (for pattern: (identifier) @local)
  (array_pattern (identifier) @local)
  (find_pattern (identifier) @local)
  (keyword_pattern value: (identifier) @local)
  (keyword_pattern key: (hash_key_symbol) @local !value)
  (as_pattern name: (identifier) @local)
  (in_clause pattern: (identifier) @local)
]

(call !receiver method: (identifier) @_word arguments: (argument_list . (string) @module .) @whole
  (#any-of? @_word "require" "load" "require_dependency")) @import
(call !receiver method: (identifier) @_word arguments: (argument_list . (string) @module .) @whole @relative
  (#eq? @_word "require_relative")) @import
(call !receiver method: (identifier) @_word arguments: (argument_list . (simple_symbol) . (string) @module .) @whole
  (#eq? @_word "autoload")) @import

(assignment left: [(identifier) (instance_variable) (class_variable) (constant)] @variable
  right: (call receiver: [(constant) (scope_resolution)] @type method: (identifier) @_new)
  (#eq? @_new "new"))
(operator_assignment left: [(identifier) (instance_variable) (class_variable)] @variable
  right: (call receiver: [(constant) (scope_resolution)] @type method: (identifier) @_new)
  (#eq? @_new "new"))
(rescue exceptions: (exceptions . [(constant) (scope_resolution)] @type .)
  variable: (exception_variable (identifier) @variable))
