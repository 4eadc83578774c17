# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"
require_relative "../contract/in_its_environment"

class NodeDriverTest < Minitest::Test
  include APlannedDriver
  include InItsEnvironment

  def language_name = "node"

  # A promise need not be waited for.
  def test_a_call_that_has_not_ended_when_the_run_does_is_given_up
    FakeMemcached.open(->(io) { sleep if io.gets }) do |port|
      load_socket("sync")
      open_traffic("127.0.0.1:#{port}", timeout: "60")
      reply = talk.ask(type: "traffic", cell: "c", **TRAFFIC, start_ns: Cachemark::Clock.now_ns + 1_000_000_000,
                        stop_ns: 200_000_000)

      assert_equal [3, 0], reply["outcomes"].unpack1("m").unpack("C*"), reply.to_json
      assert_equal({ "GivenUp" => 1 }, reply["errors"])
    end
  end

  # Applications of a client that takes and returns text code their values, so that takes its time too.
  CODED = <<~JS
    const { operations } = require(%<adapter>s)
    let [coded, sent] = [0, null]
    const client = { async set(_key, text) { sent = text }, async get() { return sent }, async gets() { return new Map([["k", sent]]) } }
    const set = operations.set(client, { key: "k", value: { toJSON() { coded++; return [] } } })
    const before = coded
    set().then(async () => {
      const read = [await operations.get(client, { key: "k" })(), [...await operations.get_multi(client, { keys: ["k"] })()]]
      console.log(JSON.stringify([before, coded, ...read]))
    })
  JS

  def test_memcache_codes_its_values_within_its_calls
    script = format(CODED, adapter: File.join(Cachemark::ROOT, "drivers/node/adapters/memcache").to_json)

    assert_equal "[0,1,[],[[\"k\",[]]]]\n", Open3.capture2e(*argv[0..-2], "-e", script).first
  end

  # Collections before it, as while its request was read, are not those of the client.
  COLLECTIONS = <<~JS
    const { Cell } = require(%<cell>s)
    const cell = new Cell({ operations: { get: () => () => null } }, { values: { file: "/dev/null", index: [] }, workers: [{}] })
    cell.plan(0, "steps", [{ op: "get" }])
    const counts = []
    setImmediate(async function more() {
      gc()
      counts.push((await cell.run({ plan: "steps", iterations: [0], batch: 1, keep: "none", clock: "batch" })).gc_count)
      gc()
      counts.length < 3 ? setTimeout(more, 1) : console.log(JSON.stringify(counts))
    })
  JS

  def test_collections_before_a_run_are_none_of_it
    script = format(COLLECTIONS, cell: File.join(Cachemark::ROOT, "drivers/node/lib/cell").to_json)

    assert_equal "[0,0,0]\n", Open3.capture2e(*argv[0..-2], "--expose-gc", "-e", script).first
  end

  # Makes calls with a limit, and counts the replies that are still in memory at the last one.
  REPLIES = <<~JS
    const { Cell } = require(%<cell>s)
    const { setImmediate: turn } = require("timers/promises")
    const replies = []
    const get = () => async () => {
      await turn()
      const reply = {}
      replies.push(new WeakRef(reply))
      if (replies.length < 200) return reply
      gc()
      console.log(replies.filter((one) => one.deref()).length)
    }
    const cell = new Cell({ operations: { get }, reply: (_call, reply) => reply }, { values: { file: "/dev/null", index: [] }, workers: [{}] })
    cell.plan(0, "steps", [{ op: "get" }])
    cell.run({ plan: "steps", iterations: [1], dues: Array(200).fill(0), start_ns: Number(process.hrtime.bigint()), stop_ns: 20e9 })
  JS

  def test_replies_are_not_kept_until_a_run_ends
    script = format(REPLIES, cell: File.join(Cachemark::ROOT, "drivers/node/lib/cell").to_json)
    said, status = Open3.capture2e(*argv[0..-2], "--expose-gc", "-e", script)

    assert_predicate status, :success?, said
    assert_operator said.to_i, :<=, 3
    assert_match(/\A\d+\n\z/, said)
  end
end
