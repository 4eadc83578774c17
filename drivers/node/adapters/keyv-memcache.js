"use strict"
// Keyv on memjs, without its namespace. Keyv wraps each value in JSON. It returns undefined for a miss, and where memjs failed.
const { credentials } = require("../lib/access")

const expires = ({ ttl }) => (ttl ? ttl * 1000 : undefined)

module.exports = {
  library: "@keyv/memcache",
  connect(servers, options, access) {
    const settings = { logger: { log() {} }, ...credentials(access) }
    if (options.timeout) settings.timeout = Number(options.timeout)
    if (options.retries !== undefined) settings.retries = Number(options.retries)
    const { KeyvMemcache } = require("@keyv/memcache")
    const { Keyv } = require("keyv")
    return new Keyv({ store: new KeyvMemcache(servers.join(","), settings), namespace: "", throwOnErrors: options.throw_on_errors === true })
  },
  disconnect(client) { client.opts.store.client.close() },
  operations: {
    get: (c, { key }) => () => c.get(key),
    get_multi: (c, { keys }) => () => c.getMany(keys),
    set: (c, { key, value, ...step }) => { const ms = expires(step); return () => c.set(key, value, ms) },
    set_multi: (c, { keys, values, ...step }) => {
      const entries = keys.map((key, at) => ({ key, value: values[at], ttl: expires(step) }))
      return () => c.setMany(entries)
    },
    delete: (c, { key }) => () => c.delete(key),
  },
  reply({ op, keys }, reply) {
    if (op === "get_multi") return new Map(keys.map((key, at) => [key, reply[at]]).filter(([, value]) => value !== undefined))
    if (op === "set_multi") return keys.filter((_, at) => !reply[at])
    return reply
  },
}
