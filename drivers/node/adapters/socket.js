"use strict"
const path = require("path")
const { secured } = require("../lib/access")
const { Computed } = require("../lib/reply")
const { Client } = require("../lib/reference/client")

const get = (c, { key }) => () => c.get(key)
const fetch = (c, { key, value, ttl = 0, raw = false }) => value === undefined ? () => c.get(key) : async () => {
  const found = await c.get(key)
  if (found !== null) return found
  await c.store("set", key, value, ttl, raw)
  return new Computed([key], value)
}
const set = (c, { key, value, ttl = 0, raw = false, unless_exist: add }) => () => c.store(add ? "add" : "set", key, value, ttl, raw)
const getMulti = (c, { keys }) => () => c.getMulti(keys)
const setMulti = (c, { keys, values, ttl = 0, raw = false }) =>
  () => c.failed(keys, (key, at) => c.store("set", key, values[at], ttl, raw))
const increment = (c, { key, by = 1, initial, ttl = 0 }) => () => c.count("incr", key, by, initial, ttl)
const decrement = (c, { key, by = 1, initial, ttl = 0 }) => () => c.count("decr", key, by, initial, ttl)

module.exports = {
  library: path.join(__dirname, "..", "lib", "reference", "client.js"),
  connect: (servers, options, access) =>
    new Client(servers, { ...(options.timeout && { timeout: Number(options.timeout) }), secure: secured(access).tls }),
  disconnect(client) { client.close() },
  operations: {
    get, set, fetch, read: get, write: set, get_multi: getMulti, read_multi: getMulti, incr: increment, increment, decr: decrement, decrement,
    delete: (c, { key }) => () => c.delete(key),
    add: (c, { key, value, ttl = 0, raw = false }) => () => c.store("add", key, value, ttl, raw),
    append: (c, { key, value }) => () => c.store("append", key, value, 0, true),
    prepend: (c, { key, value }) => () => c.store("prepend", key, value, 0, true),
    cas: (c, { key, value, ttl = 0, raw = false }) => () => c.cas(key, value, ttl, raw),
    touch: (c, { key, ttl = 0 }) => () => c.touch(key, ttl),
    set_multi: setMulti, write_multi: setMulti,
    delete_multi: (c, { keys }) => () => c.failed(keys, (key) => c.delete(key)),
    get_multi_cas: (c, { keys }) => () => c.getMulti(keys, true),
    gat: (c, { key, ttl = 0 }) => () => c.gat(key, ttl),
  },
  reply: (_call, reply) => reply,
}
