// libmemcached. What it returns belongs to the application, which frees it: here at the next call.
#include "../lib/adapter.h"
#include <libmemcached/memcached.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void wait_at_most(memcached_st *client, double seconds) {
  memcached_behavior_set(client, MEMCACHED_BEHAVIOR_CONNECT_TIMEOUT, seconds * 1e3);
  memcached_behavior_set(client, MEMCACHED_BEHAVIOR_POLL_TIMEOUT, seconds * 1e3);
  memcached_behavior_set(client, MEMCACHED_BEHAVIOR_SND_TIMEOUT, seconds * 1e6);
  memcached_behavior_set(client, MEMCACHED_BEHAVIOR_RCV_TIMEOUT, seconds * 1e6);
}

static void add_server(memcached_st *client, const char *server) {
  const char *port = strrchr(server, ':');
  char host[256];
  if (*server == '/' || !port) return (void)memcached_server_add_unix_socket(client, server);
  snprintf(host, sizeof host, "%.*s", (int)(port - server) - 2 * (*server == '['), server + (*server == '['));
  memcached_server_add(client, host, atoi(port + 1));
}

static void *connect_client(const Json *servers, const Json *options, const Json *access) {
  memcached_st *client = memcached_create(NULL);
  const Json *timeout = json_get(options, "timeout"), *prefix = json_get(options, "namespace");
  bool binary = !strcmp(json_text(json_get(options, "protocol"), ""), "binary");
  memcached_behavior_set(client, MEMCACHED_BEHAVIOR_BINARY_PROTOCOL, binary);
  memcached_behavior_set(client, MEMCACHED_BEHAVIOR_TCP_NODELAY, json_true(json_get(options, "tcp_nodelay")));
  memcached_behavior_set(client, MEMCACHED_BEHAVIOR_NO_BLOCK, json_true(json_get(options, "no_block")));
  memcached_behavior_set(client, MEMCACHED_BEHAVIOR_SUPPORT_CAS, json_true(json_get(options, "cas")));
  if (timeout && timeout->type == JSON_FALSE) memcached_behavior_set(client, MEMCACHED_BEHAVIOR_POLL_TIMEOUT, -1);
  else if (timeout) wait_at_most(client, strtod(json_text(timeout, "5"), NULL));
  if (prefix) memcached_callback_set(client, MEMCACHED_CALLBACK_NAMESPACE, prefix->text);
  const Json *login = json_get(access, "login");
  const char *user = json_text(json_get(login, "user"), ""), *password = json_text(json_get(login, "password"), "");
  if (login && memcached_set_sasl_auth_data(client, user, password) != MEMCACHED_SUCCESS) {
    memcached_free(client);
    return fail("memcached_return_t", "this libmemcached has no logins"), NULL;
  }
  for (const Json *one = servers->first; one; one = one->next) add_server(client, one->text);
  return client;
}

static void disconnect(void *client) { memcached_free(client); }

static int failed(memcached_st *client, memcached_return_t code) {
  const char *message = memcached_last_error_message(client);
  return fail("memcached_return_t", "%s", message ? message : memcached_strerror(client, code));
}

static void add_value(Reply *reply, int key, char *value, size_t size, uint32_t flags, uint64_t version) {
  *reply_add(reply, key) = (Item){ value ? value : calloc(1, 1), 0, value ? size : 0, flags, version, key };
}

static int get(void *client, Call *call) {
  memcached_return_t code;
  size_t size;
  uint32_t flags;
  reply_begin(&call->reply, VALUE);
  char *value = memcached_get(client, *call->keys, *call->sizes, &size, &flags, &code);
  if (code == MEMCACHED_SUCCESS) add_value(&call->reply, 0, value, size, flags, 0);
  return code == MEMCACHED_SUCCESS || code == MEMCACHED_NOTFOUND ? 0 : failed(client, code);
}

// The servers answer in any order.
static int key_of(const Call *call, const memcached_result_st *result) {
  size_t size = memcached_result_key_length(result);
  for (int tried = 0, at = call->reply.count; tried < call->count; tried++, at++) {
    int key = at % call->count;
    if (call->sizes[key] == size && !memcmp(call->keys[key], memcached_result_key_value(result), size)) return key;
  }
  return fail("KeyError", "libmemcached returned a key that was not asked for");
}

static int read_all(memcached_st *client, Call *call, Form form) {
  memcached_result_st result;
  reply_begin(&call->reply, form);
  memcached_return_t code = memcached_mget(client, call->keys, call->sizes, call->count);
  if (code != MEMCACHED_SUCCESS) return failed(client, code);
  memcached_result_create(client, &result);
  int key = 0;
  while (key >= 0 && memcached_fetch_result(client, &result, &code)) {
    size_t size = memcached_result_length(&result);
    if ((key = key_of(call, &result)) >= 0)
      add_value(&call->reply, key, memcached_result_take_value(&result), size, memcached_result_flags(&result),
                memcached_result_cas(&result));
  }
  memcached_result_free(&result);
  bool ended = code == MEMCACHED_END || code == MEMCACHED_NOTFOUND || code == MEMCACHED_SUCCESS;
  return key < 0 ? -1 : ended ? 0 : failed(client, code);
}

// The caller fetches the values one by one, all or only the first. The rest of the reply stays with libmemcached.
static int get_multi_block(void *client, Call *call) {
  if (call->all) return read_all(client, call, VALUES);
  memcached_result_st result;
  memcached_return_t code = memcached_mget(client, call->keys, call->sizes, call->count);
  reply_begin(&call->reply, NOTHING);
  if (code != MEMCACHED_SUCCESS) return failed(client, code);
  memcached_result_create(client, &result);
  bool found = memcached_fetch_result(client, &result, &code);
  memcached_result_free(&result);
  return found || code == MEMCACHED_END || code == MEMCACHED_NOTFOUND ? 0 : failed(client, code);
}

static int get_multi(void *client, Call *call) { return read_all(client, call, VALUES); }
static int get_multi_cas(void *client, Call *call) { return read_all(client, call, VERSIONS); }

// Whether a change was made.
static int outcome(memcached_st *client, Call *call, memcached_return_t code) {
  reply_begin(&call->reply, TRUTH);
  call->reply.truth = code == MEMCACHED_SUCCESS;
  bool refused = code == MEMCACHED_NOTSTORED || code == MEMCACHED_NOTFOUND || code == MEMCACHED_DATA_EXISTS;
  return call->reply.truth || refused ? 0 : failed(client, code);
}

#define KEY *call->keys, *call->sizes
#define STORED call->values->bytes, call->values->size, call->ttl, call->values->kind

static int set(void *client, Call *call) { return outcome(client, call, memcached_set(client, KEY, STORED)); }
static int add(void *client, Call *call) { return outcome(client, call, memcached_add(client, KEY, STORED)); }
static int append(void *client, Call *call) { return outcome(client, call, memcached_append(client, KEY, STORED)); }
static int prepend(void *client, Call *call) { return outcome(client, call, memcached_prepend(client, KEY, STORED)); }
static int delete(void *client, Call *call) { return outcome(client, call, memcached_delete(client, KEY, 0)); }
static int touch(void *client, Call *call) { return outcome(client, call, memcached_touch(client, KEY, call->ttl)); }

static int cas(void *client, Call *call) {
  if (read_all(client, call, VERSIONS)) return -1;
  if (!call->reply.count) return outcome(client, call, MEMCACHED_NOTFOUND);
  return outcome(client, call, memcached_cas(client, KEY, STORED, call->reply.items->version));
}

static int counted(memcached_st *client, Call *call, memcached_return_t code) {
  reply_begin(&call->reply, code == MEMCACHED_SUCCESS ? NUMBER : NOTHING);
  return code == MEMCACHED_SUCCESS || code == MEMCACHED_NOTFOUND ? 0 : failed(client, code);
}

static int incr(void *client, Call *call) {
  uint64_t *number = &call->reply.number;
  if (!call->seeded) return counted(client, call, memcached_increment(client, KEY, call->by, number));
  return counted(client, call, memcached_increment_with_initial(client, KEY, call->by, call->initial, call->ttl, number));
}

static int decr(void *client, Call *call) {
  uint64_t *number = &call->reply.number;
  if (!call->seeded) return counted(client, call, memcached_decrement(client, KEY, call->by, number));
  return counted(client, call, memcached_decrement_with_initial(client, KEY, call->by, call->initial, call->ttl, number));
}

// Only the binary protocol creates counters, and only with cas=on are there versions.
static const char *lacks(void *client, const Call *call) {
  bool versions = call->make == cas || call->make == get_multi_cas;
  if (versions && !memcached_behavior_get(client, MEMCACHED_BEHAVIOR_SUPPORT_CAS)) return " (it is with cas=on)";
  if (!call->seeded || memcached_behavior_get(client, MEMCACHED_BEHAVIOR_BINARY_PROTOCOL)) return NULL;
  return " with an initial number (it is with protocol=binary)";
}

static const Operation operations[] = {
  { "get", get }, { "get_multi", get_multi }, { "get_multi_block", get_multi_block }, { "get_multi_cas", get_multi_cas },
  { "set", set }, { "add", add }, { "append", append }, { "prepend", prepend }, { "delete", delete }, { "touch", touch },
  { "cas", cas }, { "incr", incr }, { "decr", decr }, { NULL, NULL },
};

static Adapter libmemcached = { .name = "libmemcached", .library = "libmemcached", .function = "memcached_create",
                                .version = memcached_lib_version, .connect = connect_client, .disconnect = disconnect,
                                .operations = operations, .lacks = lacks };
ADAPTER(libmemcached)
