# encoding: utf-8
module CachemarkDriver
  # After the clock has stopped: the last replies of a worker against the expectations of its
  # last `verify`, of the iteration it was, or of the last one known.
  class Judge
    # expected: Array of an Array of expectations for each iteration, or nil.
    def initialize(worker, steps, names, expected)
      @steps = steps
      @expected = expected
      @expectation = Expectation.new(worker.adapter, names, false)
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
