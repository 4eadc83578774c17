// A text that grows, and JSON's ways to write bytes.
#pragma once
#include <stddef.h>

typedef struct { char *bytes; size_t size, room; } Text;

// Memory that may grow. A process without memory ends.
void *grown(void *memory, size_t size);

void text_add(Text *text, const void *bytes, size_t size);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_string(Text *text, const char *bytes, size_t size);
void text_base64(Text *text, const void *bytes, size_t size);
