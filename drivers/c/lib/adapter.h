// What an adapter gets and gives. Its file registers it, so that a program has the adapters that it was linked from.
#pragma once
#include "json.h"

// Kinds of values. An adapter keeps them in the flags of items, as applications do.
enum { BYTES, JSON_VALUE, TEXT };

typedef struct { const char *bytes; size_t size; uint32_t kind; } Value;

// A value that was found. Its bytes are `owned`, or begin at `at` in the reply's data. `key` is the number of its key.
typedef struct { char *owned; size_t at, size; uint32_t flags; uint64_t version; int key; } Item;

// NOT_DONE: the keys of the items are those for which it was not done.
typedef enum { NOTHING, TRUTH, NUMBER, VALUE, VALUES, VERSIONS, NOT_DONE } Form;

// A reply is used again by the next call, with its memory. `computed`: the client returned the value of the call.
typedef struct {
  Form form;
  bool truth, computed;
  uint64_t number;
  Item *items;
  int count, room;
  char *data;
  size_t used, size;
} Reply;

typedef struct Call Call;
// Makes a call; 0, or -1 after `fail`.
typedef int Make(void *client, Call *call);
struct Call {
  Make *make;
  const char **keys;
  size_t *sizes;
  Value *values; // NULL without
  int count;
  bool add, seeded; // seeded: `initial` is the number of a counter that is absent
  bool after_miss; // only if the call before it missed
  bool all; // of a call with a block: it takes all values, not only the first
  uint32_t ttl, signals_ms; // signals_ms: the pause between signals that come while the call is made; 0: none come
  uint64_t by, initial;
  Reply reply;
};

typedef struct { const char *name; Make *make; } Operation;

typedef struct Adapter {
  const char *name;
  // The library: its name (NULL without one), a function of it (or the `file` of its source), and its version.
  const char *library, *function, *file;
  const char *(*version)(void);
  // NULL after `fail`.
  void *(*connect)(const Json *servers, const Json *options, const Json *access);
  void (*disconnect)(void *client);
  // The operations by name; the last has none, and is for all others.
  const Operation *operations;
  // Which option a client lacks for such a call, such as " (it is with cas=on)"; NULL: none.
  const char *(*lacks)(void *client, const Call *call);
  struct Adapter *next;
} Adapter;

extern Adapter *adapters;
#define ADAPTER(variable) \
  __attribute__((constructor)) static void add_##variable(void) { variable.next = adapters, adapters = &variable; }

// The last failure of this thread. Returns -1.
extern _Thread_local struct Failure { const char *type; char message[300]; } failure;
int fail(const char *type, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Empties a reply and gives it a form.
void reply_begin(Reply *reply, Form form);
Item *reply_add(Reply *reply, int key);
bool reply_null(const Reply *reply);
