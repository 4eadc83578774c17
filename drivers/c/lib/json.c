#include "json.h"
#include "text.h"
#include <stdlib.h>
#include <string.h>

#define DEEPEST 512

static Json *value(char **at, int depth);

static void skip_blanks(char **at) { *at += strspn(*at, " \t\r\n"); }

static bool skip(char **at, const char *word) {
  size_t size = strlen(word);
  bool found = !strncmp(*at, word, size);
  if (found) *at += size;
  return found;
}

// Four hexadecimal digits; -1 if there are none.
static long unit(const char *at) {
  char digits[5] = "", *end;
  strncat(digits, at, 4);
  long code = strtol(digits, &end, 16);
  return strspn(digits, "0123456789abcdefABCDEF") == 4 ? code : -1;
}

static char *utf8(char *out, long code) {
  if (code < 0x80) return *out = code, out + 1;
  int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  *out++ = (0xff00 >> (more + 1) & 0xff) | code >> 6 * more;
  while (more--) *out++ = 0x80 | (code >> 6 * more & 0x3f);
  return out;
}

// The character after a backslash, decoded; NULL if there is none.
static char *escaped(char **in, char *out) {
  static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const char *name = **in ? strchr(names, **in) : NULL;
  if (name) return ++*in, *out = meanings[name - names], out + 1;
  long code = **in == 'u' ? unit(*in + 1) : -1;
  if (code < 0) return NULL;
  *in += 5;
  if (code < 0xd800 || code > 0xdfff) return utf8(out, code);
  long low = (*in)[0] == '\\' && (*in)[1] == 'u' ? unit(*in + 2) : -1;
  if (code > 0xdbff || low < 0xdc00 || low > 0xdfff) return NULL;
  *in += 6;
  return utf8(out, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
}

static bool string(char **at, Json *json) {
  char *in = *at, *out = *at;
  while (*in != '"') {
    if ((unsigned char)*in < ' ') return false;
    if (*in != '\\') *out++ = *in++;
    else if (in++, !(out = escaped(&in, out))) return false;
  }
  *json = (Json){ .type = JSON_STRING, .text = *at, .size = out - *at };
  *at = in + 1;
  *out = '\0';
  return true;
}

static bool number(char **at, Json *json) {
  char *end;
  strtod(*at, &end);
  json->size = strspn(*at, "-+.0123456789eE");
  json->text = *at;
  *at += json->size;
  return json->size && *at == end;
}

// What is between brackets.
static bool members(char **at, Json *json, char end, int depth) {
  Json **last = &json->first;
  for (skip_blanks(at); **at != end; last = &(*last)->next) {
    if (json->first && !skip(at, ",")) return false;
    Json *key = json->type == JSON_MAPPING ? value(at, depth) : NULL;
    skip_blanks(at);
    bool sound = json->type == JSON_LIST || (key && key->type == JSON_STRING && skip(at, ":"));
    *last = sound ? value(at, depth) : NULL;
    if (!*last) return json_free(key), false;
    (*last)->key = key;
    skip_blanks(at);
  }
  ++*at;
  return true;
}

static bool filled(char **at, Json *json, int depth) {
  skip_blanks(at);
  if (skip(at, "\"")) return string(at, json);
  json->type = skip(at, "{") ? JSON_MAPPING : skip(at, "[") ? JSON_LIST : skip(at, "true") ? JSON_TRUE :
               skip(at, "false") ? JSON_FALSE : skip(at, "null") ? JSON_NULL : JSON_NUMBER;
  if (json->type == JSON_NUMBER) return number(at, json);
  return json->type < JSON_LIST || members(at, json, json->type == JSON_LIST ? ']' : '}', depth);
}

static Json *value(char **at, int depth) {
  Json *json = memset(grown(NULL, sizeof *json), 0, sizeof *json);
  if (depth < DEEPEST && filled(at, json, depth + 1)) return json;
  return json_free(json), NULL;
}

Json *json_parse(char *text, size_t size) {
  char *at = text;
  Json *json = value(&at, 0);
  skip_blanks(&at);
  if (json && at == text + size) return json;
  return json_free(json), NULL;
}

void json_free(Json *json) {
  for (Json *next; json; json = next) {
    next = json->next;
    json_free(json->key);
    json_free(json->first);
    free(json);
  }
}

Json *json_get(const Json *mapping, const char *key) {
  Json *one = mapping ? mapping->first : NULL;
  while (one && !(one->key && !strcmp(one->key->text, key))) one = one->next;
  return one && one->type != JSON_NULL ? one : NULL;
}

size_t json_count(const Json *list) {
  size_t count = 0;
  for (const Json *one = list ? list->first : NULL; one; one = one->next) count++;
  return count;
}

bool json_true(const Json *json) { return json && json->type == JSON_TRUE; }
const char *json_text(const Json *json, const char *otherwise) {
  return json && json->type == JSON_STRING ? json->text : otherwise;
}
uint64_t json_number(const Json *json, uint64_t otherwise) {
  return json && json->type == JSON_NUMBER ? strtoull(json->text, NULL, 10) : otherwise;
}
