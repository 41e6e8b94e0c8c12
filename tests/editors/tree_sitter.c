// SPDX-License-Identifier: MIT
// Parses files by the tree-sitter grammar: names come from the standard input, a
// line each, and for each one a line goes out, 'good NAME' or 'bad NAME'. With
// a file of queries as argument, its captures must be ones that there are, and
// what they capture is counted.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_vicinal(void);

static char *text_of(const char *name, uint32_t *length) {
  FILE *file = fopen(name, "rb");
  if (file == NULL) {
    perror(name);
    exit(2);
  }
  fseek(file, 0, SEEK_END);
  *length = (uint32_t)ftell(file);
  rewind(file);
  char *text = malloc(*length + 1);
  if (fread(text, 1, *length, file) != *length) exit(2);
  text[*length] = '\0';
  fclose(file);
  return text;
}

// What is no name, and stands where a name does.
static bool is_reserved(const char *word, uint32_t length) {
  static const char *const words[] = {
      "atmost", "bool", "else",  "enabled", "exactly", "exists", "false",
      "for",    "forall", "id",  "if",      "in",      "index",  "int",
      "none",   "queue",  "self", "then",   "true",    "when"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
    if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0) {
      return true;
    }
  }
  return false;
}

// Nodes that stand for errors, though none is ERROR.
static bool is_wrong(TSNode node, const char *text) {
  const char *type = ts_node_type(node);
  const uint32_t begin = ts_node_start_byte(node);
  return strcmp(type, "malformed_number") == 0 ||
         strcmp(type, "chained_comparison") == 0 ||
         (strcmp(type, "identifier") == 0 &&
          is_reserved(text + begin, ts_node_end_byte(node) - begin));
}

static bool is_bad(TSNode root, const char *text) {
  if (ts_node_has_error(root)) return true;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  bool bad = false;
  for (bool more = true; more && !bad;) {
    bad = is_wrong(ts_tree_cursor_current_node(&cursor), text);
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (ts_tree_cursor_goto_parent(&cursor)) continue;
      more = false;
      break;
    }
  }
  ts_tree_cursor_delete(&cursor);
  return bad;
}

static TSQuery *query_of(const char *name) {
  uint32_t length = 0;
  uint32_t at = 0;
  TSQueryError wrong = TSQueryErrorNone;
  char *text = text_of(name, &length);
  TSQuery *query =
      ts_query_new(tree_sitter_vicinal(), text, length, &at, &wrong);
  if (query == NULL) {
    fprintf(stderr, "%s: error %d at byte %u\n", name, (int)wrong, at);
    exit(2);
  }
  free(text);
  return query;
}

static unsigned captures(const TSQuery *query, TSNode root) {
  TSQueryCursor *cursor = ts_query_cursor_new();
  ts_query_cursor_exec(cursor, query, root);
  unsigned count = 0;
  TSQueryMatch match;
  while (ts_query_cursor_next_match(cursor, &match)) {
    count += match.capture_count;
  }
  ts_query_cursor_delete(cursor);
  return count;
}

int main(int argc, char **argv) {
  TSParser *parser = ts_parser_new();
  if (!ts_parser_set_language(parser, tree_sitter_vicinal())) return 2;
  TSQuery *query = argc > 1 ? query_of(argv[1]) : NULL;
  char name[4096];
  while (fgets(name, sizeof name, stdin) != NULL) {
    name[strcspn(name, "\n")] = '\0';
    uint32_t length = 0;
    char *text = text_of(name, &length);
    TSTree *tree = ts_parser_parse_string(parser, NULL, text, length);
    const TSNode root = ts_tree_root_node(tree);
    printf("%s %s", is_bad(root, text) ? "bad" : "good", name);
    if (query != NULL) printf(" %u", captures(query, root));
    printf("\n");
    ts_tree_delete(tree);
    free(text);
  }
  if (query != NULL) ts_query_delete(query);
  ts_parser_delete(parser);
  return 0;
}
