"use strict"
// memcache-plus 0.3.1: a value with line ends comes back as its last line, or ends the process.
// Usage: node memcache-plus-lines.js WHAT HOST:PORT, with the package, and a memcached there. WHAT is last, end or empty. Ends
// with 1 if another value came back, or if the process would end.
const MemcachePlus = require("memcache-plus")
const [what, address] = process.argv.slice(2)
const value = { last: "one\ntwo", end: "one\n\ntwo", empty: "" }[what]
const client = new MemcachePlus({ hosts: [address] })
const end = (said, code) => { console.log(`get of ${JSON.stringify(value)} ${said}`); process.exit(code) }

process.on("uncaughtException", (error) => end(`ends the process by an uncaught ${error.name}`, 1))
client.set("k1", value)
  .then(() => client.get("k1"))
  // The client reads the rest of the reply in a later turn of the event loop.
  .then((reply) => setTimeout(end, 200, `returned ${JSON.stringify(reply)}`, reply === value ? 0 : 1))
