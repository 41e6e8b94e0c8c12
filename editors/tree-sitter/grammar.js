// SPDX-License-Identifier: MIT
// The modelling language for tree-sitter, as `vicinal` parses it: what is an
// error of grammar there is one here.
//
// Most words are names where nothing else can stand: `contextual` lists them.
// The grammar says where a word means something, and what follows decides.
//
// Three errors have no node ERROR: a number that ends in letters, for tokens here
// end where they can, is a `malformed_number`, a == b == c a `chained_comparison`,
// and a reserved word where it means nothing is an `identifier`.

// Never names.
const reserved = ['atmost', 'bool', 'else', 'enabled', 'exactly', 'exists',
  'false', 'for', 'forall', 'id', 'if', 'in', 'index', 'int', 'none', 'queue',
  'self', 'then', 'true', 'when'];

// Names, unless the grammar has a place for them.
const contextual = ['action', 'any', 'appearing', 'assert', 'by', 'color',
  'connect', 'const', 'count', 'ctl', 'ctlstar', 'def', 'dynamic', 'edge',
  'enum', 'fair', 'from', 'global', 'init', 'inout', 'invariant', 'ltl', 'max',
  'meanwhile', 'min', 'network', 'node', 'of', 'order', 'out', 'param', 'pop',
  'port', 'priority', 'process', 'push', 'rank', 'rule', 'set', 'shared',
  'skip', 'strong', 'struct', 'sum', 'to', 'vanishing', 'var', 'via', 'weak',
  'while',
  'A', 'E', 'F', 'G', 'R', 'U', 'W', 'X',
  'AF', 'AG', 'AX', 'EF', 'EG', 'EX'];

// No names of definitions and structs.
const functions = ['count', 'max', 'min', 'sum'];
const otherFunctions = ['abs', 'adjacent', 'empty', 'full', 'head', 'len',
  'peer', 'pow', 'same'];

const strength = {
  open: -1,  // what reaches as far to the right as it can
  iff: 1,
  implies: 2,
  or: 3,
  and: 4,
  until: 5,
  comparison: 5,
  sum: 6,
  product: 7,
  unary: 8,
  postfix: 9
};

const list = (part) => seq(part, repeat(seq(',', part)));

// Each of the clauses at most once, in any order, and `needed` for certain.
function clauses(parts, needed) {
  const orders = parts.includes(needed) ? [] : [blank()];
  for (const part of parts) {
    orders.push(seq(part,
      clauses(parts.filter((other) => other !== part), needed)));
  }
  return choice(...orders);
}

function withVia($) {
  const via = $.via;
  return clauses([$.color, $.initial_value, via], via);
}

// Operators over operands of one kind, from weak to strong.
const binary = ($, rows) => choice(...rows.map(([side, weight, operator, operand]) =>
  side(weight, seq(
    field('left', operand), field('operator', operator),
    field('right', operand)))));

const selected = ($, object) => prec(strength.postfix, seq(
  field('object', object), '.', field('member', $._member)));
const indexed = ($, object) => prec(strength.postfix, seq(
  field('object', object), '[', field('index', $._expression), ']'));

const compared = ($, left) => seq(
  field('left', left),
  field('operator', choice('==', '!=', '<', '<=', '>', '>=')),
  field('right', $._arithmetic));

module.exports = grammar({
  name: 'vicinal',

  word: ($) => $.identifier,

  extras: ($) => [/[ \t\n\r\f]/, $.comment],

  supertypes: ($) => [$._declaration, $._statement, $._expression, $._type,
    $._formula],

  conflicts: ($) => [
    // max(a, b ...: arguments, or variables that range over something.
    [$.binders, $._atom],
    // (a)[2], (a)..3: a type, or a bound.
    [$.named_type, $._low_postfix],
  ],

  rules: {
    model: ($) => repeat(choice($._declaration, ';')),

    comment: () => token(choice(
      seq('//', /[^\n]*/),
      seq('/*', /[^*]*\*+([^/*][^*]*\*+)*/, '/'))),

    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    number: () => /[0-9]+/,
    malformed_number: () => /[0-9]+[A-Za-z_][A-Za-z0-9_]*/,
    string: () => /"[^"\n]*"/,

    _name: ($) => choice($.identifier,
      alias(choice(...contextual, ...otherFunctions), $.identifier)),
    _function_name: ($) => choice($.identifier,
      alias(choice(...contextual.filter((word) => !functions.includes(word))),
        $.identifier)),
    // Any word: what it is behind a '.', nothing else can be.
    _member: ($) => alias(choice($.identifier, ...reserved, ...contextual,
      ...otherFunctions), $.member_name),

    // ---- declarations

    _declaration: ($) => choice(
      $.enumeration, $.structure, $.constant, $.parameter, $.definition,
      $.process, $.network, $.shared, $.initial, $.rule, $.property,
      $.temporal_property, $.fairness, $.rank),

    enumeration: ($) => seq('enum', field('name', $._name),
      '{', list(field('constant', $._name)), optional(','), '}'),

    structure: ($) => seq('struct', field('name', $._function_name),
      '{', repeat1($.struct_field), '}'),
    struct_field: ($) => seq(list(field('name', $._name)), ':', $._type, ';'),

    constant: ($) => seq('const', field('name', $._name),
      '=', field('value', $._expression), ';'),

    parameter: ($) => seq('param', field('name', $._name),
      ':', $._arithmetic, '..', optional($._arithmetic),
      '=', field('value', $._expression), ';'),

    definition: ($) => seq('def', field('name', $._function_name),
      optional(seq('(', optional(list(field('parameter', $._name))), ')')),
      '=', field('value', $._expression), ';'),

    shared: ($) => seq('shared', field('name', $._name), repeat($.dimension),
      ':', $._type, optional(seq('=', field('value', $._expression))), ';'),

    initial: ($) => seq('init', $._expression, ';'),

    property: ($) => seq(choice('invariant', 'assert'),
      field('name', $._name), ':', $._expression, ';'),
    temporal_property: ($) => seq(choice('ctl', 'ltl', 'ctlstar'),
      field('name', $._name), ':', $._formula, ';'),

    fairness: ($) => seq('fair',
      choice('global', seq(choice('weak', 'strong'), $._action_name)), ';'),
    _action_name: ($) => seq(field('of', $._name),
      optional(seq('.', field('action', $._name)))),

    rank: ($) => seq('rank', 'for', field('property', $._name),
      optional($.binder_list), ':', list($.rank_term),
      optional(seq('by', list($.helper))), ';'),
    rank_term: ($) => seq($._expression, optional(seq(
      'order', '[', list($._name), ']'))),
    helper: ($) => seq($._helping, optional($.meanwhile)),
    _helping: ($) => seq($._action_name,
      optional(seq('of', field('node', $._name), optional($._domain))),
      'when', $._expression),
    meanwhile: ($) => seq('meanwhile', '(', list($.rank_term),
      optional(seq('by', list(alias($._helping, $.helper)))), ')'),

    // ---- processes

    process: ($) => seq('process', field('name', $._name),
      optional($.process_constants),
      '{', repeat(choice($.port, $.variable, $.action, ';')), '}'),
    process_constants: ($) => seq('(',
      optional(list($.process_constant)), ')'),
    process_constant: ($) => seq(
      list(field('name', $._name)), ':', $._type),

    port: ($) => seq('port', optional('set'), list(field('name', $._name)),
      ':', $.direction, $._type, ';'),
    direction: () => choice('in', 'out', 'inout'),

    variable: ($) => seq('var', list(field('name', $._name)), ':', $._type,
      optional(seq('=', field('value', $._expression))), ';'),

    action: ($) => seq('action', $._step),
    rule: ($) => seq('rule', $._step),
    _step: ($) => seq(field('name', $._name),
      optional(choice($.action_parameters, seq('(', ')'))),
      optional(seq('when', field('guard', $._expression))),
      optional(seq('priority', field('priority', $._expression))),
      $.block),

    // ---- statements

    block: ($) => seq('{', repeat(choice($._statement, ';')), '}'),

    _statement: ($) => choice($.assignment, $.if_statement, $.for_statement,
      $.while_statement, $.push, $.pop, $.skip),

    assignment: ($) => seq(
      field('place', $._place), repeat(seq(',', field('place', $._postfix))),
      ':=', list(field('value', $._expression)), ';'),
    if_statement: ($) => seq('if', field('condition', $._expression), $.block,
      optional(seq('else', choice($.if_statement, $.block)))),
    for_statement: ($) => seq('for', $.single_binder, $.block),
    while_statement: ($) => prec(1, seq('while',
      field('condition', $._expression), $.block)),
    push: ($) => prec(1, seq('push', '(', $._expression, ',', $._expression,
      ')', ';')),
    pop: ($) => prec(1, seq('pop', '(', $._expression, ')', ';')),
    skip: () => seq('skip', ';'),

    // ---- networks

    network: ($) => seq('network', choice(
      seq('{', repeat(choice($._item, ';')), '}'),
      seq('any', optional('dynamic'),
        '{', repeat(choice($.any_node, $.any_edge, $.initial, ';')), '}'),
      seq('from', field('file', $.string),
        '{', repeat(choice($.file_node, $.file_edge, $.initial, ';')), '}'))),

    _item: ($) => choice($.node, $.edge, $.connection, $.for_item, $.if_item,
      $.initial),
    item_block: ($) => seq('{', repeat(choice($._item, ';')), '}'),

    node: ($) => seq('node', field('name', $._name), repeat($.dimension),
      ':', $._of_process, ';'),
    any_node: ($) => seq('node', field('name', $._name),
      ':', $._of_process, ';'),
    file_node: ($) => seq('node', optional(field('name', $._name)),
      ':', field('process', $._name),
      optional(seq('(', optional(list(choice($.argument, $.attribute))), ')')),
      ';'),
    _of_process: ($) => seq(field('process', $._name),
      optional(seq('(', optional(list($.argument)), ')'))),
    argument: ($) => seq(field('name', $._name),
      '=', field('value', $._expression)),
    attribute: ($) => seq(field('name', $._name), 'from', $.string),

    edge: ($) => seq('edge', field('name', $._name), repeat($.dimension),
      ':', $._type, clauses([$.color, $.initial_value]), ';'),
    any_edge: ($) => seq('edge', field('name', $._name), ':', $._type,
      withVia($), ';'),
    file_edge: ($) => seq('edge', optional(field('name', $._name)),
      ':', $._type, withVia($), ';'),
    color: ($) => seq('color', $._name),
    initial_value: ($) => seq('=', $._expression),
    via: ($) => seq('via', $._name, optional(seq('->', $._name))),

    connection: ($) => seq('connect', list(field('end', $._postfix)),
      'to', field('edge', $._postfix), ';'),
    for_item: ($) => seq('for', $.single_binder, $.item_block),
    if_item: ($) => seq('if', field('condition', $._expression), $.item_block,
      optional(seq('else', choice($.if_item, $.item_block)))),

    dimension: ($) => seq('[', $._expression, ']'),

    // ---- types

    _type: ($) => choice($.named_type, $.range, $.queue, $.reference,
      $.array, $.parenthesized_type),
    named_type: ($) => choice('bool', 'int', $._name),
    range: ($) => seq(field('low', $._low), '..', field('high', $._bound)),
    queue: ($) => seq('queue', field('element', $._element), $.dimension),
    reference: ($) => seq('id', 'of', field('family', $._name)),
    array: ($) => prec.right(seq(field('element', choice(
      $.named_type, $.range, $.reference, $.parenthesized_type)),
    repeat1($.dimension))),
    _element: ($) => choice($.named_type, $.range, $.queue, $.reference,
      $.parenthesized_type),
    parenthesized_type: ($) => seq('(', $._type, ')'),

    // Of a range: an index would be the size of an array.
    _bound: ($) => choice($._bound_postfix, alias($.bound_unary, $.unary),
      alias($.bound_binary, $.binary)),
    bound_binary: ($) => binary($, [
      [prec.left, strength.sum, choice('+', '-'), $._bound],
      [prec.left, strength.product, choice('*', '/', '%'), $._bound]]),
    bound_unary: ($) => prec(strength.unary, seq(choice('-', '!'), $._bound)),
    _bound_postfix: ($) => choice($._name, $._bound_atom, $.parenthesized,
      alias($.bound_member, $.member)),
    bound_member: ($) => prec(strength.postfix, seq(
      $._bound_postfix, '.', field('member', $._member))),
    _bound_atom: ($) => choice($.number, $.malformed_number, $.boolean,
      $.call, $.count, $.extreme,
      alias(choice('self', 'index', 'none', 'enabled'), $.special)),

    // The same where a type may stand, so that a '(' may open either.
    _low: ($) => choice($._low_postfix, alias($.low_unary, $.unary),
      alias($.low_binary, $.binary)),
    low_binary: ($) => choice(
      prec.left(strength.sum, seq($._low, choice('+', '-'), $._bound)),
      prec.left(strength.product,
        seq($._low, choice('*', '/', '%'), $._bound))),
    low_unary: ($) => prec(strength.unary, seq('-', $._bound)),
    _low_postfix: ($) => choice($._name, $.number, $.malformed_number, $.call,
      $.count, $.extreme, alias($.low_parenthesized, $.parenthesized),
      alias($.low_member, $.member)),
    low_parenthesized: ($) => seq('(', $._low, ')'),
    low_member: ($) => prec(strength.postfix, seq(
      $._low_postfix, '.', field('member', $._member))),

    // ---- what ranges over something

    action_parameters: ($) => seq('(', list(seq(
      optional(field('change', choice('appearing', 'vanishing'))),
      $.binders)), ')'),
    binder_list: ($) => seq('(', list($.binders), ')'),
    binders: ($) => seq(list(field('variable', $._name)), $._domain),
    single_binder: ($) => seq(field('variable', $._name), $._domain),
    _domain: ($) => seq('in', $._arithmetic,
      optional(seq('..', $._arithmetic))),

    // ---- expressions

    _expression: ($) => choice($._arithmetic, $.comparison,
      $.chained_comparison, $.logical),
    logical: ($) => binary($, [
      [prec.left, strength.iff, '<=>', $._expression],
      [prec.right, strength.implies, '=>', $._expression],
      [prec.left, strength.or, '||', $._expression],
      [prec.left, strength.and, '&&', $._expression]]),
    comparison: ($) => prec(strength.comparison, compared($, $._arithmetic)),
    // They do not chain; nothing else begins so, either.
    chained_comparison: ($) => prec.left(strength.comparison,
      compared($, choice($.comparison, $.chained_comparison))),
    _arithmetic: ($) => choice($._postfix, $.unary, $.binary),
    binary: ($) => binary($, [
      [prec.left, strength.sum, choice('+', '-'), $._arithmetic],
      [prec.left, strength.product, choice('*', '/', '%'), $._arithmetic]]),
    unary: ($) => prec(strength.unary, seq(
      field('operator', choice('-', '!')), $._arithmetic)),

    _postfix: ($) => choice($._place, $._value),
    // What an assignment may begin with: it starts with a word.
    _place: ($) => choice($._atom, $.member, $.element),
    member: ($) => selected($, $._place),
    element: ($) => indexed($, $._place),
    _atom: ($) => choice($._name, $.call, $.count, $.extreme,
      alias('self', $.special), alias('index', $.special)),
    _value: ($) => choice(alias($.value_member, $.member),
      alias($.value_element, $.element), $.number, $.malformed_number, $.boolean,
      $.parenthesized, $.array_value, $.conditional, $.quantifier,
      alias(choice('none', 'enabled'), $.special)),

    value_member: ($) => selected($, $._value),
    value_element: ($) => indexed($, $._value),

    boolean: () => choice('true', 'false'),
    parenthesized: ($) => seq('(', $._expression, ')'),
    array_value: ($) => seq('[', optional(list($._expression)), ']'),
    call: ($) => prec(strength.postfix, seq(
      field('function', choice($._name,
        alias(choice('self', 'none', 'enabled', 'index'), $.special))),
      '(', optional(list($._expression)), ')')),
    count: ($) => prec(strength.postfix + 1, seq(choice('count', 'sum'),
      '(', list($.binders), ':', $._expression, ')')),
    extreme: ($) => prec(strength.postfix + 1, seq(choice('max', 'min'),
      '(', choice(optional(list($._expression)),
        seq(list($.binders), ':', $._expression)), ')')),
    conditional: ($) => prec.right(strength.open, seq(
      'if', field('condition', $._expression),
      'then', $._expression, 'else', $._expression)),
    quantifier: ($) => prec.right(strength.open, seq(
      choice('forall', 'exists',
        seq(choice('exactly', 'atmost'), field('number', $._arithmetic))),
      list($.binders), ':', field('body', $._expression))),

    // ---- temporal formulas

    _formula: ($) => choice($._temporal_operand, $.until,
      alias($.temporal_logical, $.logical)),
    temporal_logical: ($) => binary($, [
      [prec.left, strength.iff, '<=>', $._formula],
      [prec.right, strength.implies, '=>', $._formula],
      [prec.left, strength.or, '||', $._formula],
      [prec.left, strength.and, '&&', $._formula]]),
    until: ($) => binary($, [
      [prec.right, strength.until, choice('U', 'W', 'R'), $._formula]]),
    _temporal_operand: ($) => choice($.state, $.boolean,
      alias($.temporal_parenthesized, $.parenthesized),
      alias($.temporal_negation, $.unary), $.path_formula,
      alias($.temporal_quantifier, $.quantifier)),
    state: ($) => seq('{', $._expression, '}'),
    temporal_parenthesized: ($) => seq('(', $._formula, ')'),
    temporal_negation: ($) => seq('!', $._temporal_operand),
    path_formula: ($) => seq(field('operator', choice(
      'A', 'E', 'F', 'G', 'X', 'AF', 'AG', 'AX', 'EF', 'EG', 'EX')),
    $._temporal_operand),
    temporal_quantifier: ($) => prec.right(strength.open, seq(
      choice('forall', 'exists'), list($.binders), ':',
      field('body', $._formula)))
  }
});
