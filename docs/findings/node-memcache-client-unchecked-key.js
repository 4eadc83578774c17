"use strict"
// memcache-client 1.0.5 for Node.js: a key is sent unchecked. memcached reads other arguments in it, or more requests. A reply that
// no call waits for ends the process.
// Usage: node node-memcache-client-unchecked-key.js WHAT HOST:PORT, with the package, and a memcached there. WHAT is incr, delete,
// inject or line. Ends with 1 if another key was changed, or if the process would end.
const library = require("memcache-client")
const MemcacheClient = library.MemcacheClient ?? library // before 1.0
const [what, address] = process.argv.slice(2)
const call = { inject: "get", line: "get" }[what] ?? what
const key = { incr: "counter 5", delete: "k2 0", inject: "a\r\nset k3 0 0 8\r\ninjected", line: "a\r\nget k2" }[what]
const KEPT = { k2: "value of k2", k3: "value of k3", counter: "10" }
const client = new MemcacheClient({ server: address })

process.on("uncaughtException", (error) => {
  console.log(`${call}(${JSON.stringify(key)}) ends the process by an uncaught ${error.name}`)
  process.exit(1)
})

async function changed() {
  for (const [name, value] of Object.entries(KEPT)) await client.set(name, value)
  const reply = await (call === "incr" ? client.incr(key, 1) : client[call](key))
  console.log(`${call}(${JSON.stringify(key)}) returned ${JSON.stringify(reply)}`)
  let changes = 0
  for (const [name, value] of Object.entries(KEPT)) {
    const held = (await client.get(name))?.value
    if (held === value) continue
    console.log(`${name} holds ${held === undefined ? "nothing" : JSON.stringify(held)}`)
    changes++
  }
  return changes
}

changed().then((changes) => process.exit(changes ? 1 : 0))
