// The reference: the least C that does the same work correctly on plain sockets.
#pragma once
#include "../adapter.h"

typedef struct Client Client;

// `timeout` is in seconds.
extern const char client_source[];
Client *client_new(const Json *servers, double timeout);
void client_free(Client *client);

// Reads the values of keys by "get", "gets" or "gat TTL".
int client_read(Client *client, Reply *reply, const char *command, const char **keys, const size_t *sizes, int count);

// Changes keys: `done` is the server's word for success, `tail` is the end of a command without a value. The reply's items
// are the keys for which it was not done.
typedef struct {
  const char *command, *done, *tail;
  const char **keys;
  const size_t *sizes;
  const Value *values;
  int count;
  uint32_t ttl;
  uint64_t version; // 0: none
} Change;
int client_change(Client *client, Reply *reply, const Change *change);

// Counts by "incr" or "decr". A reply without a form if the key is absent.
int client_count(Client *client, Reply *reply, const char *command, const char *key, size_t size, uint64_t by);
