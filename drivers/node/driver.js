"use strict"
// Cachemark's driver for Node.js: plans on stdin, replies on stdout (protocol/spec.md, level 2).
const fs = require("fs")
const readline = require("readline")
const { Cell, NotOffered, interrupts, now } = require("./lib/cell")
const { loaded } = require("./lib/library")

// What a client prints must not damage the conversation.
Object.defineProperty(process, "stdout", { value: process.stderr })

const adapters = new Map()
const cells = new Map()

function say(message) {
  const bytes = Buffer.from(JSON.stringify(message) + "\n")
  for (let at = 0; at < bytes.length;) {
    try { at += fs.writeSync(1, bytes, at) } catch (error) { if (error.code !== "EAGAIN") throw error }
  }
}

const requests = {
  clock: () => ({ type: "clock", ns: Number(now()) }),

  load(message) {
    const adapter = require(`./adapters/${message.adapter.replace(/[^\w-]/g, "")}`)
    adapters.set(message.client, adapter)
    return { type: "loaded", client: message.client, ...loaded(adapter.library) }
  },

  async open(message) {
    const cell = new Cell(adapters.get(message.client), message)
    const began = now()
    let ns
    try {
      await cell.connect()
      ns = Number(now() - began)
      message.workers.forEach((plans, at) => { for (const name in plans) cell.plan(at, name, plans[name]) })
    } catch (error) {
      await cell.close()
      throw error
    }
    cells.set(message.cell, cell)
    return { type: "opened", cell: message.cell, ns }
  },

  async run(message) {
    const cell = cells.get(message.cell)
    if (message.values) cell.read(message.values)
    message.calls?.forEach((calls, at) => cell.plan(at, message.plan, calls))
    return { type: "ran", cell: message.cell, ...(await cell.run(message)) }
  },

  async close(message) {
    const cell = cells.get(message.cell)
    cells.delete(message.cell)
    await cell.close()
    return { type: "closed", cell: message.cell }
  },
}

async function answer(line) {
  let id = null
  try {
    const message = JSON.parse(line)
    id = message.id ?? null
    if (!Object.hasOwn(requests, message.type)) throw new Error(`unknown request: ${message.type}`)
    say({ id, ...(await requests[message.type](message)) })
  } catch (error) {
    if (error instanceof NotOffered) return say({ id, type: "not_offered", reason: error.message })
    const trace = String(error?.stack ?? "").split("\n").slice(1, 4).map((text) => text.trim())
    say({ id, type: "failed", class: error?.name ?? typeof error, message: String(error?.message ?? error).slice(0, 500), backtrace: trace })
  }
}

async function converse() {
  say({ type: "hello", protocol: 2, level: 2, modes: ["inflight"], interrupts, language: "node", pid: process.pid,
        runtime: `node ${process.versions.node} (V8 ${process.versions.v8})`, jit: { name: "v8", version: process.versions.v8 } })
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) await answer(line)
  for (const cell of cells.values()) await cell.close().catch(() => {})
  process.exit(0)
}

converse()
