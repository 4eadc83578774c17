# encoding: utf-8
module CachemarkDriver
  # The source of the methods that are timed: iterations of all steps, or single calls as they are due.
  class Loops
    # What the source of a call with each pair names its key and its value.
    KEY = "__key"
    VALUE = "__value"

    # The source of a call, once for each pair.
    def self.through(step, names, call)
      <<-RUBY
__pair = 0
while __pair < #{names.pairs.size}
  #{pair(step, names, "__pair")}
  #{call}
  __pair += 1
end
      RUBY
    end

    # The source that takes a pair by its number.
    def self.pair(step, names, number)
      value = "; #{VALUE} = #{names.pair_values}[#{number}]" if step.writes?
      "#{KEY} = #{names.pair_keys}[#{number}]#{value}"
    end

    # bound: names of the client objects; calls: the source of each step's call; the block puts an iteration's lines together.
    def initialize(bound, steps, calls, names, &wrapped)
      @bound = bound
      @steps = steps
      @calls = calls
      @names = names
      @wrapped = wrapped
    end

    def timed
      define("timed", "__stamps", @wrapped.call(lines), "__stamps[__slot += 1] = #{Clock::NOW}")
    end

    # The end of one call is the start of the next: one clock read per call.
    def latencies
      noted = lines("\n__now = #{Clock::NOW}\n__spans[__call += 1] = __now - __was\n__was = __now")
      define("latencies", "__stamps, __spans", @wrapped.call(noted), "__stamps[__slot += 1] = __was")
    end

    # Of each step the last reply is kept, and in which turn through the steps it came.
    def open_loop
      cases = @calls.each_with_index.map { |call, at| "when #{at}\n#{one(call, at)}" }.join("\n")
      last = numbers.map { |at| "[__r#{at}, __t#{at}]" }
      <<-RUBY
def open_loop(#{@bound.join(", ")}, __calls)
  #{(numbers.map { |at| "__r#{at} = __t#{at}" } + ["__was"]).join(" = ")} = nil
  __turn = __step = 0
  while __calls.take
    __was = #{Clock::NOW}
    begin
      case __step
      #{cases}
      end
    rescue StandardError => __error
      __calls.failed(__error)
    end
    __calls.ended(__was, #{Clock::NOW})
    if (__step += 1) == #{@steps.size}
      __step = 0
      __turn += 1
    end
  end
  [#{last.join(", ")}]
end
      RUBY
    end

    private

    def numbers
      Array.new(@steps.size) { |at| at }
    end

    # An iteration, a step on each line; what follows each call.
    def lines(after = "")
      @calls.each_with_index.map do |call, at|
        next "__r#{at} = (#{call})#{after}" unless @steps[at].each?
        Loops.through(@steps[at], @names, "__r#{at}[__pair] = (#{call})#{after}")
      end
    end

    def one(call, at)
      step = @steps[at]
      pair = "#{Loops.pair(step, @names, "__turn % #{@names.pairs.size}")}\n" if step.each?
      "#{pair}__r#{at} = (#{call})\n__t#{at} = __turn"
    end

    # The replies to a step with `each` stay in an Array that was made before.
    def define(name, extra, body, stamp)
      replies = numbers.map { |at| "__r#{at}" }
      arrays = numbers.select { |at| @steps[at].each? }.map { |at| "__r#{at} = R#{at}" }
      <<-RUBY
def #{name}(#{@bound.join(", ")}, __iterations, __batch, #{extra})
  #{(replies + ["__now"]).join(" = ")} = nil
  #{arrays.join("; ")}
  __call = -1
  __at = __slot = 0
  __was = __stamps[0] = #{Clock::NOW}
  while __at < __iterations
    __stop = __at + __batch
    __stop = __iterations if __stop > __iterations
    while __at < __stop
      #{body}
      __at += 1
    end
    #{stamp}
  end
  [#{replies.join(", ")}]
end
      RUBY
    end
  end
end
