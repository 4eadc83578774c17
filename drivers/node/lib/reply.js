"use strict"
const zlib = require("zlib")

const LONG = 131072

function bytes(buffer, encoding) {
  return buffer.length > LONG ? { size: buffer.length, crc32: crc32(buffer), encoding } : { bytes: buffer.toString("base64"), encoding }
}

function crc32(buffer) {
  if (zlib.crc32) return zlib.crc32(buffer)
  let sum = ~0
  for (const byte of buffer) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1))
  }
  return ~sum >>> 0
}

// A reply for which the client asked for the values of these keys.
class Computed {
  constructor(keys, reply) { Object.assign(this, { keys, reply }) }
}

// A value in the form for reports.
function reported(value) {
  if (value === undefined || value === null) return null
  if (typeof value === "boolean" || typeof value === "number") return value
  if (typeof value === "string") return bytes(Buffer.from(value), "UTF-8")
  if (value instanceof Uint8Array) return bytes(Buffer.from(value), "ASCII-8BIT")
  if (value instanceof Map) return { pairs: Array.from(value, (pair) => pair.map(reported)) }
  if (value instanceof Computed) return { computed: value.keys, reply: reported(value.reply) }
  if (Array.isArray(value)) return { list: value.map(reported) }
  if (Object.getPrototypeOf(value) === Object.prototype) return { pairs: Object.entries(value).map((pair) => pair.map(reported)) }
  return { class: value.constructor?.name ?? typeof value, text: String(value).slice(0, 200) }
}

module.exports = { Computed, reported }
