"use strict"
// memcached 2.2.2 for Node.js: a call that the server answers by an error returns false, and no error.
// Usage: node node-memcached-server-error.js WHAT HOST:PORT, with the package, and a memcached there. WHAT is get, multi, incr or
// delete, to which a proxy replies with an error, or large, a value that memcached refuses. Ends with 1 if the error was hidden.
const net = require("net")
const Memcached = require("memcached")
const [what, address] = process.argv.slice(2)
const [host, port] = address.split(":")
const CALLS = { get: ["get", "k1"], multi: ["getMulti", ["k1"]], incr: ["incr", "k1", 1], delete: ["del", "k1"],
                large: ["set", "k1", "x".repeat(1048576), 0] }
const end = (said, code) => { console.log(said); process.exit(code) }

// A proxy before memcached. It may reply to all requests that it is busy.
let busy = false
const proxy = net.createServer((near) => {
  const far = net.connect(port, host, () => far.pipe(near))
  near.on("error", () => {}).on("data", (request) => (busy ? near.write("SERVER_ERROR busy\r\n") : far.write(request)))
}).listen(0, "127.0.0.1", () => {
  const client = new Memcached(`127.0.0.1:${proxy.address().port}`)
  client.set("k1", "1", 0, () => {
    busy = what !== "large"
    const [name, ...words] = CALLS[what]
    client[name](...words, (error, reply) => {
      if (error) end(`${name} raised ${error.message}`, 0)
      console.log(`${name} returned ${JSON.stringify(reply)}, and no error`)
      busy = false
      client.get("k2", (later) => end(`a later get ${later ? `raised ${later.message.replace(/\S*:\d+/, "HOST:PORT")}` : "works"}`, 1))
    })
  })
})
