// Runs of plans: timed, due, or with all replies.
#include "cell.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

// The calls that are due, and what became of them. A free worker takes the next, and waits until it is due.
typedef struct {
  pthread_mutex_t lock;
  uint64_t *dues, start, stop;
  int64_t *lags, *latencies;
  size_t next, count;
  struct Failure *failures; // of the calls that failed; without a type: none
} Queue;

// A worker's part of a run.
typedef struct {
  Worker *worker;
  Plan *plan;
  Queue *queue; // NULL in a closed loop
  uint64_t iterations, batch, start, *stamps, *stamp;
  int64_t *spans, *span;
  size_t made;
  bool all, missed; // missed: the last call that it made returned null
  int failed;
  struct Failure failure;
  Text out;
  pthread_barrier_t *gate;
  pthread_t thread;
} Share;

// The replies to the first calls of a plan.
static void report(Text *out, const Plan *plan, int made) {
  for (const Call *call = plan->calls; call < plan->calls + made; call++) {
    if (call != plan->calls) text_format(out, ",");
    reply_report(out, call);
  }
}

static void report_failure(Text *out, const struct Failure *failure) {
  text_format(out, "\"class\":\"%s\",\"message\":", failure->type);
  text_string(out, failure->message, strlen(failure->message));
}

static void ignore(int number) { (void)number; }

// Signals come from now on, one after each pause; 0 ends them. System calls end early, as their handler asks.
static void signals(uint32_t pause_ms) {
  struct timeval pause = { pause_ms / 1000, pause_ms % 1000 * 1000 };
  sigaction(SIGALRM, &(struct sigaction){ .sa_handler = ignore }, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval){ pause, pause }, NULL);
}

static int make(Share *share, Call *call) {
  if (call->signals_ms) signals(call->signals_ms);
  int failed = call->make(share->worker->client, call);
  if (call->signals_ms) signals(0);
  return failed;
}

// The replies of each iteration. A failure ends it.
static void run_kept(Share *share) {
  Plan *plan = share->plan;
  Text *out = &share->out;
  for (uint64_t at = 0; at < share->iterations; at++) {
    int made = 0;
    while (made < plan->count && !make(share, &plan->calls[made])) made++;
    text_format(out, at ? ",[" : "[");
    report(out, plan, made);
    if (made < plan->count) {
      text_format(out, "%s{\"raised\":{", made ? "," : "");
      report_failure(out, &failure);
      text_format(out, "}}");
    }
    text_format(out, "]");
  }
}

// Not part of its caller, which would take its registers.
__attribute__((noinline)) static int run_batch(void *client, Call *first, const Call *end, uint64_t iterations) {
  while (iterations--) {
    for (Call *call = first; call < end; call++) if (call->make(client, call)) return -1;
  }
  return 0;
}

// The end of a call is the start of the next.
static int run_calls(void *client, Call *first, const Call *end, uint64_t iterations, uint64_t was, int64_t **spans) {
  while (iterations--) {
    for (Call *call = first; call < end; call++) {
      if (call->make(client, call)) return -1;
      uint64_t is = now();
      *(*spans)++ = is - was;
      was = is;
    }
  }
  return 0;
}

static void run_loop(Share *share) {
  Call *first = share->plan->calls, *end = first + share->plan->count;
  void *client = share->worker->client;
  *share->stamp = share->start;
  for (uint64_t left = share->iterations, size; left && !share->failed; left -= size) {
    size = left < share->batch ? left : share->batch;
    share->failed = share->spans ? run_calls(client, first, end, size, *share->stamp, &share->span)
                                 : run_batch(client, first, end, size);
    *++share->stamp = now();
  }
  if (!share->iterations) *++share->stamp = now();
}

// The system wakes a sleeper late, by less than this; the rest is waited for awake.
enum { AWAKE_NS = 200000 };

static void wait_until(uint64_t due) {
  for (int64_t left; (left = due - now()) > 0;) {
    struct timespec asleep = { (left - AWAKE_NS) / 1000000000, (left - AWAKE_NS) % 1000000000 };
    if (left > AWAKE_NS) nanosleep(&asleep, NULL);
  }
}

// The call that a worker makes next, once call `at` is due, and when it begins; NULL if no call is left.
static Call *take(Queue *queue, Share *share, size_t *at, uint64_t *began) {
  Call *found = NULL;
  pthread_mutex_lock(&queue->lock);
  while (!found && queue->next < queue->count) {
    Call *call = &share->plan->calls[share->made % share->plan->count];
    *at = queue->next++;
    if (!call->after_miss || share->missed) {
      wait_until(share->start + queue->dues[*at]);
      *began = now();
      if (*began - share->start > queue->stop) {
        queue->next = queue->count;
        break;
      }
      found = call;
    }
    share->made++;
  }
  pthread_mutex_unlock(&queue->lock);
  return found;
}

// Makes each call when it is due, or when a worker is free. A failure ends nothing.
static void run_due(Share *share) {
  Queue *queue = share->queue;
  size_t at;
  uint64_t began;
  *share->stamp = share->start;
  for (Call *call; (call = take(queue, share, &at, &began));) {
    uint64_t when = share->start + queue->dues[at];
    bool failed = call->make(share->worker->client, call);
    queue->latencies[at] = now() - when;
    queue->lags[at] = began - when;
    share->missed = !failed && reply_null(&call->reply);
    if (!failed) continue;
    reply_begin(&call->reply, NOTHING);
    queue->failures[at] = failure;
  }
  *++share->stamp = now();
}

static void *run_share(void *given) {
  Share *share = given;
  if (share->gate) pthread_barrier_wait(share->gate), pthread_barrier_wait(share->gate);
  if (share->all) run_kept(share);
  else if (share->queue) run_due(share);
  else run_loop(share);
  if (share->failed) share->failure = failure;
  return NULL;
}

// Runs all shares from one moment, at `start` or now; the only one in this thread. Sets what was used before that.
static void run_all(Share *shares, size_t count, uint64_t start, struct rusage *before) {
  pthread_barrier_t gate;
  if (count > 1) pthread_barrier_init(&gate, NULL, count + 1);
  for (Share *share = shares; share < shares + count && count > 1; share++) {
    share->gate = &gate;
    if (pthread_create(&share->thread, NULL, run_share, share)) abort();
  }
  if (count > 1) pthread_barrier_wait(&gate); // all are there
  if (!shares->queue) wait_until(start);
  getrusage(RUSAGE_SELF, before);
  if (!start) start = now();
  for (Share *share = shares; share < shares + count; share++) share->start = start;
  if (count == 1) return (void)run_share(shares);
  pthread_barrier_wait(&gate);
  for (Share *share = shares; share < shares + count; share++) pthread_join(share->thread, NULL);
  pthread_barrier_destroy(&gate);
}

static Queue *new_queue(const Json *message) {
  const Json *due = json_get(message, "dues");
  if (!due) return NULL;
  Queue *queue = zeroed(1, sizeof *queue);
  pthread_mutex_init(&queue->lock, NULL);
  queue->stop = json_number(json_get(message, "stop_ns"), UINT64_MAX);
  queue->count = json_count(due);
  queue->dues = zeroed(queue->count, sizeof *queue->dues);
  queue->lags = memset(zeroed(queue->count, sizeof *queue->lags), -1, queue->count * sizeof *queue->lags);
  queue->latencies = memset(zeroed(queue->count, sizeof *queue->latencies), -1, queue->count * sizeof *queue->latencies);
  queue->failures = zeroed(queue->count, sizeof *queue->failures);
  uint64_t *into = queue->dues;
  for (const Json *one = due->first; one; one = one->next) *into++ = json_number(one, 0);
  return queue;
}

static void text_times(Text *out, const char *before, const int64_t *times, size_t count) {
  text_format(out, "%s[", before);
  for (size_t at = 0; at < count; at++) text_format(out, at ? ",%ld" : "%ld", times[at]);
  text_format(out, "]");
}

// Reports a queue, and frees it.
static void end_queue(Queue *queue, Text *out) {
  text_times(out, ",\"lags\":", queue->lags, queue->count);
  text_times(out, ",\"latencies\":", queue->latencies, queue->count);
  text_format(out, ",\"raised\":[");
  size_t raised = 0;
  for (size_t at = 0; at < queue->count; at++) {
    if (!queue->failures[at].type) continue;
    text_format(out, "%s{\"call\":%zu,", raised++ ? "," : "", at);
    report_failure(out, &queue->failures[at]);
    text_format(out, "}");
  }
  text_format(out, "]");
  pthread_mutex_destroy(&queue->lock);
  free(queue->dues);
  free(queue->lags);
  free(queue->latencies);
  free(queue->failures);
  free(queue);
}

static uint64_t elapsed(struct timeval from, struct timeval to) {
  return (to.tv_sec - from.tv_sec) * 1000000000ll + (to.tv_usec - from.tv_usec) * 1000ll;
}

// From the start to the last end. Only a single worker has several batches.
static void report_times(Text *out, const Share *shares, size_t count) {
  uint64_t start = shares->start, last = start;
  for (const Share *share = shares; share < shares + count; share++) if (*share->stamp > last) last = *share->stamp;
  text_format(out, ",\"wall_ns\":%lu,\"batches\":[", last - start);
  if (count > 1) text_format(out, "%lu", last - start);
  for (uint64_t *at = shares->stamps; count == 1 && at < shares->stamp; at++)
    text_format(out, "%s%lu", at == shares->stamps ? "" : ",", at[1] - at[0]);
  text_format(out, "]");
}

static void report_used(Text *out, const struct rusage *before, const struct rusage *after) {
  text_format(out, ",\"user_ns\":%lu,\"system_ns\":%lu,\"allocations\":null,\"gc_ns\":0,\"gc_count\":0",
              elapsed(before->ru_utime, after->ru_utime), elapsed(before->ru_stime, after->ru_stime));
}

// Of each worker, the replies to all calls, or to the last ones.
static void report_replies(Text *out, const Share *shares, size_t count) {
  text_format(out, ",\"replies\":[");
  for (const Share *share = shares; share < shares + count; share++) {
    text_format(out, share == shares ? "[" : ",[");
    if (share->all) text_add(out, share->out.bytes, share->out.size);
    else text_format(out, "[");
    if (!share->all) report(out, share->plan, share->iterations ? share->plan->count : 0);
    text_format(out, share->all ? "]" : "]]");
  }
  text_format(out, "]");
}

static void report_made(Text *out, const Share *shares, size_t count) {
  text_format(out, ",\"made\":[");
  for (const Share *share = shares; share < shares + count; share++)
    text_format(out, "%s%zu", share == shares ? "" : ",", share->made);
  text_format(out, "]");
}

// The last failure of a worker; -1 if there is one.
static int run_timed(Share *shares, size_t count, const Json *message, Text *out) {
  Queue *queue = new_queue(message);
  for (Share *share = shares; share < shares + count; share++) {
    share->queue = queue;
    share->stamps = share->stamp = zeroed(share->iterations / share->batch + 3, sizeof *share->stamps);
    for (Call *call = share->plan->calls; queue && call < share->plan->calls + share->plan->count; call++)
      reply_begin(&call->reply, NOTHING);
  }
  struct rusage before, after;
  run_all(shares, count, json_number(json_get(message, "start_ns"), 0), &before);
  getrusage(RUSAGE_SELF, &after);
  report_times(out, shares, count);
  report_used(out, &before, &after);
  if (queue) end_queue(queue, out), report_made(out, shares, count);
  if (shares->spans) text_format(out, ",\"latencies\":[");
  int failed = 0;
  for (Share *share = shares; share < shares + count; share++) {
    if (share->spans) text_times(out, share == shares ? "" : ",", share->spans, share->span - share->spans);
    if (share->failed) failed = -1, failure = share->failure;
    free(share->stamps);
  }
  if (shares->spans) text_format(out, "]");
  return failed;
}

int cell_run(Cell *cell, const Json *message, Text *out) {
  const char *keep = json_text(json_get(message, "keep"), "none");
  bool all = !strcmp(keep, "all"), each = !strcmp(json_text(json_get(message, "clock"), "batch"), "call");
  const Json *iterations = json_get(message, "iterations");
  if (!iterations || json_count(iterations) != cell->size) return fail("ArgumentError", "each worker needs its iterations");
  if (cell_plan(cell, json_text(json_get(message, "plan"), ""), json_get(message, "calls"))) return -1;
  Share *shares = zeroed(cell->size, sizeof *shares), *share = shares;
  for (const Json *one = iterations->first; one; one = one->next, share++) {
    Worker *worker = &cell->workers[share - shares];
    *share = (Share){ .worker = worker, .plan = worker->plan, .all = all, .iterations = json_number(one, 1),
                      .batch = json_number(json_get(message, "batch"), 1) };
    if (each && !all) share->spans = share->span = zeroed(share->iterations * share->plan->count, sizeof *share->spans);
  }
  struct rusage before;
  int failed = 0;
  if (all) run_all(shares, cell->size, 0, &before);
  else failed = run_timed(shares, cell->size, message, out);
  if (!failed && strcmp(keep, "none")) report_replies(out, shares, cell->size);
  for (share = shares; share < shares + cell->size; share++) free(share->spans), free(share->out.bytes);
  free(shares);
  return failed;
}
