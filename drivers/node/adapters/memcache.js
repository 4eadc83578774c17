"use strict"
// memcache takes and returns text, and keeps no flags. So an application knows which values it encoded, here as JSON, within
// its calls. Bytes that are no UTF-8 cannot be sent.
const { secured } = require("../lib/access")

const sendable = ({ value, raw }) => !Buffer.isBuffer(value) || (raw && value.equals(Buffer.from(value.toString())))
const encoded = (value, raw) => (raw ? String(value) : JSON.stringify(value))
const decoded = (text, raw) => (text === undefined ? null : raw ? Buffer.from(text) : JSON.parse(text))
const eachDecoded = (found, raw) => {
  for (const [key, text] of found) found.set(key, decoded(text, raw))
  return found
}

const stores = (name) => (c, call) => {
  const { key, value, raw, ttl = 0 } = call
  return sendable(call) && (() => c[name](key, encoded(value, raw), ttl))
}
const joins = (name) => (c, { key, value }) => sendable({ value, raw: true }) && (() => c[name](key, encoded(value, true)))
const counts = (name) => (c, { key, by = 1, initial }) => initial === undefined && (() => c[name](key, by))

module.exports = {
  library: "memcache",
  connect(servers, options, access) {
    const settings = { nodes: servers, ...secured(access) }
    if (options.timeout) settings.timeout = Number(options.timeout) * 1000
    if (options.retries !== undefined) settings.retries = Number(options.retries)
    if (options.keep_alive !== undefined) settings.keepAlive = options.keep_alive
    return new (require("memcache").Memcache)(settings)
  },
  disconnect: (client) => client.disconnect(),
  operations: {
    get: (c, { key, raw }) => () => c.get(key).then((text) => decoded(text, raw)),
    get_multi: (c, { keys, raw }) => () => c.gets(keys).then((found) => eachDecoded(found, raw)),
    set: stores("set"),
    add: stores("add"),
    append: joins("append"),
    prepend: joins("prepend"),
    delete: (c, { key }) => () => c.delete(key),
    touch: (c, { key, ttl = 0 }) => () => c.touch(key, ttl),
    incr: counts("incr"),
    decr: counts("decr"),
  },
  reply: (_call, reply) => reply,
}
