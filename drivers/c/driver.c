// Cachemark's driver for C: plans on stdin, replies on stdout (protocol/spec.md, level 2).
#include "lib/cell.h"
#include "lib/compiler.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The adapters by the names of the clients that were loaded.
typedef struct Loaded { char *client; Adapter *adapter; struct Loaded *next; } Loaded;

static Loaded *clients;
static Cell *cells;

static int load(const Json *message, Text *out) {
  const char *name = json_text(json_get(message, "adapter"), ""), *client = json_text(json_get(message, "client"), "");
  Adapter *adapter = adapters;
  while (adapter && strcmp(adapter->name, name)) adapter = adapter->next;
  if (!adapter) return fail("LoadError", "this program was built without the adapter %s", name);
  Loaded *loaded = grown(NULL, sizeof *loaded);
  *loaded = (Loaded){ strdup(client), adapter, clients };
  clients = loaded;
  text_format(out, "\"type\":\"loaded\",\"client\":");
  text_string(out, client, strlen(client));
  if (!adapter->library && !adapter->file) {
    text_format(out, ",\"version\":null,\"file\":null,\"folders\":[],\"libraries\":[]");
    return 0;
  }
  Dl_info found = { .dli_fname = adapter->file };
  if (adapter->library) dladdr(dlsym(RTLD_DEFAULT, adapter->function), &found);
  char *file = realpath(found.dli_fname ? found.dli_fname : "", NULL);
  if (!file) return fail("LoadError", "%s was loaded from no file", name);
  const char *version = adapter->version ? adapter->version() : COMPILER_VERSION;
  text_format(out, ",\"version\":\"%s\",\"file\":", version);
  text_string(out, file, strlen(file));
  text_format(out, ",\"folders\":[");
  text_string(out, file, strlen(file));
  text_format(out, "],\"libraries\":[");
  if (adapter->library) {
    text_format(out, "{\"name\":\"%s\",\"version\":\"%s\",\"file\":", adapter->library, version);
    text_string(out, file, strlen(file));
    text_format(out, "}");
  }
  text_format(out, "]");
  free(file);
  return 0;
}

// The place of a cell in the list.
static Cell **cell_of(const Json *message) {
  Cell **place = &cells;
  while (*place && strcmp((*place)->id, json_text(json_get(message, "cell"), ""))) place = &(*place)->next;
  if (!*place) fail("KeyError", "no such cell is open");
  return place;
}

static void begin(Text *out, const char *type, const Cell *cell) {
  text_format(out, "\"type\":\"%s\",\"cell\":", type);
  text_string(out, cell->id, strlen(cell->id));
}

static int open_cell(const Json *message, Text *out) {
  Loaded *loaded = clients;
  while (loaded && strcmp(loaded->client, json_text(json_get(message, "client"), ""))) loaded = loaded->next;
  if (!loaded) return fail("KeyError", "no such client is loaded");
  uint64_t ns;
  Cell *cell = memset(grown(NULL, sizeof *cell), 0, sizeof *cell);
  if (cell_open(cell, loaded->adapter, message, &ns)) return cell_close(cell), -1;
  cell->next = cells;
  cells = cell;
  begin(out, "opened", cell);
  text_format(out, ",\"ns\":%lu", ns);
  return 0;
}

static int run(const Json *message, Text *out) {
  Cell *cell = *cell_of(message);
  if (!cell || (json_get(message, "values") && cell_read(cell, json_get(message, "values")))) return -1;
  begin(out, "ran", cell);
  return cell_run(cell, message, out);
}

static int close_cell(const Json *message, Text *out) {
  Cell **place = cell_of(message), *cell = *place;
  if (!cell) return -1;
  begin(out, "closed", cell);
  *place = cell->next;
  cell_close(cell);
  return 0;
}

static int request(const Json *message, Text *out) {
  const char *type = json_text(json_get(message, "type"), "");
  if (!strcmp(type, "load")) return load(message, out);
  if (!strcmp(type, "open")) return open_cell(message, out);
  if (!strcmp(type, "run")) return run(message, out);
  if (!strcmp(type, "clock")) return text_format(out, "\"type\":\"clock\",\"ns\":%lu", now()), 0;
  if (!strcmp(type, "close")) return close_cell(message, out);
  return message ? fail("ArgumentError", "unknown request: %s", type) : fail("SyntaxError", "this is no JSON");
}

static void answer(const Json *message, Text *out) {
  const Json *id = json_get(message, "id");
  bool named = id && id->type == JSON_NUMBER;
  text_format(out, "{\"id\":%.*s,", named ? (int)id->size : 4, named ? id->text : "null");
  size_t begun = out->size;
  if (request(message, out)) {
    out->size = begun;
    if (!strcmp(failure.type, NOT_OFFERED)) text_format(out, "\"type\":\"not_offered\",\"reason\":");
    else text_format(out, "\"type\":\"failed\",\"class\":\"%s\",\"backtrace\":[],\"message\":", failure.type);
    text_string(out, failure.message, strlen(failure.message));
  }
  text_format(out, "}\n");
}

static void say(int to, Text *out) {
  for (size_t at = 0; at < out->size;) {
    ssize_t written = write(to, out->bytes + at, out->size - at);
    if (written < 0) exit(1);
    at += written;
  }
  out->size = 0;
}

int main(void) {
  // What a client prints must not damage the conversation.
  int to = dup(1);
  dup2(2, 1);
  Text out = { 0 };
  text_format(&out, "{\"type\":\"hello\",\"protocol\":2,\"level\":2,\"modes\":[\"threads\"],\"interrupts\":[\"signals\"],"
              "\"language\":\"c\",\"typed\":true,\"runtime\":\"%s\",\"pid\":%d}\n", COMPILER_TITLE, getpid());
  say(to, &out);
  char *line = NULL;
  size_t room = 0;
  for (ssize_t size; (size = getline(&line, &room, stdin)) > 0;) {
    Json *message = json_parse(line, size);
    answer(message, &out);
    json_free(message);
    say(to, &out);
  }
  free(line);
  free(out.bytes);
  for (Cell *next; cells; cells = next) next = cells->next, cell_close(cells);
  for (Loaded *next; clients; clients = next) next = clients->next, free(clients->client), free(clients);
}
