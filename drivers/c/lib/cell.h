// A client in one scenario. Plans are arrays of calls.
#pragma once
#include "adapter.h"
#include "text.h"

#define NOT_OFFERED "NotOffered"

typedef struct { int count; bool each; } Step;

typedef struct Plan {
  char *name;
  Call *calls;
  Step *steps;
  int count, size; // of calls, and of steps
  struct Plan *next;
} Plan;

// The content of a file of values. Older plans point into older files.
typedef struct Bytes { char *bytes; struct Bytes *before; } Bytes;

typedef struct Cell {
  char *id;
  Adapter *adapter;
  void *client;
  Bytes *files;
  Value *values;
  size_t count;
  Plan *plans;
  struct Cell *next;
} Cell;

// -1 after `fail`.
int cell_open(Cell *cell, Adapter *adapter, const Json *message, uint64_t *ns);
int cell_read(Cell *cell, const Json *values);
int cell_run(Cell *cell, const Json *message, Text *out);
int cell_call(Cell *cell, const Json *call, Text *out);
void cell_close(Cell *cell);

uint64_t now(void);

// Writes the reply of a call in the form for reports.
void reply_report(Text *out, const Call *call);
