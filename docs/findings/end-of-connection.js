"use strict"
// memjs 1.3.2 and memcached 2.2.2: a call never returns if memcached ends the connection in place of its reply.
// Usage: node end-of-connection.js CLIENT CALL HOST:PORT, with the package CLIENT, memjs or memcached, and a memcached there.
// CALL is get, set, delete, incr, or with memcached multi. Ends with 1 if the call did not return in 8 s. The longest default
// timeout of these clients is 5 s.
const net = require("net")
const [name, call, address] = process.argv.slice(2)
const [host, port] = address.split(":")
const CALLS = {
  memjs: { get: ["get", "k1"], set: ["set", "k1", "2", {}], delete: ["delete", "k1"], incr: ["increment", "k1", 1, {}] },
  memcached: { get: ["get", "k1"], set: ["set", "k1", "2", 0], delete: ["del", "k1"], incr: ["incr", "k1", 1], multi: ["getMulti", ["k1"]] },
}

// A proxy before memcached, which ends the connection in place of a reply.
let ends = false
const proxy = net.createServer((near) => {
  const far = net.connect(port, host, () => far.pipe(near))
  near.on("error", () => {}).on("data", (request) => (ends ? near.end() : far.write(request)))
}).listen(0, "127.0.0.1", () => {
  const server = `127.0.0.1:${proxy.address().port}`
  const client = name === "memjs" ? require("memjs").Client.create(server) : new (require("memcached"))(server)
  const tried = (words, done) => client[words[0]](...words.slice(1), done)
  const end = (said, code) => { console.log(`${call} ${said}`); process.exit(code) }
  tried(CALLS[name].set, () => {
    ends = true
    setTimeout(end, 8000, "did not return in 8 s", 1)
    tried(CALLS[name][call], (error, reply) => end(error ? `raised ${error.message}` : `returned ${JSON.stringify(reply)}`, 0))
  })
})
