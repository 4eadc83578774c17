#include "text.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *grown(void *memory, size_t size) {
  void *more = realloc(memory, size ? size : 1);
  if (!more) abort();
  return more;
}

// The place of `more` bytes at the end.
static char *place(Text *text, size_t more) {
  if (text->room - text->size < more) text->bytes = grown(text->bytes, text->room = 2 * text->room + more);
  return text->bytes + text->size;
}

void text_add(Text *text, const void *bytes, size_t size) {
  char *into = place(text, size);
  if (size) memcpy(into, bytes, size);
  text->size += size;
}

void text_format(Text *text, const char *format, ...) {
  va_list values, again;
  va_start(values, format);
  va_copy(again, values);
  int size = vsnprintf(NULL, 0, format, values);
  vsnprintf(place(text, size + 1), size + 1, format, again);
  text->size += size;
  va_end(again);
  va_end(values);
}

void text_string(Text *text, const char *bytes, size_t size) {
  text_add(text, "\"", 1);
  for (const char *at = bytes; at < bytes + size; at++) {
    if (*at == '"' || *at == '\\') text_add(text, "\\", 1);
    if ((unsigned char)*at < ' ') text_format(text, "\\u%04x", *at);
    else text_add(text, at, 1);
  }
  text_add(text, "\"", 1);
}

void text_base64(Text *text, const void *bytes, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *in = bytes;
  char *out = place(text, (size + 2) / 3 * 4);
  for (size_t at = 0; at < size; at += 3) {
    size_t left = size - at;
    unsigned three = in[at] << 16 | (left > 1 ? in[at + 1] << 8 : 0) | (left > 2 ? in[at + 2] : 0);
    *out++ = digits[three >> 18];
    *out++ = digits[three >> 12 & 63];
    *out++ = left > 1 ? digits[three >> 6 & 63] : '=';
    *out++ = left > 2 ? digits[three & 63] : '=';
  }
  text->size += (size + 2) / 3 * 4;
}
