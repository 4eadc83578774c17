# frozen_string_literal: true

require "test_helper"
%w[meter reported modes/sync due].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DriverDueTest < Minitest::Test
  Clock = CachemarkDriver::Clock
  DUES = [0, 3_000_000, 3_000_001].freeze
  Single = Struct.new(:form, :key, :value, :follows, :call)

  # A plan whose replies are what they are.
  Plan = Struct.new(:singles) do
    def neutral(_call, reply) = reply == :unknown ? raise(KeyError) : reply

    def report(call, reply) = reply == :strange ? raise(TypeError, reply.to_s) : [call, reply]
  end

  def test_a_call_is_due_and_not_before
    begin_calls(single(0), single(1))
    DUES.zip([0, 1, 0]) do |due, form|
      assert_equal form, @calls.take
      assert_operator Clock.now, :>=, @start + due
    end
    assert_nil @calls.take
    assert_equal 3, @calls.taken
  end

  def test_a_call_has_its_key_and_value
    begin_calls(single(0), single(1))
    2.times { @calls.take }

    assert_equal %w[k1 v1], [@calls.key, @calls.value]
  end

  def test_times_are_from_when_a_call_was_due
    begin_calls(single(0))
    @calls.take
    @calls.done(@start + 5, @start + 7, nil)
    @calls.take
    @calls.failed(@start + 3_000_100, @start + 3_000_300, KeyError.new("gone"))

    assert_equal [[0, 5, 7], [1, 100, 300]], @calls.enum_for(:times).to_a
    assert_equal [[nil], [{ "call" => 1, "class" => "KeyError", "message" => "gone" }]], @calls.reports
  end

  def test_none_begins_after_the_stop
    begin_calls(single(0), stop: 1)

    assert_nil @calls.tap { sleep(0.001) }.take
    assert_equal [0, [[nil], []]], [@calls.taken, @calls.reports]
  end

  def test_a_call_after_a_miss_is_made_after_a_miss_only
    made = [nil, "a value", KeyError.new].map do |outcome|
      begin_calls(single(0), single(1, follows: true), single(2))
      @calls.take
      outcome.is_a?(Exception) ? @calls.failed(@start, @start, outcome) : @calls.done(@start, @start, outcome)
      [@calls.take, @calls.taken]
    end

    assert_equal [[1, 2], [2, 3], [2, 3]], made
  end

  def test_reports_the_last_replies
    begin_calls(single(0), single(1))
    3.times { |at| @calls.take && @calls.done(@start, @start, "reply #{at}") }

    assert_equal [["call 0", "reply 2"], ["call 1", "reply 1"]], @calls.reports.first
  end

  def test_a_reply_without_a_neutral_form_is_an_exception
    begin_calls(single(0), single(1))
    2.times { |at| @calls.take && @calls.done(@start, @start, at == 1 ? :strange : "x") }

    assert_equal [[["call 0", "x"], nil], [{ "call" => 1, "class" => "TypeError", "message" => "strange" }]], @calls.reports
  end

  def test_neither_is_it_a_miss
    begin_calls(single(0), single(1, follows: true), single(2))
    @calls.take
    @calls.done(@start, @start, :unknown)

    assert_equal [2, 3], [@calls.take, @calls.taken]
    assert_equal(%w[KeyError], @calls.reports.last.map { |one| one["class"] })
  end

  private

  def single(number, follows: false) = Single.new(number, "k#{number}", "v#{number}", follows, "call #{number}")

  def begin_calls(*singles, stop: nil)
    @calls = CachemarkDriver::DueCalls.new(Plan.new(singles), DUES, stop)
    @calls.from(CachemarkDriver::Modes::Gate.new(1, 3), @start = Clock.now)
  end
end
