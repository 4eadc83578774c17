"use strict"
// memcached 2.2.2 for Node.js: a value that another client wrote ends the process, or its get never returns.
// Usage: node node-memcached-foreign-value.js WHAT HOST:PORT, with the package, and a memcached there. WHAT is flags or lines. Ends
// with 1 if the process would end, or if the get did not return in 8 s.
const net = require("net")
const Memcached = require("memcached")
const [what, address] = process.argv.slice(2)
const end = (said, code) => { console.log(`get ${said}`); process.exit(code) }

process.on("uncaughtException", (error) => end(`ends the process by an uncaught ${error.name}`, 1))

// The other client: to it, the flags 2 do not mean JSON.
const [host, port] = address.split(":")
const other = net.connect(port, host, () => other.write(`set k1 ${what === "flags" ? "2 0 5\r\nhello" : "0 0 8\r\none\r\ntwo"}\r\n`))
other.once("data", () => {
  setTimeout(end, 8000, "did not return in 8 s", 1)
  new Memcached(address).get("k1", (error, reply) => end(error ? `raised ${error.message}` : `returned ${JSON.stringify(reply)}`, 0))
})
