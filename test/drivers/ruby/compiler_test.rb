# frozen_string_literal: true

require "test_helper"
%w[meter values step adapter names compiler].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

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

  KEYS = { "a" => "Short", "b" => "Medium" }.freeze
  VALUES = { "v" => { "kind" => "array", "items" => 0 }, "n" => { "kind" => "number", "number" => 7 },
             "own" => { "kind" => "string", "text" => "abcdefg", "own" => true } }.freeze
  SET = { "op" => "set", "key" => "a", "value" => "v", "ttl" => 0 }.freeze
  GET = { "op" => "get", "key" => "b" }.freeze
  DELETE = { "op" => "delete", "key" => "b" }.freeze
  PAIRS = CachemarkDriver::Pairs.new(%w[x y z], %w[1 2 3])
  SET_EACH = { "op" => "set", "each" => "pairs", "ttl" => 0 }.freeze
  GET_EACH = { "op" => "get", "each" => "pairs" }.freeze

  # The requests of an open loop with three calls, and its replies.
  class Calls
    attr_reader :heard

    def initialize(count)
      @left = count
      @heard = []
    end

    def take = (@left -= 1) >= 0

    def failed(error) = @heard << error.class

    def ended(began, ended) = @heard << (ended >= began)
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
    error = assert_raises(CachemarkDriver::NotOffered) { compiled([DELETE], wrap: "quiet").measured }

    assert_equal "not offered by this client: quiet", error.message
  end

  def test_wraps_every_iteration
    compiled([GET], wrap: "local_cache").measured.timed(@asked, 2, 2, Array.new(2))

    assert_equal [:begin, [:get, "Medium"], :end] * 2, @asked
  end

  def test_multi_key_calls_get_an_array_made_before
    compiled([{ "op" => "get_multi", "keys" => %w[a b] }]).measured.timed(@asked, 2, 2, Array.new(2))

    assert_equal [%w[Short Medium]] * 2, @asked
    assert_same(*@asked)
  end

  def test_calls_that_write_several_keys_get_a_hash_made_before
    compiled([{ "op" => "set_multi", "keys" => %w[a b], "values" => %w[v n] }]).measured.timed(@asked, 2, 2, Array.new(2))

    assert_equal [{ "Short" => [], "Medium" => 7 }] * 2, @asked
    assert_same(*@asked)
    assert_predicate @asked.first, :frozen?
  end

  def test_values_that_contain_their_key_differ_when_timed_too
    compiled([{ "op" => "set_multi", "keys" => %w[a b], "values" => %w[own own] }]).measured.timed(@asked, 1, 1, Array.new(2))

    assert_equal [{ "Short" => "Short=g", "Medium" => "Medium=" }], @asked
  end

  def test_a_proof_notices_which_values_of_several_are_computed
    program = compiled([{ "op" => "fetch_multi", "keys" => %w[a b], "values" => %w[v v] }], own: true).proof
    program.once(@asked)

    assert_equal [[["p:Short"], ["p:Medium"]]], program.replies
    assert_equal %w[p:Short p:Medium], program.computed(0)
  end

  def test_a_proof_notices_what_a_fetch_computes
    program = compiled([GET, { "op" => "fetch", "key" => "a", "value" => "v" }], own: true).proof
    program.once(@asked)

    assert_equal [1, ["p:Short"]], program.replies
    assert_equal [[], ["p:Short"]], [program.computed(0), program.computed(1)]
  end

  def test_goes_through_pairs_and_keeps_a_reply_to_each
    replies = compiled([SET_EACH, GET_EACH]).measured.timed(@asked, 2, 1, Array.new(3, 0))

    once = [%w[x 1], %w[y 2], %w[z 3]].map { |pair| [:set, *pair, 0] } + %w[x y z].map { |key| [:get, key] }
    assert_equal once * 2, @asked
    assert_equal [3, [10, 11, 12]], [replies.first.size, replies.last]
  end

  def test_latencies_are_of_each_pair
    stamps, spans = Array.new(3, 0), Array.new(12)
    compiled([SET_EACH, GET_EACH]).measured.latencies(@asked, 2, 1, stamps, spans)

    assert_equal stamps.last - stamps.first, spans.sum
  end

  def test_an_open_loop_makes_the_steps_in_turn
    calls = Calls.new(5)
    last = compiled([SET, GET]).dispatched.open_loop(@asked, calls)

    assert_equal [[:set, "Short", [], 0], [:get, "Medium"]] * 2 + [[:set, "Short", [], 0]], @asked
    assert_equal [[2, 1], [true] * 5], [last.map(&:last), calls.heard]
    assert_equal 4, last[1].first
  end

  def test_an_open_loop_takes_the_pairs_in_turn
    last = compiled([GET_EACH]).dispatched.open_loop(@asked, Calls.new(4))

    assert_equal [[:get, "x"], [:get, "y"], [:get, "z"], [:get, "x"]], @asked
    assert_equal [[4, 3]], last
  end

  def test_an_error_does_not_stop_an_open_loop
    calls = Calls.new(3)
    last = compiled([SET, GET]).dispatched.open_loop(@asked.freeze, calls)

    assert_equal [FrozenError, true] * 3, calls.heard
    assert_equal [[nil, nil]] * 2, last
  end

  def test_an_open_loop_has_no_wrap
    assert_raises(ArgumentError) { compiled([GET], wrap: "local_cache").dispatched }
  end

  def test_only_some_operations_go_through_pairs
    [GET_EACH.merge("op" => "get_multi"), GET_EACH.merge("each" => "keys")].each do |step|
      assert_raises(ArgumentError) { compiled([step]).measured }
    end
  end

  def test_says_what_a_client_does_not_offer
    { { "op" => "decr", "key" => "a" } => "decr", GET.merge("raw" => true) => "get (raw)",
      GET.merge("bytes" => true) => "get of bytes" }.each do |step, lack|
      error = assert_raises(CachemarkDriver::NotOffered) { compiled([step]).measured }
      assert_equal "not offered by this client: #{lack}", error.message
    end
  end

  def test_refuses_unknown_names_and_operations
    [{ "op" => "get", "key" => "z" }, SET.merge("value" => "z"), { "op" => "eval", "key" => "a" }].each do |step|
      assert_raises(ArgumentError) { compiled([step]).measured }
    end
  end

  def test_adds_the_prefix_and_freezes
    compiled([SET], own: true).measured.timed(@asked, 1, 1, Array.new(2))

    assert_equal ["p:Short", ["p:Short"]], @asked[0][1, 2]
    assert @asked[0][1, 2].all?(&:frozen?)
  end

  def test_a_key_may_be_no_text_at_all
    keys = { "plain" => "k", "odd" => { "kind" => "json", "json" => 7 } }
    names = CachemarkDriver::Names.new({ "keys" => keys }, "p:", false, true)

    assert_equal ["p:k", 7], [names.text("plain"), names.text("odd")]
  end

  private

  def compiled(steps, wrap: nil, own: false, adapter: Offering)
    names = CachemarkDriver::Names.new({ "keys" => KEYS, "values" => VALUES }, own ? "p:" : "", own, true, PAIRS)
    CachemarkDriver::Compiler.new(adapter.new, steps, names, wrap, ["c"])
  end
end
