"use strict"
// memjs sends bytes. Its documented serializer keeps the kind of a value in the flags, as applications do it.
const { credentials } = require("../lib/access")

const [BYTES, JSON_VALUE, TEXT] = [0, 1, 2]

const serializer = {
  serialize(_opcode, value, extras) {
    const flags = Buffer.isBuffer(value) ? BYTES : typeof value === "string" ? TEXT : JSON_VALUE
    if (extras.length >= 4) extras.writeUInt32BE(flags, 0)
    return { value: flags === JSON_VALUE ? JSON.stringify(value) : value, extras }
  },
  deserialize(_opcode, value, extras) {
    const flags = extras.length >= 4 ? extras.readUInt32BE(0) : BYTES
    return { value: flags === JSON_VALUE ? JSON.parse(value.toString()) : flags === TEXT ? value.toString() : value, extras }
  },
}

const expires = ({ ttl }) => (ttl === undefined ? {} : { expires: ttl })

module.exports = {
  library: "memjs",
  connect(servers, options, access) {
    const settings = { logger: { log() {} }, serializer, ...credentials(access) }
    for (const name of ["timeout", "retries", "failoverTime", "keepAlive"]) {
      const given = options[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
      if (given !== undefined) settings[name] = typeof given === "boolean" ? given : Number(given)
    }
    if (options.failover) settings.failover = true
    return require("memjs").Client.create(servers.join(","), settings)
  },
  disconnect(client) { client.close() },
  operations: {
    get: (c, { key }) => () => c.get(key),
    set: (c, { key, value, ...step }) => { const given = expires(step); return () => c.set(key, value, given) },
    add: (c, { key, value, ...step }) => { const given = expires(step); return () => c.add(key, value, given) },
    delete: (c, { key }) => () => c.delete(key),
    append: (c, { key, value }) => () => c.append(key, value),
    prepend: (c, { key, value }) => () => c.prepend(key, value),
    touch: (c, { key, ttl = 0 }) => () => c.touch(key, ttl),
    incr: (c, { key, by = 1, initial, ttl }) => { const given = { initial, expires: ttl }; return () => c.increment(key, by, given) },
    decr: (c, { key, by = 1, initial, ttl }) => { const given = { initial, expires: ttl }; return () => c.decrement(key, by, given) },
  },
  reply: ({ op }, reply) => (["get", "incr", "decr"].includes(op) ? reply.value : reply),
}
