"use strict"
// No client: makes no call at all, so its rows are the harness overhead.
const operations = Object.keys(require("../../../protocol/operations.json"))
const nothing = () => () => null

module.exports = {
  library: null,
  connect: () => null,
  disconnect() {},
  operations: Object.fromEntries(operations.map((name) => [name, nothing])),
  reply: (_call, reply) => reply,
}
