// The reference.
#include "../lib/reference/client.h"
#include "../lib/text.h"
#include <stdio.h>
#include <stdlib.h>

#define STORES .done = "STORED", .tail = ""
#define DELETION ((Change){ .command = "delete", .done = "DELETED", .tail = "" })

static void *connect_client(const Json *servers, const Json *options, const Json *access) {
  (void)access;
  return client_new(servers, strtod(json_text(json_get(options, "timeout"), "1"), NULL));
}

static void disconnect(void *client) { client_free(client); }

static int read_as(void *client, Call *call, Form form, const char *command) {
  reply_begin(&call->reply, form);
  return client_read(client, &call->reply, command, call->keys, call->sizes, call->count);
}

static int get(void *client, Call *call) { return read_as(client, call, VALUE, "get"); }
static int get_multi(void *client, Call *call) { return read_as(client, call, VALUES, "get"); }
static int get_multi_cas(void *client, Call *call) { return read_as(client, call, VERSIONS, "gets"); }

static int gat(void *client, Call *call) {
  char command[20];
  snprintf(command, sizeof command, "gat %u", call->ttl);
  return read_as(client, call, VALUE, command);
}

static int change(void *client, Call *call, Form form, Change change) {
  reply_begin(&call->reply, form);
  change.keys = call->keys;
  change.sizes = call->sizes;
  change.count = call->count;
  return client_change(client, &call->reply, &change);
}

static int store(void *client, Call *call, const char *command, Form form) {
  return change(client, call, form, (Change){ .command = command, STORES, .values = call->values, .ttl = call->ttl });
}

static int set(void *client, Call *call) { return store(client, call, call->add ? "add" : "set", TRUTH); }
static int set_multi(void *client, Call *call) { return store(client, call, "set", NOT_DONE); }
static int add(void *client, Call *call) { return store(client, call, "add", TRUTH); }
static int append(void *client, Call *call) { return store(client, call, "append", TRUTH); }
static int prepend(void *client, Call *call) { return store(client, call, "prepend", TRUTH); }
static int delete(void *client, Call *call) { return change(client, call, TRUTH, DELETION); }
static int delete_multi(void *client, Call *call) { return change(client, call, NOT_DONE, DELETION); }

static int touch(void *client, Call *call) {
  char tail[20];
  snprintf(tail, sizeof tail, " %u", call->ttl);
  return change(client, call, TRUTH, (Change){ .command = "touch", .done = "TOUCHED", .tail = tail });
}

static int cas(void *client, Call *call) {
  if (read_as(client, call, TRUTH, "gets")) return -1;
  call->reply.truth = false;
  if (!call->reply.count) return 0;
  uint64_t version = call->reply.items[0].version;
  Change change_to = { .command = "cas", STORES, .values = call->values, .ttl = call->ttl, .version = version };
  return change(client, call, TRUTH, change_to);
}

static int fetch(void *client, Call *call) {
  if (get(client, call)) return -1;
  if (call->reply.count || !call->values) return 0;
  if (set(client, call)) return -1;
  call->reply.form = VALUE;
  call->reply.computed = true;
  return 0;
}

// An absent counter is added.
static int count(void *client, Call *call, const char *command) {
  Reply *reply = &call->reply;
  reply_begin(reply, NOTHING);
  if (client_count(client, reply, command, *call->keys, *call->sizes, call->by)) return -1;
  if (reply->form == NUMBER || !call->seeded) return 0;
  char digits[24];
  Value value = { digits, snprintf(digits, sizeof digits, "%llu", (unsigned long long)call->initial), BYTES };
  if (change(client, call, NUMBER, (Change){ .command = "add", STORES, .values = &value, .ttl = call->ttl })) return -1;
  reply->number = call->initial;
  return 0;
}

static int increment(void *client, Call *call) { return count(client, call, "incr"); }
static int decrement(void *client, Call *call) { return count(client, call, "decr"); }

static const Operation operations[] = {
  { "get", get }, { "read", get }, { "set", set }, { "write", set }, { "fetch", fetch }, { "gat", gat }, { "cas", cas },
  { "get_multi", get_multi }, { "read_multi", get_multi }, { "get_multi_cas", get_multi_cas }, { "set_multi", set_multi },
  { "write_multi", set_multi }, { "delete", delete }, { "delete_multi", delete_multi }, { "add", add }, { "append", append },
  { "prepend", prepend }, { "touch", touch }, { "incr", increment }, { "increment", increment }, { "decr", decrement },
  { "decrement", decrement }, { NULL, NULL },
};

static Adapter reference = { .name = "socket", .file = client_source, .connect = connect_client, .disconnect = disconnect,
                             .operations = operations };
ADAPTER(reference)
