"use strict"
// memcache takes and returns text, and keeps no flags. So an application knows which values it encoded, here as JSON. Bytes that
// are no UTF-8 cannot be sent.
const encoded = ({ value, raw }) => {
  if (!Buffer.isBuffer(value)) return raw ? String(value) : JSON.stringify(value)
  const text = value.toString()
  return raw && value.equals(Buffer.from(text)) ? text : null
}
const decoded = (text, { raw }) => (text === undefined ? null : raw ? Buffer.from(text) : JSON.parse(text))

const stores = (name) => (c, call) => {
  const { key, ttl = 0 } = call
  const text = encoded(call)
  return text !== null && (() => c[name](key, text, ttl))
}
const joins = (name) => (c, call) => {
  const text = encoded({ ...call, raw: true })
  return text !== null && (() => c[name](call.key, text))
}
const counts = (name) => (c, { key, by = 1, initial }) => initial === undefined && (() => c[name](key, by))

module.exports = {
  library: "memcache",
  connect(servers, options) {
    const settings = { nodes: servers }
    if (options.timeout) settings.timeout = Number(options.timeout) * 1000
    if (options.retries !== undefined) settings.retries = Number(options.retries)
    if (options.keep_alive !== undefined) settings.keepAlive = options.keep_alive
    return new (require("memcache").Memcache)(settings)
  },
  disconnect: (client) => client.disconnect(),
  operations: {
    get: (c, { key }) => () => c.get(key),
    get_multi: (c, { keys }) => () => c.gets(keys),
    set: stores("set"),
    add: stores("add"),
    append: joins("append"),
    prepend: joins("prepend"),
    delete: (c, { key }) => () => c.delete(key),
    touch: (c, { key, ttl = 0 }) => () => c.touch(key, ttl),
    incr: counts("incr"),
    decr: counts("decr"),
  },
  reply(call, reply) {
    if (call.op === "get") return decoded(reply, call)
    if (call.op === "get_multi") return new Map(Array.from(reply, ([key, text]) => [key, decoded(text, call)]))
    return reply
  },
}
