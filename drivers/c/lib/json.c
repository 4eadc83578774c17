#include "json.h"
#include "text.h"
#include <stdlib.h>
#include <string.h>

static Json *value(char **at);

static bool skip(char **at, char expected) {
  *at += strspn(*at, " \t\r\n");
  return **at == expected ? ++*at, true : false;
}

static char *utf8(char *out, long code) {
  if (code < 0x80) return *out = code, out + 1;
  if (code < 0x800) *out++ = 0xc0 | code >> 6;
  else *out++ = 0xe0 | code >> 12, *out++ = 0x80 | (code >> 6 & 0x3f);
  return *out = 0x80 | (code & 0x3f), out + 1;
}

// The character after a backslash, decoded; NULL if there is none. The core sends pairs of surrogates as they are.
static char *escaped(char **in, char *out) {
  static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const char *name = **in ? strchr(names, **in) : NULL;
  if (name) return ++*in, *out = meanings[name - names], out + 1;
  if (**in != 'u' || strspn(*in + 1, "0123456789abcdefABCDEF") < 4) return NULL;
  char digits[5] = "";
  strncat(digits, *in + 1, 4);
  *in += 5;
  return utf8(out, strtol(digits, NULL, 16));
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

// What is between brackets.
static bool members(char **at, Json *json, char end) {
  for (Json **last = &json->first; !skip(at, end); last = &(*last)->next) {
    if (json->first && !skip(at, ',')) return false;
    Json *key = json->type == JSON_MAPPING ? value(at) : NULL;
    bool sound = json->type == JSON_LIST || (key && key->type == JSON_STRING && skip(at, ':'));
    *last = sound ? value(at) : NULL;
    if (!*last) return json_free(key), false;
    (*last)->key = key;
  }
  return true;
}

// A number, or a word.
static bool word(char **at, Json *json) {
  static const char *const words[] = { [JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true" };
  json->text = *at;
  *at += json->size = strcspn(*at, ",]} \t\r\n");
  for (json->type = JSON_NULL; json->type < JSON_NUMBER; json->type++)
    if (json->size == strlen(words[json->type]) && !strncmp(json->text, words[json->type], json->size)) return true;
  return json->size && strspn(json->text, "-+.0123456789eE") == json->size;
}

static Json *value(char **at) {
  Json *json = memset(grown(NULL, sizeof *json), 0, sizeof *json);
  bool sound;
  if (skip(at, '"')) sound = string(at, json);
  else if (skip(at, '{')) json->type = JSON_MAPPING, sound = members(at, json, '}');
  else if (skip(at, '[')) json->type = JSON_LIST, sound = members(at, json, ']');
  else sound = word(at, json);
  return sound ? json : (json_free(json), NULL);
}

Json *json_parse(char *text, size_t size) {
  char *at = text;
  Json *json = value(&at);
  if (json && (skip(&at, '\0'), at == text + size + 1)) return json;
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
