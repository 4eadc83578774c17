# frozen_string_literal: true

require "test_helper"
%w[meter reported step adapter loops compiler].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DriverCompilerTest < Minitest::Test
  # Offers a few operations and the wrap; its client writes down what it is asked.
  class Offering < Adapter
    def set(key, value, step) = "c << [:set, #{key}, #{value}, #{step.ttl.inspect}]"

    def get(key, step) = step.raw? ? nil : "c << [:get, #{key}]; c.size"

    def get_multi(_keys, step) = "c << #{step.array}"

    def fetch(key, value, _step) = "c << #{key}; #{value}"

    def set_multi(pairs, _step) = "c << #{pairs}"

    def fetch_multi(_keys, value, step) = "#{step.array}.map { |__key| #{value} }"

    def local_cache(body) = "c << :begin\n#{body}\nc << :end"

    def delete(key, step) = "c << [:delete, #{key}, #{step.quiet?}]"
  end

  VALUES = [[].freeze, 7, "Short=g", 1, 2, 3].freeze
  SET = { "op" => "set", "key" => "Short", "value" => 0, "ttl" => 0 }.freeze
  GET = { "op" => "get", "key" => "Medium" }.freeze
  DELETE = { "op" => "delete", "key" => "Medium" }.freeze
  SET_EACH = { "op" => "set", "each" => true, "keys" => %w[x y z], "values" => [3, 4, 5], "ttl" => 0 }.freeze
  GET_EACH = { "op" => "get", "each" => true, "keys" => %w[x y z] }.freeze

  # The Singles of an open loop, and their outcomes.
  class Calls
    attr_reader :heard

    def initialize(singles, count)
      @left = singles.cycle.first(count)
      @heard = []
    end

    def take = (@single = @left.shift)&.form

    def key = @single.key

    def value = @single.value

    def failed(began, ended, error) = @heard << [ended >= began, error.class]

    def done(began, ended, reply) = @heard << [ended >= began, reply]
  end

  def setup = @asked = []

  def test_runs_the_steps_in_order_and_keeps_the_last_replies
    replies = compiled([SET, GET]).measured.timed(@asked, 3, 2, Array.new(3, 0))

    assert_equal [[:set, "Short", [], 0], [:get, "Medium"]] * 3, @asked
    assert_equal 6, replies.last
  end

  def test_reads_the_clock_once_per_batch
    stamps = Array.new(4, 0)
    compiled([GET]).measured.timed(@asked, 7, 3, stamps)

    assert_equal stamps.sort, stamps
    assert stamps.all?(&:positive?)
  end

  def test_latencies_leave_no_gap
    stamps = Array.new(3, 0)
    spans = Array.new(8)
    compiled([SET, GET]).measured.latencies(@asked, 4, 2, stamps, spans)

    assert_equal stamps.last - stamps.first, spans.sum
    assert_equal stamps[1] - stamps[0], spans.first(4).sum
  end

  # A client with quiet blocks.
  class Quieting < Offering
    def quiet(body) = local_cache(body)
  end

  def test_the_calls_of_a_quiet_block_are_quiet
    compiled([DELETE], wrap: "quiet", adapter: Quieting).measured.timed(@asked, 2, 2, Array.new(2))
    compiled([DELETE], adapter: Quieting).measured.timed(@asked, 1, 1, Array.new(2))

    assert_equal ([:begin, [:delete, "Medium", true], :end] * 2) << [:delete, "Medium", false], @asked
  end

  def test_a_client_without_quiet_blocks_does_not_offer_them
    error = assert_raises(CachemarkDriver::NotOffered) { compiled([DELETE], wrap: "quiet").check }

    assert_equal "not offered by this client: quiet", error.message
  end

  def test_wraps_every_iteration
    compiled([GET], wrap: "local_cache").measured.timed(@asked, 2, 2, Array.new(2))

    assert_equal [:begin, [:get, "Medium"], :end] * 2, @asked
  end

  def test_multi_key_calls_get_an_array_made_before
    compiled([{ "op" => "get_multi", "keys" => %w[Short Medium] }]).measured.timed(@asked, 2, 2, Array.new(2))

    assert_equal [%w[Short Medium]] * 2, @asked
    assert_same(*@asked)
  end

  def test_calls_that_write_several_keys_get_a_hash_made_before
    compiled([{ "op" => "set_multi", "keys" => %w[Short Medium], "values" => [0, 1] }]).measured.timed(@asked, 2, 2, Array.new(2))

    assert_equal [{ "Short" => [], "Medium" => 7 }] * 2, @asked
    assert_same(*@asked)
    assert_predicate @asked.first, :frozen?
  end

  def test_a_proof_notices_which_values_of_several_are_computed
    kept = proof([{ "op" => "fetch_multi", "keys" => %w[Short Medium], "values" => [0, 0] }])

    assert_equal [[[[], []]], { 0 => %w[Short Medium] }], [kept.replies, kept.computed]
  end

  def test_a_proof_notices_what_a_fetch_computes
    plan = [GET, { "op" => "fetch", "key" => "Short", "value" => 0 }]
    kept = proof(plan)

    assert_equal [[1, []], { 1 => ["Short"] }, 2], [kept.replies, kept.computed, kept.spans.size]
    assert_equal [1, { "computed" => ["Short"], "reply" => { "list" => [] } }],
                 compiled(plan).reports(kept.replies, kept.computed)
  end

  def test_a_proof_keeps_the_replies_before_an_exception
    kept = proof([GET, { "op" => "fetch", "key" => "Short", "value" => 0 }, GET], most: 1)

    assert_equal [[1], FrozenError, {}, 2], [kept.replies, kept.error.class, kept.computed, kept.spans.size]
  end

  def test_a_value_takes_its_time_to_be_computed
    kept = proof([{ "op" => "fetch", "key" => "Short", "value" => 0 }], pause: 0.002)

    assert_operator kept.spans.first, :>=, 2_000_000
  end

  def test_goes_through_pairs_and_keeps_a_reply_to_each
    replies = compiled([SET_EACH, GET_EACH]).measured.timed(@asked, 2, 1, Array.new(3, 0))

    once = [["x", 1], ["y", 2], ["z", 3]].map { |pair| [:set, *pair, 0] } + %w[x y z].map { |key| [:get, key] }
    assert_equal once * 2, @asked
    assert_equal [6, [10, 11, 12]], [replies.size, replies.last(3)]
  end

  def test_latencies_are_of_each_pair
    stamps, spans = Array.new(3, 0), Array.new(12)
    compiled([SET_EACH, GET_EACH]).measured.latencies(@asked, 2, 1, stamps, spans)

    assert_equal stamps.last - stamps.first, spans.sum
  end

  def test_calls_that_are_due_are_made_one_by_one
    heard = due([SET, GET], 5)

    assert_equal [[:set, "Short", [], 0], [:get, "Medium"]] * 2 + [[:set, "Short", [], 0]], @asked
    assert_equal [[true] * 5, [2, 4]], [heard.map(&:first), heard.map(&:last).values_at(1, 3)]
  end

  def test_each_of_the_pairs_is_due_and_has_a_reply
    heard = due([GET_EACH, GET], 4).map(&:last)

    assert_equal [[:get, "x"], [:get, "y"], [:get, "z"], [:get, "Medium"]], @asked
    assert_equal [1, 2, 3, 4], heard
  end

  def test_calls_that_differ_in_key_and_value_only_share_a_source
    plan = compiled([GET, GET.merge("key" => "x"), GET.merge("ttl" => 1), SET, SET.merge("value" => 1, "after_miss" => true)])

    assert_equal [0, 0, 1, 2, 2], plan.singles.map(&:form)
    assert_equal [["Short", [], false], ["Short", 7, true]],
                 plan.singles.last(2).map { |single| single.to_a[1, 3] }
  end

  def test_calls_of_several_keys_are_due_too
    due([{ "op" => "get_multi", "keys" => %w[a b] }, { "op" => "set_multi", "keys" => %w[a], "values" => [1] }], 2)

    assert_equal [%w[a b], { "a" => 7 }], @asked
  end

  def test_an_exception_ends_no_open_loop
    @asked.freeze

    assert_equal [[true, FrozenError]] * 3, due([SET, GET], 3)
  end

  def test_calls_that_are_due_have_no_wrap
    assert_raises(ArgumentError) { compiled([GET], wrap: "local_cache").due }
  end

  def test_a_key_may_be_a_value
    compiled([GET.merge("key" => { "value" => 1 })]).measured.timed(@asked, 1, 1, Array.new(2))

    assert_equal [[:get, 7]], @asked
  end

  def test_plans_share_their_keys
    keys = {}
    first, second = Array.new(2) { compiled([JSON.parse(JSON.generate(GET))], keys: keys) }

    assert_same first.singles.first.key, second.singles.first.key
    assert_predicate first.singles.first.key, :frozen?
  end

  def test_says_what_a_client_does_not_offer
    { { "op" => "decr", "key" => "Short" } => "decr", GET.merge("raw" => true) => "get (raw)",
      GET.merge("bytes" => true) => "get of bytes" }.each do |step, lack|
      error = assert_raises(CachemarkDriver::NotOffered) { compiled([step]).check }
      assert_equal "not offered by this client: #{lack}", error.message
    end
  end

  def test_refuses_unknown_values_and_operations
    [GET.merge("key" => { "value" => 9 }), SET.merge("value" => 9), { "op" => "eval", "key" => "a" }].each do |step|
      assert_raises(ArgumentError) { compiled([step]) }
    end
  end

  private

  def compiled(calls, wrap: nil, adapter: Offering, keys: {})
    plan = wrap ? { "wrap" => wrap, "calls" => calls } : calls
    CachemarkDriver::Compiler.new(adapter.new, @asked, plan, VALUES, keys)
  end

  # What came of one iteration. `most`: how often the client can be asked.
  def proof(calls, pause: 0, most: nil)
    plan = compiled(calls)
    @asked.define_singleton_method(:<<) { |one| size == most ? raise(FrozenError) : super(one) } if most
    plan.proof.iteration(plan.clients, pause)
  end

  # The outcomes of this many calls.
  def due(calls, count)
    plan = compiled(calls)
    Calls.new(plan.singles, count).tap { |made| plan.due.due(*plan.clients, made) }.heard
  end
end
