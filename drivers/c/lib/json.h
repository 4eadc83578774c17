// JSON as a tree of the text that it was read from.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_LIST, JSON_MAPPING } JsonType;

// `text` of a string is decoded, and NUL is after it; of a number it is as written. `key` is the string before it in a mapping.
typedef struct Json {
  JsonType type;
  const char *text;
  size_t size;
  struct Json *key, *first, *next;
} Json;

// Decodes strings in place. The text ends with NUL, and lives as long as the tree. NULL if it is no JSON.
Json *json_parse(char *text, size_t size);
void json_free(Json *json);

// All of these take NULL for what is absent.
Json *json_get(const Json *mapping, const char *key);
size_t json_count(const Json *list);
bool json_true(const Json *json);
const char *json_text(const Json *json, const char *otherwise);
uint64_t json_number(const Json *json, uint64_t otherwise);
