#include "adapter.h"
#include "text.h"
#include "cell.h"
#include <stdlib.h>
#include <string.h>

#define LONG 131072

void reply_begin(Reply *reply, Form form) {
  for (int at = 0; at < reply->count; at++) free(reply->items[at].owned);
  reply->form = form;
  reply->computed = false;
  reply->count = 0;
  reply->used = 0;
}

Item *reply_add(Reply *reply, int key) {
  if (reply->count == reply->room) reply->items = grown(reply->items, (reply->room = 2 * reply->room + 1) * sizeof(Item));
  Item *item = &reply->items[reply->count++];
  *item = (Item){ .key = key };
  return item;
}

static uint32_t crc32(const char *bytes, size_t size) {
  uint32_t sum = ~0u;
  for (const char *at = bytes; at < bytes + size; at++) {
    sum ^= (unsigned char)*at;
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum;
}

// The core decodes JSON.
static void report_value(Text *out, const char *bytes, size_t size, uint32_t kind) {
  static const char *const encodings[] = { [BYTES] = "ASCII-8BIT", [JSON_VALUE] = "JSON", [TEXT] = "UTF-8" };
  if (size > LONG && kind != JSON_VALUE) {
    text_format(out, "{\"size\":%zu,\"crc32\":%u", size, crc32(bytes, size));
  } else {
    text_format(out, "{\"bytes\":\"");
    text_base64(out, bytes, size);
    text_format(out, "\"");
  }
  text_format(out, ",\"encoding\":\"%s\"}", encodings[kind <= TEXT ? kind : BYTES]);
}

static void report_item(Text *out, const Reply *reply, const Item *item) {
  report_value(out, item->owned ? item->owned : reply->data + item->at, item->size, item->flags);
}

static void report_items(Text *out, const Call *call) {
  const Reply *reply = &call->reply;
  text_format(out, reply->form == NOT_DONE ? "{\"list\":[" : "{\"pairs\":[");
  for (int at = 0; at < reply->count; at++) {
    const Item *item = &reply->items[at];
    text_format(out, "%s%s", at ? "," : "", reply->form == NOT_DONE ? "" : "[");
    report_value(out, call->keys[item->key], call->sizes[item->key], TEXT);
    if (reply->form == NOT_DONE) continue;
    text_format(out, reply->form == VERSIONS ? ",{\"list\":[" : ",");
    report_item(out, reply, item);
    if (reply->form == VERSIONS) text_format(out, ",%llu]}", (unsigned long long)item->version);
    text_format(out, "]");
  }
  text_format(out, "]}");
}

bool reply_null(const Reply *reply) {
  return reply->form == NOTHING || (reply->form == VALUE && !reply->count && !reply->computed);
}

void reply_report(Text *out, const Call *call) {
  const Reply *reply = &call->reply;
  if (reply_null(reply)) text_format(out, "null");
  else if (reply->form == TRUTH) text_format(out, reply->truth ? "true" : "false");
  else if (reply->form == NUMBER) text_format(out, "%llu", (unsigned long long)reply->number);
  else if (reply->form >= VALUES) report_items(out, call);
  else if (reply->computed) {
    text_format(out, "{\"computed\":[");
    text_string(out, *call->keys, *call->sizes);
    text_format(out, "],\"reply\":");
    report_value(out, call->values->bytes, call->values->size, call->values->kind);
    text_format(out, "}");
  }
  else report_item(out, reply, &reply->items[0]);
}
