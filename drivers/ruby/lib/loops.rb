# encoding: utf-8

module CachemarkDriver
  # The source of the methods that are timed: iterations of all calls, or single calls as they are due.
  class Loops
    # The names of a key and its value in the source of a call with each key, of a single call, or of a value that is computed.
    KEY = "__key"
    VALUE = "__value"

    # The source of a call, once for each of its keys. names: of the Arrays of its keys, and of their values if it has any.
    def self.through(call, names, source)
      <<-RUBY
__pair = 0
while __pair < #{call.keys.size}
  #{[KEY, VALUE].zip(names).map { |one, all| "#{one} = #{all}[__pair]" if all }.compact.join("; ")}
  #{source}
  __pair += 1
end
      RUBY
    end

    # bound: names of the client objects; calls: Array of Call; sources: that of each; names: of each, as above; the block puts an
    # iteration's lines together.
    def initialize(bound, calls, sources, names, &wrapped)
      @bound = bound
      @calls = calls
      @sources = sources
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

    # Single calls when they are due. sources: of those that differ in more than their keys and values.
    def self.due(bound, sources)
      cases = sources.each_with_index.map { |source, at| "when #{at} then __reply = (#{source})" }.join("\n")
      <<-RUBY
def due(#{bound.join(", ")}, __calls)
  while (__form = __calls.take)
    #{KEY} = __calls.key
    #{VALUE} = __calls.value
    __was = #{Clock::NOW}
    begin
      case __form
      #{cases}
      end
      __now = #{Clock::NOW}
    rescue StandardError => __error
      __calls.failed(__was, #{Clock::NOW}, __error)
    else
      __calls.done(__was, __now, __reply)
    end
  end
  __calls
end
      RUBY
    end

    private

    def numbers
      Array.new(@calls.size) { |at| at }
    end

    # An iteration, a call on each line; what follows each call.
    def lines(after = "")
      numbers.map do |at|
        next "__r#{at} = (#{@sources[at]})#{after}" unless @calls[at].step.each?
        Loops.through(@calls[at], @names[at], "__r#{at}[__pair] = (#{@sources[at]})#{after}")
      end
    end

    # The replies to a call with `each` stay in an Array that was made before.
    def define(name, extra, body, stamp)
      replies = numbers.map { |at| "__r#{at}" }
      arrays = numbers.select { |at| @calls[at].step.each? }.map { |at| "__r#{at} = R#{at}" }
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
  [#{replies.each_with_index.map { |reply, at| @calls[at].step.each? ? "*#{reply}" : reply }.join(", ")}]
end
      RUBY
    end
  end
end
