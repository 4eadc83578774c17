#include "cell.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

Adapter *adapters;
_Thread_local struct Failure failure;

int fail(const char *type, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(failure.message, sizeof failure.message, format, values);
  va_end(values);
  for (char *at = failure.message; *at; at++) if (*at < ' ' || *at > '~') *at = '?';
  failure.type = type;
  return -1;
}

uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}

void *zeroed(size_t count, size_t size) { return memset(grown(NULL, count * size), 0, count * size); }

int cell_read(Cell *cell, const Json *given) {
  FILE *file = fopen(json_text(json_get(given, "file"), ""), "rb");
  if (!file) return fail("IOError", "the file of values cannot be read");
  Text text = { 0 };
  char part[65536];
  for (size_t size; (size = fread(part, 1, sizeof part, file));) text_add(&text, part, size);
  fclose(file);
  Bytes *before = cell->files;
  cell->files = grown(NULL, sizeof *cell->files);
  *cell->files = (Bytes){ text.bytes, before };
  free(cell->values);
  cell->count = 0;
  cell->values = zeroed(json_count(json_get(given, "index")), sizeof(Value));
  for (const Json *one = json_get(given, "index") ? json_get(given, "index")->first : NULL; one; one = one->next) {
    uint64_t offset = json_number(one->first, 0), size = json_count(one) == 3 ? json_number(one->first->next, 0) : 0;
    if (json_count(one) != 3 || offset > text.size || size > text.size - offset)
      return fail("IOError", "the index of values is wrong");
    const char *kind = json_text(one->first->next->next, "");
    cell->values[cell->count++] = (Value){ .bytes = text.bytes ? text.bytes + offset : "", .size = size,
                                           .kind = !strcmp(kind, "json") ? JSON_VALUE : !strcmp(kind, "text") ? TEXT : BYTES };
  }
  return 0;
}

static void free_plan(Plan *plan) {
  for (Call *call = plan->calls; call < plan->calls + plan->count; call++) {
    for (int at = 0; at < call->count; at++) free((char *)call->keys[at]);
    reply_begin(&call->reply, NOTHING);
    free(call->keys);
    free(call->sizes);
    free(call->values);
    free(call->reply.items);
    free(call->reply.data);
  }
  free(plan->calls);
  free(plan->name);
  free(plan);
}

// A call with its keys, and with the numbers of their values, if it has any.
static int add_call(const Worker *worker, Plan *plan, const Json *given, const Json *keys, const Json *values, int count) {
  const Cell *cell = worker->cell;
  const char *block = json_text(json_get(given, "block"), "all"), *op = json_text(json_get(given, "op"), "");
  if (!strcmp(block, "raise")) return fail(NOT_OFFERED, "not offered by this driver: a block that raises");
  Call *call = &plan->calls[plan->count++];
  *call = (Call){ .count = count, .keys = zeroed(count, sizeof *call->keys), .sizes = zeroed(count, sizeof *call->sizes),
                  .values = values ? zeroed(count, sizeof(Value)) : NULL, .ttl = json_number(json_get(given, "ttl"), 0),
                  .by = json_number(json_get(given, "by"), 1), .seeded = json_get(given, "initial"),
                  .initial = json_number(json_get(given, "initial"), 0), .add = json_true(json_get(given, "unless_exist")),
                  .after_miss = json_true(json_get(given, "after_miss")), .all = !strcmp(block, "all"),
                  .signals_ms = json_number(json_get(json_get(given, "interrupt"), "after_ms"), 0) };
  for (int at = 0; at < count && keys; at++, keys = keys->next) {
    call->keys[at] = strdup(json_text(keys, ""));
    call->sizes[at] = strlen(call->keys[at]);
    if (!values) continue;
    if (json_number(values, cell->count) >= cell->count) return fail("ArgumentError", "a call names a value that is absent");
    call->values[at] = cell->values[json_number(values, 0)];
    values = values->next;
  }
  const Operation *operation = cell->adapter->operations;
  while (operation->name && strcmp(operation->name, op)) operation++;
  call->make = operation->make;
  const char *lack = !call->make ? "" : cell->adapter->lacks ? cell->adapter->lacks(worker->client, call) : NULL;
  return lack ? fail(NOT_OFFERED, "not offered by this client: %s%s", op, lack) : 0;
}

// Several keys are those of one call, or with `each` of a call each.
static int add_calls(const Worker *worker, Plan *plan, const Json *given) {
  const Json *keys = json_get(given, "keys"), *values = json_get(given, "values");
  if (!keys) return add_call(worker, plan, given, json_get(given, "key"), json_get(given, "value"), 1);
  const Json *key = keys->first, *value = values ? values->first : NULL;
  if (!json_true(json_get(given, "each"))) return add_call(worker, plan, given, key, value, json_count(keys));
  for (; key; key = key->next, value = value ? value->next : NULL)
    if (add_call(worker, plan, given, key, value, 1)) return -1;
  return 0;
}

// A plan replaces the one of its name.
static int add_plan(Worker *worker, const char *name, const Json *calls) {
  Plan *plan = zeroed(1, sizeof *plan), **place = &worker->plans;
  plan->name = strdup(name);
  size_t most = json_count(calls);
  for (const Json *call = calls->first; call; call = call->next) most += json_count(json_get(call, "keys"));
  plan->calls = zeroed(most, sizeof(Call));
  for (const Json *call = calls->first; call; call = call->next) if (add_calls(worker, plan, call)) return free_plan(plan), -1;
  while (*place && strcmp((*place)->name, name)) place = &(*place)->next;
  plan->next = *place ? (*place)->next : NULL;
  if (*place) free_plan(*place);
  *place = plan;
  return 0;
}

int cell_open(Cell *cell, Adapter *adapter, const Json *message, uint64_t *ns) {
  const Json *workers = json_get(message, "workers"), *plans = workers ? workers->first : NULL;
  cell->adapter = adapter;
  cell->id = strdup(json_text(json_get(message, "cell"), ""));
  if (json_true(json_get(message, "shared")))
    return fail(NOT_OFFERED, "not offered by this driver: a client that several threads share");
  if (cell_read(cell, json_get(message, "values"))) return -1;
  size_t count = json_count(workers);
  cell->workers = zeroed(count, sizeof(Worker));
  uint64_t began = now();
  while (cell->size < count) {
    Worker *worker = &cell->workers[cell->size];
    worker->client = adapter->connect(json_get(message, "servers"), json_get(message, "options"), json_get(message, "access"));
    if (!worker->client) return -1;
    worker->cell = cell;
    cell->size++;
  }
  *ns = now() - began;
  for (Worker *worker = cell->workers; worker < cell->workers + count; worker++, plans = plans->next)
    for (const Json *calls = plans->first; calls; calls = calls->next)
      if (add_plan(worker, calls->key->text, calls)) return -1;
  return 0;
}

void cell_close(Cell *cell) {
  for (Worker *worker = cell->workers; worker < cell->workers + cell->size; worker++) {
    for (Plan *next; worker->plans; worker->plans = next) {
      next = worker->plans->next;
      free_plan(worker->plans);
    }
    cell->adapter->disconnect(worker->client);
  }
  for (Bytes *before; cell->files; cell->files = before) {
    before = cell->files->before;
    free(cell->files->bytes);
    free(cell->files);
  }
  free(cell->workers);
  free(cell->values);
  free(cell->id);
  free(cell);
}

int cell_plan(Cell *cell, const char *name, const Json *calls) {
  const Json *own = calls ? calls->first : NULL;
  for (Worker *worker = cell->workers; worker < cell->workers + cell->size; worker++, own = own ? own->next : NULL) {
    if (own && add_plan(worker, name, own)) return -1;
    worker->plan = worker->plans;
    while (worker->plan && strcmp(worker->plan->name, name)) worker->plan = worker->plan->next;
    if (!worker->plan) return fail("ArgumentError", "no plan is called %s", name);
  }
  return 0;
}
