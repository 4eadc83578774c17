// One scenario, with a worker, or with several at the same time. Plans are arrays of calls.
#pragma once
#include "adapter.h"
#include "text.h"

#define NOT_OFFERED "NotOffered"

typedef struct Plan {
  char *name;
  Call *calls;
  int count;
  struct Plan *next;
} Plan;

// The content of a file of values. Older plans point into older files.
typedef struct Bytes { char *bytes; struct Bytes *before; } Bytes;

// A client, its plans, and the one that it makes.
typedef struct { struct Cell *cell; void *client; Plan *plans, *plan; } Worker;

typedef struct Cell {
  char *id;
  Adapter *adapter;
  Bytes *files;
  Value *values;
  size_t count, size; // of values, and of workers
  Worker *workers;
  struct Cell *next;
} Cell;

// -1 after `fail`.
int cell_open(Cell *cell, Adapter *adapter, const Json *message, uint64_t *ns);
int cell_read(Cell *cell, const Json *values);
// Has each worker make the plan of this name, which `calls` bring; NULL if it is known.
int cell_plan(Cell *cell, const char *name, const Json *calls);
int cell_run(Cell *cell, const Json *message, Text *out);
void cell_close(Cell *cell);

uint64_t now(void);
void *zeroed(size_t count, size_t size);

// Writes the reply of a call in the form for reports.
void reply_report(Text *out, const Call *call);
