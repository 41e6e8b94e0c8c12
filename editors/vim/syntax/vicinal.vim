" SPDX-License-Identifier: MIT
" Words of the language, as `vicinal lsp` knows them (a test compares the two).
if exists("b:current_syntax")
  finish
endif

syn keyword vicinalTop assert const ctl ctlstar def enum fair init invariant
syn keyword vicinalTop ltl network param process rank rule shared struct
syn keyword vicinalProcess action port var
syn keyword vicinalNetwork connect edge node
syn keyword vicinalStatement else for if pop push skip while
syn keyword vicinalClause any appearing color dynamic from global meanwhile of
syn keyword vicinalClause order priority set strong to vanishing via weak by
syn keyword vicinalClause when
syn keyword vicinalDirection in inout out
syn keyword vicinalType bool id int queue
syn keyword vicinalExpression atmost enabled exactly exists false forall none
syn keyword vicinalExpression self then true
syn keyword vicinalFunction abs adjacent count empty full head index len max
syn keyword vicinalFunction min peer pow same sum
syn match vicinalNumber "\<\d\+\>"
syn region vicinalString start=+"+ end=+"+ oneline
syn match vicinalComment "//.*$" contains=@Spell
syn region vicinalComment start="/\*" end="\*/" contains=@Spell

hi def link vicinalTop Statement
hi def link vicinalProcess Statement
hi def link vicinalNetwork Statement
hi def link vicinalStatement Conditional
hi def link vicinalClause Keyword
hi def link vicinalDirection StorageClass
hi def link vicinalType Type
hi def link vicinalExpression Keyword
hi def link vicinalFunction Function
hi def link vicinalNumber Number
hi def link vicinalString String
hi def link vicinalComment Comment

let b:current_syntax = "vicinal"
