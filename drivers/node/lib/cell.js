"use strict"
const fs = require("fs")
const v8 = require("v8")
const { PerformanceObserver } = require("perf_hooks")
const { setImmediate: turn, setTimeout: slept } = require("timers/promises")
const { reported } = require("./reply")

const now = process.hrtime.bigint

class NotOffered extends Error {}

// An application stops waiting for a promise.
class GivenUp extends Error {}
const interrupts = ["timeout"]

// The longest time of a timer.
const LONGEST_MS = 2 ** 31 - 1

// A limit of several calls holds the promise of the last one only: a race of each with one promise would keep all until its end.
function limited(ms) {
  let over
  let giveUp = () => {}
  const timer = setTimeout(() => { over = true; giveUp() }, Math.min(ms, LONGEST_MS))
  const within = (reply) => new Promise((resolve, reject) => {
    giveUp = () => reject(new GivenUp("timeout"))
    if (over) giveUp()
    Promise.resolve(reply).then(resolve, reject)
  })
  return { within, clear: () => clearTimeout(timer) }
}

// The reply to a call that was not made, or that raised.
const NONE = Symbol("none")

const raised = (error) => ({ class: error?.constructor?.name ?? typeof error, message: String(error?.message ?? error) })
const frames = (error) => String(error?.stack ?? "").split("\n").slice(1, 4).map((text) => text.trim())

// A client, and its plans: lists of functions, which make a call each.
class Worker {
  constructor(cell) {
    this.cell = cell
    this.plans = new Map()
  }

  plan(name, calls) {
    const steps = calls.map((call) => ({ call, makes: call.each ? this.each(call) : [this.make(call)] }))
    const single = steps.flatMap(({ call, makes }) => makes.map((make) => ({ call, make })))
    this.plans.set(name, { steps, single, makes: single.map(({ make }) => make) })
  }

  each(call) {
    return call.keys.map((key, at) => this.make({ ...call, key, keys: undefined, value: call.values?.[at] }))
  }

  make(call) {
    const { adapter, values } = this.cell
    const operation = Object.hasOwn(adapter.operations, call.op) && adapter.operations[call.op]
    const make = operation && operation(this.client, { ...call, value: values[call.value], values: call.values?.map((at) => values[at]) })
    if (!make) throw new NotOffered(`not offered by this client: ${call.op}`)
    return make
  }
}

// One scenario, with a worker, or with several in mode `inflight`.
class Cell {
  constructor(adapter, message) {
    this.adapter = adapter
    this.message = message
    this.read(message.values)
    this.clients = []
    this.several = message.workers !== undefined
    this.workers = (message.workers ?? [null]).map(() => new Worker(this))
  }

  read(values) { this.values = read(values) }

  async connect() {
    const { servers, options, access, shared } = this.message
    for (const worker of this.workers) {
      if (!shared || !this.clients.length) this.clients.push(await this.adapter.connect(servers, options ?? {}, access ?? {}))
      worker.client = this.clients[this.clients.length - 1]
    }
  }

  async close() { for (const client of this.clients) await this.adapter.disconnect(client) }

  // Several workers have a list of calls each.
  plan(name, calls) { this.workers.forEach((worker, at) => worker.plan(name, this.several ? calls[at] : calls)) }

  // All workers at once.
  async run({ plan: name, iterations, batch, keep, clock, ...due }) {
    const plans = this.workers.map((worker) => worker.plans.get(name))
    const shares = [iterations].flat()
    const all = (lists) => (this.several ? lists : lists[0])
    if (keep === "all") return { replies: all(await Promise.all(plans.map((plan, at) => this.kept(plan, shares[at])))) }
    await collected() // those before this run
    if (due.start_ns !== undefined && !due.dues?.length) await reached(BigInt(due.start_ns))
    const queue = due.dues && this.queue(due)
    const used = process.cpuUsage()
    const start = due.start_ns === undefined ? now() : BigInt(due.start_ns)
    const loop = clock === "call" ? calls : batches
    const runs = await ended(plans.map((plan, at) => (queue ? this.due(plan.single, queue, start) : loop(plan.makes, shares[at], batch, start))))
    const { user, system } = process.cpuUsage(used)
    queue?.found.raised.sort((one, other) => one.call - other.call)
    const gc = await collected()
    const wall = Math.max(...runs.map(({ stamps }) => Number(stamps[stamps.length - 1] - start)))
    const measured = this.several ? [wall] : runs[0].stamps.slice(1).map((stamp, at) => Number(stamp - runs[0].stamps[at]))
    const last = ({ replies }, at) =>
      [shares[at] ? sorted(plans[at].steps, queue ? replies : this.neutral(plans[at].single, replies)) : []]
    return { wall_ns: wall, batches: measured, user_ns: user * 1000, system_ns: system * 1000, allocations: null, ...gc,
             compiled_bytes: v8.getHeapCodeStatistics().code_and_metadata_size,
             ...(queue && { ...queue.found, ...(this.several && { made: runs.map(({ made }) => made) }) }),
             ...(runs[0].spans && { latencies: Buffer.concat(runs.map(({ spans }) => Buffer.from(spans.buffer))).toString("base64") }),
             ...(keep === "last" && { replies: all(runs.map(last)) }) }
  }

  // The calls that are due, of which a free worker takes the next.
  queue({ dues, stop_ns = Infinity }) {
    return { dues, stop_ns, next: 0, found: { lags: dues.map(() => -1), latencies: dues.map(() => -1), raised: [] } }
  }

  // Makes each call when it is due, or when the worker is free. What is raised ends nothing. A call that has not ended when the
  // run does is given up.
  async due(single, queue, start) {
    const { dues, stop_ns, found: { lags, latencies, raised: failures } } = queue
    const replies = single.map(() => NONE)
    const limit = stop_ns < Infinity ? limited(Number(start - now()) / 1e6 + stop_ns / 1e6) : null
    let [made, missed] = [0, false]
    try {
      for (; queue.next < dues.length; made++) {
        const at = queue.next++
        const place = made % single.length
        const { call, make } = single[place]
        if (call.after_miss && !missed) continue
        const due = start + BigInt(dues[at])
        if (now() < due) await reached(due)
        const began = now()
        if (began - start > stop_ns) break
        missed = false
        try {
          const promise = make()
          const reply = promise?.then ? await (limit ? limit.within(promise) : promise) : promise
          latencies[at] = Number(now() - due)
          replies[place] = this.adapter.reply(call, reply)
          missed = (replies[place] ?? null) === null
        } catch (error) {
          latencies[at] = Number(now() - due)
          replies[place] = NONE
          failures.push({ call: at, ...raised(error) })
        }
        lags[at] = Number(began - due)
      }
    } finally {
      limit?.clear()
    }
    return { stamps: [start, now()], replies, made }
  }

  // Replies of calls that follow each other, in the neutral form.
  neutral(single, replies) { return replies.map((reply, at) => this.adapter.reply(single[at].call, reply)) }

  // A single call, which may be given up from outside.
  async call(call) {
    const make = this.workers[0].make(call)
    let limit
    try {
      const reply = make()
      limit = call.interrupt && limited(call.interrupt.after_ms)
      return { reply: reported(this.adapter.reply(call, await (limit ? limit.within(reply) : reply))) }
    } catch (error) {
      return { raised: { ...raised(error), injected: error instanceof GivenUp, at: frames(error) } }
    } finally {
      limit?.clear()
    }
  }

  // The replies of each iteration. An exception ends it.
  async kept({ steps, single }, iterations) {
    const all = []
    for (let at = 0; at < iterations; at++) {
      const replies = []
      try {
        for (const { make } of single) replies.push(await make())
        all.push(sorted(steps, this.neutral(single, replies)))
      } catch (error) {
        all.push([...sorted(steps, this.neutral(single, replies)), { raised: raised(error) }])
      }
    }
    return all
  }
}

// A reply for each call of the plan; of a call with each pair, their list.
function sorted(steps, replies) {
  const rest = replies.map((reply) => (reply === NONE ? null : reported(reply)))
  const all = []
  for (const { call, makes } of steps) {
    const own = rest.splice(0, makes.length)
    if (own.length < makes.length) break // it raised
    all.push(call.each ? { each: own } : own[0])
  }
  return all
}

// The values of a file, decoded.
function read({ file, index }) {
  const bytes = fs.readFileSync(file)
  return index.map(([offset, length, kind]) => {
    const part = bytes.subarray(offset, offset + length)
    if (kind === "bytes") return Buffer.from(part)
    return kind === "json" ? JSON.parse(part.toString()) : part.toString()
  })
}

// A timer has whole milliseconds, and is late. The rest is waited for in turns of the event loop, in which the client works.
const LATE_NS = 300_000

async function reached(due) {
  for (let left; (left = Number(due - now()) - LATE_NS) > -LATE_NS;) await (left > 1e6 ? slept(Math.floor(left / 1e6)) : turn())
}

// Only a promise is waited for, so that the harness adds nothing to a call that returns at once.
async function batches(makes, iterations, batch, start) {
  const replies = new Array(makes.length)
  const stamps = [start]
  for (let at = 0; at < iterations;) {
    const stop = Math.min(at + batch, iterations)
    for (; at < stop; at++) {
      for (let call = 0; call < makes.length; call++) {
        const reply = makes[call]()
        replies[call] = reply?.then ? await reply : reply
      }
    }
    stamps.push(now())
  }
  if (!iterations) stamps.push(now())
  return { stamps, replies }
}

// What several loops return, once all have ended. The first error of one is thrown.
async function ended(loops) {
  const all = await Promise.allSettled(loops)
  const failed = all.find(({ status }) => status === "rejected")
  if (failed) throw failed.reason
  return all.map(({ value }) => value)
}

// The end of a call is the start of the next.
async function calls(makes, iterations, batch, start) {
  const replies = new Array(makes.length)
  const spans = new Uint32Array(makes.length * iterations)
  let was = start
  const stamps = [was]
  for (let at = 0; at < iterations;) {
    const stop = Math.min(at + batch, iterations)
    for (; at < stop; at++) {
      for (let call = 0; call < makes.length; call++) {
        const reply = makes[call]()
        replies[call] = reply?.then ? await reply : reply
        const end = now()
        spans[at * makes.length + call] = Math.min(Number(end - was), 4294967295)
        was = end
      }
    }
    stamps.push(was)
  }
  if (!iterations) stamps.push(was)
  return { stamps, spans, replies }
}

const seen = []
const collections = new PerformanceObserver((list) => seen.push(...list.getEntries()))
collections.observe({ entryTypes: ["gc"] })

// The collections since the last look. They are reported in the next turn of the event loop.
async function collected() {
  await new Promise((resolve) => setImmediate(resolve))
  const found = seen.splice(0).concat(collections.takeRecords())
  return { gc_ns: Math.round(found.reduce((sum, one) => sum + one.duration, 0) * 1e6), gc_count: found.length }
}

module.exports = { Cell, NotOffered, interrupts, now }
