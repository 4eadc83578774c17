// No client: makes no call at all, so its rows are the harness overhead.
#include "../lib/adapter.h"

static int nothing(void *client, Call *call) { return (void)client, (void)call, 0; }
static void *connect_none(const Json *servers, const Json *options, const Json *access) {
  return (void)servers, (void)options, (void)access, &adapters;
}

static void disconnect_none(void *client) { (void)client; }

static const Operation operations[] = { { NULL, nothing } };
static Adapter none = { .name = "null", .connect = connect_none, .disconnect = disconnect_none, .operations = operations };
ADAPTER(none)
