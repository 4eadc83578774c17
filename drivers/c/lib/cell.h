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

typedef struct Cell {
  char *id;
  Adapter *adapter;
  void *client;
  char *bytes;
  Value *values;
  size_t count;
  Plan *plans;
  struct Cell *next;
} Cell;

// -1 after `fail`.
int cell_open(Cell *cell, Adapter *adapter, const Json *message, uint64_t *ns);
int cell_run(Cell *cell, const Json *message, Text *out);
void cell_close(Cell *cell);

uint64_t now(void);

// Writes the reply of a call in the form for reports.
void reply_report(Text *out, const Call *call);
