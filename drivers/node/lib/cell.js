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
// It says itself whether it is over, because a timer may fire a millisecond early.
function limited(ms) {
  let over = false
  let giveUp = () => {}
  const timer = setTimeout(() => { over = true; giveUp() }, Math.min(ms, LONGEST_MS))
  const within = (reply) => new Promise((resolve, reject) => {
    giveUp = () => reject(new GivenUp("timeout"))
    if (over) giveUp()
    Promise.resolve(reply).then(resolve, reject)
  })
  return { within, isOver: () => over, clear: () => clearTimeout(timer) }
}

const raised = (error) => ({ class: error?.constructor?.name ?? typeof error, message: String(error?.message ?? error) })
const frames = (error) => String(error?.stack ?? "").split("\n").slice(1, 4).map((text) => text.trim())

// One scenario. Each worker has a client, which it may share, and plans: lists of calls, and of the functions that make them.
class Cell {
  constructor(adapter, message) {
    this.adapter = adapter
    this.message = message
    this.clients = []
    this.plans = message.workers.map(() => new Map())
    this.read(message.values)
  }

  // Takes the values of a file.
  read({ file, index }) {
    const bytes = fs.readFileSync(file)
    this.values = index.map(([offset, length, kind]) => {
      const part = bytes.subarray(offset, offset + length)
      if (kind === "bytes") return Buffer.from(part)
      return kind === "json" ? JSON.parse(part.toString()) : part.toString()
    })
  }

  async connect() {
    const { servers, options, access, shared, workers } = this.message
    for (let at = 0; at < workers.length; at++) {
      this.clients.push(shared && at ? this.clients[0] : await this.adapter.connect(servers, options ?? {}, access ?? {}))
    }
  }

  async close() { for (const client of new Set(this.clients)) await this.adapter.disconnect(client) }

  plan(at, name, given) {
    const calls = given.flatMap((call) =>
      call.each ? call.keys.map((key, place) => ({ ...call, key, keys: undefined, value: call.values?.[place] })) : [call])
    this.plans[at].set(name, { calls, makes: calls.map((call) => this.make(this.clients[at], call)) })
  }

  make(client, call) {
    const { values, adapter: { operations } } = this
    const make = Object.hasOwn(operations, call.op) &&
      operations[call.op](client, { ...call, value: values[call.value], values: call.values?.map((at) => values[at]) })
    if (!make) throw new NotOffered(`not offered by this client: ${call.op}`)
    return make
  }

  // All workers at once.
  async run({ plan: name, iterations, batch, keep, clock, ...due }) {
    const plans = this.plans.map((own) => own.get(name))
    if (keep === "all") return { replies: await Promise.all(plans.map((plan, at) => this.kept(plan, iterations[at]))) }
    await collected() // those before this run
    if (due.start_ns !== undefined && !due.dues?.length) await reached(BigInt(due.start_ns))
    const queue = due.dues && this.queue(due)
    const used = process.cpuUsage()
    const start = due.start_ns === undefined ? now() : BigInt(due.start_ns)
    const loop = clock === "call" ? calls : batches
    const runs = await ended(plans.map((plan, at) =>
      (queue ? this.due(plan, queue, start) : loop(plan.makes, iterations[at], batch, start))))
    const { user, system } = process.cpuUsage(used)
    queue?.found.raised.sort((one, other) => one.call - other.call)
    const gc = await collected()
    const wall = Math.max(...runs.map(({ stamps }) => Number(stamps[stamps.length - 1] - start)))
    const measured = runs.length > 1 ? [wall] : between(runs[0].stamps)
    const report = ({ calls }, reply, place) => (queue ? reported(reply) : this.report(calls[place], reply))
    const last = ({ replies }, at) => [iterations[at] ? replies.map((reply, place) => report(plans[at], reply, place)) : []]
    return { wall_ns: wall, batches: measured, user_ns: user * 1000, system_ns: system * 1000, allocations: null, ...gc,
             compiled_bytes: v8.getHeapCodeStatistics().code_and_metadata_size,
             ...(queue && { ...queue.found, made: runs.map(({ made }) => made) }),
             ...(runs[0].ends && { latencies: runs.map(({ ends }) => between(ends)) }),
             ...(keep === "last" && { replies: runs.map(last) }) }
  }

  // The calls that are due, of which a free worker takes the next.
  queue({ dues, stop_ns = Infinity }) {
    return { dues, stop_ns, next: 0, found: { lags: dues.map(() => -1), latencies: dues.map(() => -1), raised: [] } }
  }

  // Makes each call when it is due, or when the worker is free. What is raised ends nothing. A call that has not ended when the
  // run does is given up.
  async due({ calls, makes }, queue, start) {
    const { dues, stop_ns, found: { lags, latencies, raised: failures } } = queue
    const replies = calls.map(() => null)
    const limit = stop_ns < Infinity ? limited(Number(start - now()) / 1e6 + stop_ns / 1e6) : null
    let [made, missed] = [0, false]
    try {
      for (; queue.next < dues.length; made++) {
        const at = queue.next++
        const place = made % calls.length
        const call = calls[place]
        if (call.after_miss && !missed) continue
        const due = start + BigInt(dues[at])
        if (now() < due) await reached(due)
        const began = now()
        if (limit?.isOver() || began - start > stop_ns) break
        missed = false
        try {
          const promise = makes[place]()
          const reply = promise?.then ? await (limit ? limit.within(promise) : promise) : promise
          latencies[at] = Number(now() - due)
          replies[place] = this.adapter.reply(call, reply)
          missed = (replies[place] ?? null) === null
        } catch (error) {
          latencies[at] = Number(now() - due)
          replies[place] = null
          failures.push({ call: at, ...raised(error) })
        }
        lags[at] = Number(began - due)
      }
    } finally {
      limit?.clear()
    }
    return { stamps: [start, now()], replies, made }
  }

  // A reply in the form for reports.
  report(call, reply) { return reported(this.adapter.reply(call, reply)) }

  // The replies of each iteration. An exception ends it. A call may be given up from outside.
  async kept({ calls, makes }, iterations) {
    const all = []
    for (let at = 0; at < iterations; at++) {
      const replies = []
      let limit
      try {
        for (const [place, { interrupt }] of calls.entries()) {
          const reply = makes[place]()
          limit = interrupt && limited(interrupt.after_ms)
          replies.push(this.report(calls[place], await (limit ? limit.within(reply) : reply)))
        }
      } catch (error) {
        replies.push({ raised: { ...raised(error), injected: error instanceof GivenUp, at: frames(error) } })
      }
      limit?.clear()
      all.push(replies)
    }
    return all
  }
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

// The end of a call is the start of the next.
async function calls(makes, iterations, batch, start) {
  const replies = new Array(makes.length)
  const stamps = [start]
  const ends = new BigInt64Array(makes.length * iterations + 1)
  let made = 0
  ends[0] = start
  for (let at = 0; at < iterations;) {
    const stop = Math.min(at + batch, iterations)
    for (; at < stop; at++) {
      for (let call = 0; call < makes.length; call++) {
        const reply = makes[call]()
        replies[call] = reply?.then ? await reply : reply
        ends[++made] = now()
      }
    }
    stamps.push(ends[made])
  }
  if (!iterations) stamps.push(start)
  return { stamps, replies, ends }
}

// The ns from each time to the next one.
const between = (times) => Array.from(times.slice(1), (time, at) => Number(time - times[at]))

// What several loops return, once all have ended. The first error of one is thrown.
async function ended(loops) {
  const all = await Promise.allSettled(loops)
  const failed = all.find(({ status }) => status === "rejected")
  if (failed) throw failed.reason
  return all.map(({ value }) => value)
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
