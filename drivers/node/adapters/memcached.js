"use strict"
// memcached takes callbacks; an application wraps them in promises.
const called = (call) => new Promise((resolve, reject) => {
  call((error, reply) => (error && !error.notStored ? reject(Array.isArray(error) ? error[0] : error) : resolve(error ? false : reply)))
})

// Releases before 1.0 return false for a miss.
const old = () => require("memcached/package.json").version.startsWith("0.")

module.exports = {
  library: "memcached",
  connect(servers, options) {
    const settings = {}
    for (const name of ["timeout", "retries", "failures", "retry", "poolSize"]) {
      const given = options[name === "poolSize" ? "pool_size" : name]
      if (given !== undefined) settings[name] = ["timeout", "retry"].includes(name) ? Number(given) * 1000 : Number(given)
    }
    return new (require("memcached"))(servers, settings)
  },
  disconnect(client) { client.end() },
  operations: {
    get: (c, { key }) => () => called((done) => c.get(key, done)),
    get_multi: (c, { keys }) => () => called((done) => c.getMulti(keys, done)),
    set: (c, { key, value, ttl = 0 }) => () => called((done) => c.set(key, value, ttl, done)),
    add: (c, { key, value, ttl = 0 }) => () => called((done) => c.add(key, value, ttl, done)),
    delete: (c, { key }) => () => called((done) => c.del(key, done)),
    append: (c, { key, value }) => () => called((done) => c.append(key, value, done)),
    prepend: (c, { key, value }) => () => called((done) => c.prepend(key, value, done)),
    touch: (c, { key, ttl = 0 }) => () => called((done) => c.touch(key, ttl, done)),
    incr: (c, { key, by = 1, initial }) => initial === undefined && (() => called((done) => c.incr(key, by, done))),
    decr: (c, { key, by = 1, initial }) => initial === undefined && (() => called((done) => c.decr(key, by, done))),
    cas: (c, { key, value, ttl = 0 }) => () => called((done) => c.gets(key, (error, found) => {
      if (error || !found) return done(error, false)
      c.cas(key, value, found.cas, ttl, done)
    })),
  },
  reply({ op }, reply) {
    const misses = old() ? ["get", "incr", "decr"] : ["incr", "decr"]
    return misses.includes(op) && reply === false ? null : reply
  },
}
