# encoding: utf-8
require File.expand_path("../several_keys", __FILE__)

module CachemarkDriver
  # Compares replies with what they must be. Untimed.
  class ReplyCheck
    include SeveralKeys

    # exact: false once counters may have moved on (inside blocks).
    def initialize(adapter, names, exact)
      @adapter = adapter
      @names = names
      @exact = exact
    end

    # Array of {"key", "expected", "actual"}: none when the reply is right. computed: the keys whose values a fetch computed.
    # The reply of a step with `each` is an Array of replies, to all pairs in order.
    def mismatches(step, expectation, reply, computed = [])
      return reply.each_with_index.map { |one, at| pair_mismatch(step, expectation, one, at) }.compact if step.each?
      found = mismatch(step, expectation, reply, computed)
      found ? [{"key" => step.place}.merge(found)] : []
    end

    # The same of the reply to one pair, by its number; nil when it is right.
    def pair_mismatch(step, expectation, reply, at)
      kind, wanted = expectation.first
      return nil if kind == "any"
      raise ArgumentError, "unknown expectation of each: #{expectation.inspect}" unless kind == "each"
      actual = @adapter.reply(step.op, reply)
      right, expected = judge_pair(wanted, step, actual, @names.pairs.values[at])
      right ? nil : {"key" => @names.pairs.keys[at], "expected" => expected, "actual" => ReplyCheck.show(actual)}
    end

    private

    def mismatch(step, expectation, reply, computed)
      kind, wanted = expectation.find { |name, _| name != "computed" }
      actual = @adapter.reply(step.op, reply)
      return several(wanted, step, actual) || other_computed(expectation["computed"], computed) if kind == "multi"
      right, expected = judge(kind, wanted, step, actual, computed.any?)
      right ? nil : {"expected" => expected, "actual" => show(actual, computed.any?)}
    end

    def judge(kind, wanted, step, actual, missed)
      case kind
      when "any" then [true]
      when "hit" then hit(wanted, step, actual, missed)
      when "miss" then miss(step, actual, missed)
      when "stored" then [[wanted, nil].include?(@adapter.done?(step.op, actual)), "stored: #{wanted}"]
      when "failed" then failed(texts(wanted), step, @adapter.done_of_many(step.op, actual))
      when "number" then [number?(wanted, actual), wanted.to_s]
      else raise ArgumentError, "unknown expectation: #{kind.inspect}"
      end
    end

    def judge_pair(wanted, step, actual, value)
      case wanted
      when "hit" then [same?(value, actual, step.raw?), ReplyCheck.show(value)]
      when "miss" then [actual.nil?, "a miss"]
      when "stored" then judge("stored", true, step, actual, false)
      else raise ArgumentError, "unknown expectation of each: #{wanted.inspect}"
      end
    end

    # names: of a value, or of several that were put together.
    def hit(names, step, actual, missed)
      wanted = value(names, step.key, step.raw?)
      [same?(wanted, actual, step.raw?) && !missed, ReplyCheck.show(wanted)]
    end

    def value(names, key, raw)
      return @names.object(names, key, raw) unless names.is_a?(Array)

      names.map { |name| ReplyCheck.bytes(@names.object(name, key, raw)) }.join
    end

    # A fetch that misses runs its block and returns the value it was given.
    def miss(step, actual, missed)
      return [actual.nil?, "a miss"] unless step.computes?
      wanted = @names.object(step.value, step.key, step.raw?)
      [(missed || !@exact) && same?(wanted, actual, step.raw?), "a miss, then #{ReplyCheck.show(wanted)}"]
    end

    # Bytes have no encoding; a text must come back as the same text.
    def same?(wanted, actual, raw)
      return number(actual) == number(wanted) if wanted.is_a?(Integer)
      return wanted == actual unless raw && wanted.is_a?(String) && actual.is_a?(String)
      ReplyCheck.bytes(wanted) == ReplyCheck.bytes(actual)
    end

    def number?(wanted, actual)
      @exact ? number(actual) == wanted.to_s : number(actual) =~ /\A\d+\z/
    end

    # memcached pads a counter that lost a digit with blanks.
    def number(value) value.to_s.strip end

    def show(actual, missed)
      missed ? "a miss, then #{ReplyCheck.show(actual)}" : ReplyCheck.show(actual)
    end

    def self.bytes(text) text.dup.force_encoding("BINARY") end

    # At most 160 characters of a value, always valid JSON.
    def self.show(value)
      shown(value.inspect)
    end

    # The same of a text.
    def self.shown(text)
      text = text.encode("UTF-8", :invalid => :replace, :undef => :replace)
      text.length > 160 ? "#{text[0, 157]}..." : text
    end
  end

  # After the clock has stopped: the last replies of a worker against the expectations of its
  # last `verify`, of the iteration it was, or of the last one known.
  class LastReplies
    # expected: Array of an Array of expectations for each iteration, or nil.
    def initialize(worker, steps, names, expected)
      @steps = steps
      @expected = expected
      @expectation = ReplyCheck.new(worker.adapter, names, false)
    end

    # false: there is nothing to compare with.
    def checks?
      !@expected.nil? && @expected.any?
    end

    # Array of mismatches in the replies of iteration number `passed`, the first being 1.
    def iteration(replies, passed)
      return [] unless checks?
      replies.each_with_index.map do |reply, at|
        described(at, @expectation.mismatches(@steps[at], expectations(passed)[at], reply))
      end.flatten(1)
    end

    # The same of an open loop: of each step [its last reply, the turn in which it came or nil].
    def turns(last, passed, pairs)
      return [] unless checks?
      last.each_with_index.map do |(reply, turn), at|
        turn ? described(at, single(at, reply, turn, passed, pairs)) : []
      end.flatten(1)
    end

    private

    def single(at, reply, turn, passed, pairs)
      step = @steps[at]
      return @expectation.mismatches(step, expectations(passed + turn + 1)[at], reply) unless step.each?
      expected = expectations(passed + turn / pairs.size + 1)[at]
      [@expectation.pair_mismatch(step, expected, reply, turn % pairs.size)].compact
    end

    def expectations(passed)
      @expected[[passed, @expected.size].min - 1]
    end

    def described(at, found)
      found.map { |mismatch| {"step" => at, "op" => @steps[at].op}.merge(mismatch) }
    end
  end
end
