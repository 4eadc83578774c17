#include "cell.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

Adapter *adapters;
struct Failure failure;

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

static void *zeroed(size_t count, size_t size) { return memset(grown(NULL, count * size), 0, count * size); }

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
  free(plan->steps);
  free(plan->name);
  free(plan);
}

static int add_call(Cell *cell, Plan *plan, const Json *given, const Json *keys, const Json *values, int count) {
  Call *call = &plan->calls[plan->count++];
  call->count = count;
  call->keys = zeroed(count, sizeof *call->keys);
  call->sizes = zeroed(count, sizeof *call->sizes);
  call->values = values ? zeroed(count, sizeof(Value)) : NULL;
  for (int at = 0; at < count && keys; at++, keys = keys->next) {
    call->keys[at] = strdup(json_text(keys, ""));
    call->sizes[at] = strlen(call->keys[at]);
    if (!values) continue;
    if (json_number(values, cell->count) >= cell->count) return fail("ArgumentError", "a call names a value that is absent");
    call->values[at] = cell->values[json_number(values, 0)];
    values = values->next;
  }
  call->ttl = json_number(json_get(given, "ttl"), 0);
  call->by = json_number(json_get(given, "by"), 1);
  call->seeded = json_get(given, "initial");
  call->initial = json_number(json_get(given, "initial"), 0);
  call->add = json_true(json_get(given, "unless_exist"));
  call->after_miss = json_true(json_get(given, "after_miss"));
  const char *op = json_text(json_get(given, "op"), "");
  const Operation *operation = cell->adapter->operations;
  while (operation->name && strcmp(operation->name, op)) operation++;
  call->make = operation->make;
  const char *lack = !call->make ? "" : cell->adapter->lacks ? cell->adapter->lacks(cell->client, call) : NULL;
  return lack ? fail(NOT_OFFERED, "not offered by this client: %s%s", op, lack) : 0;
}

// Several keys are those of one call, or with `each` of a call each.
static int add_step(Cell *cell, Plan *plan, const Json *given) {
  const Json *keys = json_get(given, "keys"), *values = json_get(given, "values"), *value = json_get(given, "value");
  Step *step = &plan->steps[plan->size++];
  *step = (Step){ .count = 1, .each = json_true(json_get(given, "each")) };
  if (!keys) return add_call(cell, plan, given, json_get(given, "key"), value, 1);
  if (!step->each) return add_call(cell, plan, given, keys->first, values ? values->first : NULL, json_count(keys));
  step->count = json_count(keys);
  value = values ? values->first : NULL;
  for (const Json *key = keys->first; key; key = key->next, value = value ? value->next : NULL)
    if (add_call(cell, plan, given, key, value, 1)) return -1;
  return 0;
}

// A plan replaces the one of its name.
static int add_plan(Cell *cell, const char *name, const Json *calls) {
  Plan *plan = zeroed(1, sizeof *plan), **place = &cell->plans;
  plan->name = strdup(name);
  size_t most = json_count(calls);
  plan->steps = zeroed(most, sizeof(Step));
  for (const Json *call = calls->first; call; call = call->next) most += json_count(json_get(call, "keys"));
  plan->calls = zeroed(most, sizeof(Call));
  for (const Json *call = calls->first; call; call = call->next) if (add_step(cell, plan, call)) return free_plan(plan), -1;
  while (*place && strcmp((*place)->name, name)) place = &(*place)->next;
  plan->next = *place ? (*place)->next : NULL;
  if (*place) free_plan(*place);
  *place = plan;
  return 0;
}

static Plan *plan_of(const Cell *cell, const char *name) {
  Plan *plan = cell->plans;
  while (plan && strcmp(plan->name, name)) plan = plan->next;
  return plan;
}

int cell_open(Cell *cell, Adapter *adapter, const Json *message, uint64_t *ns) {
  const char *mode = json_text(json_get(message, "mode"), "sync");
  if (strcmp(mode, "sync")) return fail(NOT_OFFERED, "not offered by this driver: mode %s", mode);
  cell->adapter = adapter;
  cell->id = strdup(json_text(json_get(message, "cell"), ""));
  if (cell_read(cell, json_get(message, "values"))) return -1;
  uint64_t began = now();
  cell->client = adapter->connect(json_get(message, "servers"), json_get(message, "options"));
  *ns = now() - began;
  if (!cell->client) return -1;
  const Json *plans = json_get(message, "plans");
  for (const Json *calls = plans ? plans->first : NULL; calls; calls = calls->next)
    if (add_plan(cell, calls->key->text, calls)) return -1;
  return 0;
}

void cell_close(Cell *cell) {
  for (Plan *next; cell->plans; cell->plans = next) {
    next = cell->plans->next;
    free_plan(cell->plans);
  }
  if (cell->client) cell->adapter->disconnect(cell->client);
  for (Bytes *before; cell->files; cell->files = before) {
    before = cell->files->before;
    free(cell->files->bytes);
    free(cell->files);
  }
  free(cell->values);
  free(cell->id);
  free(cell);
}

// A reply for each step whose calls were made.
static void report(Text *out, const Plan *plan, int made) {
  const Call *call = plan->calls, *end = call + made;
  for (const Step *step = plan->steps; step < plan->steps + plan->size && call < end; step++) {
    text_format(out, "%s%s", step == plan->steps ? "" : ",", step->each ? "{\"each\":[" : "");
    for (int at = 0; at < step->count && call < end; at++, call++) {
      if (at) text_format(out, ",");
      reply_report(out, call);
    }
    if (step->each) text_format(out, "]}");
  }
}

static void report_failure(Text *out) {
  text_format(out, "\"class\":\"%s\",\"message\":", failure.type);
  text_string(out, failure.message, strlen(failure.message));
}

int cell_call(Cell *cell, const Json *given, Text *out) {
  if (!given) return fail("ArgumentError", "a call is missing");
  Json call = *given;
  call.next = NULL;
  if (add_plan(cell, "call", &(Json){ .type = JSON_LIST, .first = &call })) return -1;
  Plan *plan = plan_of(cell, "call");
  bool failed = plan->calls->make(cell->client, plan->calls);
  text_format(out, failed ? "\"raised\":{" : "\"reply\":");
  if (!failed) return report(out, plan, 1), 0;
  report_failure(out);
  text_format(out, ",\"injected\":false,\"at\":[]}");
  return 0;
}

// The replies of each iteration. A failure ends it.
static void run_kept(void *client, Plan *plan, uint64_t iterations, Text *out) {
  for (uint64_t at = 0; at < iterations; at++) {
    int made = 0;
    while (made < plan->count && !plan->calls[made].make(client, &plan->calls[made])) made++;
    text_format(out, at ? ",[" : "[");
    report(out, plan, made);
    if (made < plan->count) {
      text_format(out, "%s{\"raised\":{", made ? "," : "");
      report_failure(out);
      text_format(out, "}}");
    }
    text_format(out, "]");
  }
}

static int run_batch(void *client, Call *first, const Call *end, uint64_t iterations) {
  while (iterations--) {
    for (Call *call = first; call < end; call++) if (call->make(client, call)) return -1;
  }
  return 0;
}

// The end of a call is the start of the next.
static int run_calls(void *client, Call *first, const Call *end, uint64_t iterations, uint64_t was, uint32_t **spans) {
  while (iterations--) {
    for (Call *call = first; call < end; call++) {
      if (call->make(client, call)) return -1;
      uint64_t is = now();
      *(*spans)++ = is - was > UINT32_MAX ? UINT32_MAX : is - was;
      was = is;
    }
  }
  return 0;
}

// The system wakes a sleeper late, by less than this; the rest is waited for awake.
enum { AWAKE_NS = 200000 };

static void wait_until(uint64_t due) {
  for (int64_t left; (left = due - now()) > 0;) {
    struct timespec asleep = { (left - AWAKE_NS) / 1000000000, (left - AWAKE_NS) % 1000000000 };
    if (left > AWAKE_NS) nanosleep(&asleep, NULL);
  }
}

static void text_times(Text *out, const char *name, const int64_t *times, size_t count) {
  text_format(out, ",\"%s\":[", name);
  for (size_t at = 0; at < count; at++) text_format(out, at ? ",%ld" : "%ld", times[at]);
  text_format(out, "]");
}

// Makes each call when it is due, or when the one before it has ended. A failure ends nothing. It sets the start, once all is
// prepared, so that no call is late. It returns the end.
static uint64_t run_due(void *client, Plan *plan, const Json *message, uint64_t *started, Text *out) {
  const Json *due = json_get(message, "dues")->first;
  size_t count = json_count(json_get(message, "dues"));
  uint64_t stop = json_number(json_get(message, "stop_ns"), UINT64_MAX);
  int64_t *lags = memset(grown(NULL, count * sizeof *lags), -1, count * sizeof *lags);
  int64_t *latencies = memset(grown(NULL, count * sizeof *latencies), -1, count * sizeof *latencies);
  Text raised = { 0 };
  for (Call *call = plan->calls; call < plan->calls + plan->count; call++) reply_begin(&call->reply, NOTHING);
  uint64_t start = *started = json_number(json_get(message, "start_ns"), now());
  for (size_t at = 0; at < count; at++, due = due->next) {
    Call *call = &plan->calls[at % plan->count];
    if (call->after_miss && (call[-1].reply.form != VALUE || call[-1].reply.count)) continue;
    uint64_t when = start + json_number(due, 0);
    wait_until(when);
    uint64_t began = now();
    if (began - start > stop) break;
    bool failed = call->make(client, call);
    latencies[at] = now() - when;
    lags[at] = began - when;
    if (!failed) continue;
    reply_begin(&call->reply, NOTHING);
    text_format(&raised, "%s{\"call\":%zu,", raised.size ? "," : "", at);
    report_failure(&raised);
    text_format(&raised, "}");
  }
  uint64_t ended = now();
  text_format(out, "\"raised\":[%.*s]", (int)raised.size, raised.size ? raised.bytes : "");
  text_times(out, "lags", lags, count);
  text_times(out, "latencies", latencies, count);
  text_format(out, ",");
  free(raised.bytes);
  free(lags);
  free(latencies);
  return ended;
}

static uint64_t elapsed(struct timeval from, struct timeval to) {
  return (to.tv_sec - from.tv_sec) * 1000000000ll + (to.tv_usec - from.tv_usec) * 1000ll;
}

// With `due`, its calls are due at times of that message.
static int run_timed(void *client, Plan *plan, uint64_t iterations, uint64_t batch, uint32_t *spans, const Json *due, Text *out) {
  uint64_t *stamps = grown(NULL, (iterations / batch + 3) * sizeof *stamps), *stamp = stamps;
  const Call *end = plan->calls + plan->count;
  struct rusage before, after;
  int failed = 0;
  getrusage(RUSAGE_SELF, &before);
  *stamp = now();
  for (uint64_t left = due ? 0 : iterations, size; left && !failed; left -= size) {
    size = left < batch ? left : batch;
    failed = spans ? run_calls(client, plan->calls, end, size, *stamp, &spans) : run_batch(client, plan->calls, end, size);
    *++stamp = now();
  }
  if (due) *++stamp = run_due(client, plan, due, stamps, out);
  else if (!iterations) *++stamp = now();
  getrusage(RUSAGE_SELF, &after);
  text_format(out, "\"allocations\":null,\"gc_ns\":0,\"gc_count\":0,");
  text_format(out, "\"wall_ns\":%lu,\"user_ns\":%lu,\"system_ns\":%lu,\"batches\":[",
              *stamp - *stamps, elapsed(before.ru_utime, after.ru_utime), elapsed(before.ru_stime, after.ru_stime));
  for (uint64_t *at = stamps; at < stamp; at++) text_format(out, "%s%lu", at == stamps ? "" : ",", at[1] - at[0]);
  text_format(out, "]");
  free(stamps);
  return failed;
}

int cell_run(Cell *cell, const Json *message, Text *out) {
  const char *name = json_text(json_get(message, "plan"), ""), *keep = json_text(json_get(message, "keep"), "none");
  const Json *calls = json_get(message, "calls");
  if (calls && add_plan(cell, name, calls)) return -1;
  Plan *plan = plan_of(cell, name);
  if (!plan) return fail("ArgumentError", "no plan is called %s", name);
  uint64_t iterations = json_number(json_get(message, "iterations"), 1), batch = json_number(json_get(message, "batch"), 1);
  if (!strcmp(keep, "all")) {
    text_format(out, "\"replies\":[");
    run_kept(cell->client, plan, iterations, out);
    text_format(out, "]");
    return 0;
  }
  bool each = !strcmp(json_text(json_get(message, "clock"), "batch"), "call");
  size_t size = each ? iterations * plan->count * sizeof(uint32_t) : 0;
  uint32_t *spans = each ? zeroed(1, size) : NULL;
  const Json *due = json_get(message, "dues") ? message : NULL;
  int failed = run_timed(cell->client, plan, iterations, batch ? batch : 1, spans, due, out);
  if (each) {
    text_format(out, ",\"latencies\":\"");
    text_base64(out, spans, size);
    text_format(out, "\"");
  }
  free(spans);
  if (strcmp(keep, "last")) return failed;
  text_format(out, ",\"replies\":[[");
  report(out, plan, iterations ? plan->count : 0);
  text_format(out, "]]");
  return failed;
}
