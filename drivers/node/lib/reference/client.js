"use strict"
// The reference: the least JavaScript that does the same work correctly on a plain socket.
const net = require("net")
const tls = require("tls")

const JSON_FLAG = 1
const TEXT_FLAG = 2

function encoded(value, raw) {
  if (Buffer.isBuffer(value)) return [value, 0]
  if (typeof value === "string") return [Buffer.from(value), raw ? 0 : TEXT_FLAG]
  return [Buffer.from(JSON.stringify(value)), JSON_FLAG]
}

function decoded(bytes, flags) {
  if (flags === JSON_FLAG) return JSON.parse(bytes.toString())
  return flags === TEXT_FLAG ? bytes.toString() : bytes
}

// A connection: requests are answered in order.
class Line {
  constructor(server, timeout, secure) {
    this.waiting = []
    this.buffer = Buffer.alloc(0)
    this.server = server
    this.timeout = timeout
    this.secure = secure
    this.socket = secure ? tls.connect({ ...address(server), ...secure }) : net.connect(address(server))
    this.socket.setNoDelay(true)
    this.socket.on("data", (data) => this.received(data))
    this.socket.on("error", (error) => this.fail(error))
    this.socket.on("close", () => this.fail(new Error("the server closed the connection")))
  }

  // Sends a request, and waits for the reply that `parse` finds: undefined means that it is not complete.
  ask(request, parse) {
    if (this.failure) return Promise.reject(this.failure)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail(new Error("the server did not answer in time")), this.timeout)
      this.waiting.push({ parse, resolve, reject, timer })
      this.socket.write(request)
    })
  }

  received(data) {
    this.buffer = this.buffer.length ? Buffer.concat([this.buffer, data]) : data
    while (this.waiting.length) {
      const { parse, resolve, reject, timer } = this.waiting[0]
      let found
      try { found = parse(this.buffer) } catch (error) { return this.fail(error) }
      if (found === undefined) return
      if (this.waiting.length === 1 && found.length < this.buffer.length) break
      this.waiting.shift()
      clearTimeout(timer)
      this.buffer = this.buffer.subarray(found.length)
      if (found.error) reject(found.error)
      else resolve(found.value)
    }
    if (this.buffer.length) this.fail(new Error("the server said more than it was asked"))
  }

  // A connection whose replies may belong to other requests is not used again.
  fail(error) {
    this.failure ??= error
    this.socket.destroy()
    for (const { reject, timer } of this.waiting.splice(0)) {
      clearTimeout(timer)
      reject(error)
    }
  }
}

function address(server) {
  if (server.startsWith("/")) return { path: server }
  const [, host, port] = server.match(/^\[?(.*?)\]?:(\d+)$/)
  return { host, port: Number(port) }
}

// The first line, and where the rest begins.
function line(buffer, from = 0) {
  const end = buffer.indexOf("\r\n", from)
  return end < 0 ? undefined : { text: buffer.toString("latin1", from, end), end: end + 2 }
}

const refusal = (text) => new Error(`the server answered ${text.slice(0, 80)}`)

// A reply of one line, as one of these values, or as a number; any other line is an error that leaves the connection in order.
function word(values, numbers = false) {
  return (buffer) => {
    const found = line(buffer)
    if (!found) return undefined
    if (Object.hasOwn(values, found.text)) return { value: values[found.text], length: found.end }
    if (numbers && /^\d+ *$/.test(found.text)) return { value: Number(found.text), length: found.end }
    return { error: refusal(found.text), length: found.end }
  }
}

// Values by their keys, up to END: only keys that were asked for.
function values(keys) {
  return (buffer) => {
    const found = new Map()
    for (let at = 0; ;) {
      const head = line(buffer, at)
      if (!head) return undefined
      if (head.text === "END") return { value: found, length: head.end }
      const [, key, flags, size, version] = head.text.match(/^VALUE (\S+) (\d+) (\d+)(?: (\d+))?$/) ?? []
      if (key === undefined) {
        if (at === 0) return { error: refusal(head.text), length: head.end }
        throw refusal(head.text)
      }
      if (!keys.includes(key) || found.has(key)) throw new Error(`the server returned ${key}, which was not asked for`)
      const end = head.end + Number(size)
      if (buffer.length < end + 2) return undefined
      if (buffer.toString("latin1", end, end + 2) !== "\r\n") throw new Error("a value has another length than announced")
      found.set(key, { value: decoded(Buffer.from(buffer.subarray(head.end, end)), Number(flags)), version })
      at = end + 2
    }
  }
}

const STORED = word({ STORED: true, NOT_STORED: false, EXISTS: false, NOT_FOUND: false })
const DELETED = word({ DELETED: true, NOT_FOUND: false })
const TOUCHED = word({ TOUCHED: true, NOT_FOUND: false })
const COUNTED = word({ NOT_FOUND: null }, true)

class Client {
  // secure: options of tls.connect, for TLS.
  constructor(servers, { timeout = 1, secure = null } = {}) {
    this.lines = servers.map((server) => new Line(server, timeout * 1000, secure))
  }

  close() { for (const one of this.lines) one.socket.destroy() }

  // Keys are spread over several servers. A connection that failed is replaced.
  line(key) {
    let at = 0
    if (this.lines.length > 1) for (const byte of Buffer.from(key)) at = (at * 31 + byte) >>> 0
    at %= this.lines.length
    const { failure, server, timeout, secure } = this.lines[at]
    if (failure) this.lines[at] = new Line(server, timeout, secure)
    return this.lines[at]
  }

  store(command, key, value, ttl, raw, version = "") {
    const [bytes, flags] = encoded(value, raw)
    const head = `${command} ${key} ${flags} ${ttl} ${bytes.length}${version}\r\n`
    return this.line(key).ask(Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n")]), STORED)
  }

  find(key, command) { return this.line(key).ask(`${command} ${key}\r\n`, values([key])) }
  async get(key, command = "get") { return (await this.find(key, command)).get(key)?.value ?? null }
  gat(key, ttl) { return this.get(key, `gat ${ttl}`) }

  // `versions`: with the version of each value.
  async getMulti(keys, versions = false) {
    const groups = new Map()
    for (const key of keys) groups.set(this.line(key), [...(groups.get(this.line(key)) ?? []), key])
    const command = versions ? "gets" : "get"
    const parts = await Promise.all(Array.from(groups, ([one, own]) => one.ask(`${command} ${own.join(" ")}\r\n`, values(own))))
    return new Map(parts.flatMap((part) => Array.from(part, ([key, found]) => [key, versions ? [found.value, found.version] : found.value])))
  }

  // The keys for which `call` did not do it. The requests are sent before the first reply is awaited.
  async failed(keys, call) {
    const done = await Promise.all(keys.map(call))
    return keys.filter((_, at) => !done[at])
  }

  async cas(key, value, ttl, raw) {
    const found = (await this.find(key, "gets")).get(key)
    return found ? this.store("cas", key, value, ttl, raw, ` ${found.version}`) : false
  }

  delete(key) { return this.line(key).ask(`delete ${key}\r\n`, DELETED) }
  touch(key, ttl) { return this.line(key).ask(`touch ${key} ${ttl}\r\n`, TOUCHED) }

  async count(command, key, by, initial, ttl) {
    const found = await this.line(key).ask(`${command} ${key} ${by}\r\n`, COUNTED)
    if (found !== null || initial === undefined) return found
    await this.store("add", key, String(initial), ttl, true)
    return initial
  }
}

module.exports = { Client, Line, values }
