"use strict"
// Its replies to writes are lists of words; a word that is no success is an error with that message.
const { secured } = require("../lib/access")

const tried = (promise) => promise.catch((error) => {
  if (/^(NOT_STORED|NOT_FOUND|EXISTS)$/.test(error.message)) return [error.message]
  throw error
})

const life = ({ ttl }) => ({ lifetime: ttl ?? 0 })

module.exports = {
  library: "memcache-client",
  connect(servers, options, access) {
    const library = require("memcache-client")
    const MemcacheClient = library.MemcacheClient ?? library // before 1.0
    const server = servers.length === 1 ? servers[0] : { servers: servers.map((one) => ({ server: one, maxConnections: 1 })) }
    const timeout = options.timeout === undefined ? {} : { cmdTimeout: Number(options.timeout) * 1000 }
    return new MemcacheClient({ server, ...timeout, ...(options.tcp_nodelay && { noDelay: true }), ...secured(access) })
  },
  disconnect(client) { client.shutdown() },
  operations: {
    get: (c, { key }) => () => c.get(key),
    get_multi: (c, { keys }) => () => c.get(keys),
    set: (c, { key, value, ...step }) => { const given = life(step); return () => c.set(key, value, given) },
    add: (c, { key, value, ...step }) => { const given = life(step); return () => tried(c.add(key, value, given)) },
    delete: (c, { key }) => () => tried(c.delete(key)),
    append: (c, { key, value }) => () => tried(c.append(key, value)),
    prepend: (c, { key, value }) => () => tried(c.prepend(key, value)),
    touch: (c, { key, ttl = 0 }) => () => tried(c.touch(key, ttl)),
    incr: (c, { key, by = 1, initial }) => initial === undefined && (() => tried(c.incr(key, by))),
    decr: (c, { key, by = 1, initial }) => initial === undefined && (() => tried(c.decr(key, by))),
    cas: (c, { key, value, ...step }) => {
      const given = life(step)
      return async () => {
        const found = await c.gets(key)
        return found ? tried(c.cas(key, value, { ...given, casUniq: found.casUniq })) : ["NOT_FOUND"]
      }
    },
  },
  reply({ op }, reply) {
    if (op === "get") return reply?.value
    if (op === "get_multi") return new Map(Object.entries(reply).map(([key, found]) => [key, found?.value]))
    if (["incr", "decr"].includes(op)) return Array.isArray(reply) ? null : Number(reply)
    return Array.isArray(reply) ? /^(STORED|DELETED|TOUCHED)$/.test(reply[0]) : reply
  },
}
