; SPDX-License-Identifier: MIT
; What the words and signs of a model are, in the names that most editors know.
; What is more special stands behind what is less so.

(identifier) @variable
(member_name) @property
(comment) @comment
(number) @number
(string) @string
(boolean) @boolean
(special) @variable.builtin

[
  "action" "any" "appearing" "assert" "by" "color" "connect" "const" "ctl"
  "ctlstar" "def" "dynamic" "edge" "enum" "fair" "from" "global" "init"
  "invariant" "ltl" "meanwhile" "network" "node" "of" "order" "param" "port"
  "priority" "process" "rank" "rule" "set" "shared" "strong" "struct" "to"
  "vanishing" "var" "via" "weak" "when"
  "else" "for" "if" "pop" "push" "skip" "then" "while"
  "atmost" "exactly" "exists" "forall" "in"
] @keyword
(direction) @keyword
(path_formula operator: _ @keyword)
(until operator: _ @keyword)

(named_type) @type
["bool" "id" "int" "queue"] @type.builtin
(enumeration name: (identifier) @type)
(structure name: (identifier) @type)
(process name: (identifier) @type)
(node process: (identifier) @type)
(any_node process: (identifier) @type)
(file_node process: (identifier) @type)

(enumeration constant: (identifier) @constant)
(constant name: (identifier) @constant)
(parameter name: (identifier) @constant)

(struct_field name: (identifier) @property)
(port name: (identifier) @property)
(variable name: (identifier) @property)

(action name: (identifier) @function)
(rule name: (identifier) @function)
(definition name: (identifier) @function)
(call function: (identifier) @function)
((call function: (identifier) @function.builtin)
  (#match? @function.builtin "^(abs|adjacent|empty|full|head|len|peer|pow|same)$"))
(call function: (special) @function.builtin)
["count" "max" "min" "sum"] @function.builtin

[
  "=" ":=" "==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "%" "!" "&&" "||" "=>"
  "<=>" "->" ".."
] @operator
["," ";" ":" "."] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket

; What is wrong, and has no node ERROR.
(malformed_number) @error
(chained_comparison) @error
((identifier) @error
  (#match? @error "^(atmost|bool|else|enabled|exactly|exists|false|for|forall|id|if|in|index|int|none|queue|self|then|true|when)$"))
