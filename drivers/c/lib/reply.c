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

static void report_bytes(Text *out, const char *bytes, size_t size, const char *encoding) {
  if (size > LONG) {
    text_format(out, "{\"size\":%zu,\"crc32\":%u", size, crc32(bytes, size));
  } else {
    text_format(out, "{\"bytes\":\"");
    text_base64(out, bytes, size);
    text_format(out, "\"");
  }
  text_format(out, ",\"encoding\":\"%s\"}", encoding);
}

static void report_json(Text *out, const Json *json) {
  static const char *const words[] = { "null", "false", "true", NULL, NULL, "{\"list\":[", "{\"pairs\":[" };
  if (json->type == JSON_STRING) return report_bytes(out, json->text, json->size, "UTF-8");
  if (json->type == JSON_NUMBER) return text_add(out, json->text, json->size);
  text_format(out, "%s", words[json->type]);
  for (const Json *one = json->first; one; one = one->next) {
    if (one != json->first) text_format(out, ",");
    if (one->key) text_format(out, "[");
    if (one->key) report_bytes(out, one->key->text, one->key->size, "UTF-8"), text_format(out, ",");
    report_json(out, one);
    if (one->key) text_format(out, "]");
  }
  if (json->type >= JSON_LIST) text_format(out, "]}");
}

static void report_value(Text *out, const char *bytes, size_t size, uint32_t kind) {
  if (kind != JSON_VALUE) return report_bytes(out, bytes, size, kind == TEXT ? "UTF-8" : "ASCII-8BIT");
  Text copy = { 0 };
  text_add(&copy, bytes, size);
  text_add(&copy, "", 1);
  Json *json = json_parse(copy.bytes, size);
  if (json) report_json(out, json);
  else text_format(out, "{\"class\":\"bytes\",\"text\":\"%zu bytes that are no JSON\"}", size);
  json_free(json);
  free(copy.bytes);
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
    report_bytes(out, call->keys[item->key], call->sizes[item->key], "UTF-8");
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
