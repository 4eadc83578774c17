"use strict"
// A write that is not made is an error with a sentence. `set` returns nothing.
const tried = (promise, refusal) => promise.then(() => true, (error) => {
  if (refusal.test(error.message)) return false
  throw error
})
const [PRESENT, ABSENT] = [/because it already exists$/, /because it does not exist$/]
const counts = (name) => (c, { key, by = 1, initial }) => initial === undefined && (() => c[name](key, by))

// Without a queue, a call before it is connected is refused, so an application waits; if no server is there, in vain.
const connected = async (client) => {
  for (let tries = 0; tries < 200 && !client.ready(); tries++) await new Promise((resolve) => setTimeout(resolve, 5))
}

module.exports = {
  library: "memcache-plus",
  async connect(hosts, options) {
    const settings = { hosts, onNetError() {} }
    if (options.timeout !== undefined) settings.netTimeout = Number(options.timeout) * 1000
    if (options.pool_size !== undefined) settings.poolSize = Number(options.pool_size)
    if (options.queue !== undefined) settings.queue = options.queue
    const client = new (require("memcache-plus"))(settings)
    if (options.queue === false) await connected(client)
    return client
  },
  disconnect: (client) => client.disconnect(),
  operations: {
    get: (c, { key }) => () => c.get(key),
    get_multi: (c, { keys }) => () => c.getMulti(keys),
    set: (c, { key, value, ttl = 0 }) => () => c.set(key, value, ttl),
    add: (c, { key, value, ttl = 0 }) => () => tried(c.add(key, value, ttl), PRESENT),
    append: (c, { key, value }) => () => tried(c.append(key, value), ABSENT),
    prepend: (c, { key, value }) => () => tried(c.prepend(key, value), ABSENT),
    cas: (c, { key, value, ttl = 0 }) => async () => {
      const [, version] = await c.gets(key)
      return version ? c.cas(key, value, version, ttl) : false
    },
    delete: (c, { key }) => () => c.delete(key),
    delete_multi: (c, { keys }) => () => c.deleteMulti(keys),
    incr: counts("incr"),
    decr: counts("decr"),
  },
  reply({ op }, reply) {
    if (op === "get_multi") return new Map(Object.entries(reply).filter(([, value]) => value !== null))
    if (op === "delete_multi") return Object.keys(reply).filter((key) => !reply[key])
    if (op === "set") return null
    return Number.isNaN(reply) ? null : reply // of a counter that is absent
  },
}
