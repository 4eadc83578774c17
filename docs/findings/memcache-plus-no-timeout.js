"use strict"
// memcache-plus 0.3.1: a write whose reply is missing never returns.
// Usage: node memcache-plus-no-timeout.js CALL HOST:PORT, with the package, and a memcached there. CALL is set, add, or get, which
// has a time limit. Ends with 1 if the call did not return in 5 s. The default time limit, netTimeout, is 0.5 s.
const net = require("net")
const MemcachePlus = require("memcache-plus")
const [call, address] = process.argv.slice(2)
const [host, port] = address.split(":")
const end = (said, code) => { console.log(`${call} ${said}`); process.exit(code) }

// A proxy before memcached, which keeps the replies.
const proxy = net.createServer((near) => {
  const far = net.connect(port, host)
  far.on("data", () => {})
  near.on("error", () => {}).on("data", (request) => far.write(request))
}).listen(0, "127.0.0.1", () => {
  const client = new MemcachePlus({ hosts: [`127.0.0.1:${proxy.address().port}`] })
  setTimeout(end, 5000, "did not return in 5 s", 1)
  client[call]("k1", call === "get" ? undefined : "value of k1").then(() => end("returned", 0), (error) => end(`raised ${error.name}`, 0))
})
