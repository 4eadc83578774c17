# encoding: utf-8
module CachemarkDriver
  # Raised when a client, or this driver, lacks what a scenario asks for; the message names it.
  class NotOffered < StandardError
    def initialize(what, by = "client")
      super("not offered by this #{by}: #{what}")
    end
  end

  # Turns steps into Ruby source, once per cell, so that nothing of ours stands between
  # the timing loop and the client: no blocks, no wrapper methods, no lookups but
  # constants and locals. Replies stay in locals; what the last iteration got is
  # compared after the clock has stopped.
  class Compiler
    # steps: Array of step Hashes; bound: names of the client objects ("c").
    def initialize(adapter, steps, names, wrap, bound)
      @adapter = adapter
      @names = names
      @wrap = wrap
      @bound = bound
      @steps = steps.map { |fields| Step.new(fields, fields["keys"] && names.array(fields["keys"])) }
    end

    # Array of Step, in order.
    attr_reader :steps

    # An object with `timed` and `latencies`.
    def measured
      calls = expressions { |value| value }
      object(timed(calls) + latencies(calls))
    end

    # An object with `once`: one iteration whose replies are kept one by one.
    def proof
      calls = expressions { |value| "miss(#{value})" }
      lines = calls.map { |call| "@replies << (#{call})" }
      object("def once(#{@bound.join(", ")})\n#{wrapped(lines)}\nend\n").extend(Witness)
    end

    private

    def object(source)
      program = Class.new
      @names.constants.each { |name, value| program.const_set(name, value) }
      program.class_eval(source, "(scenario)", 1)
      program.new
    end

    def expressions
      steps.map { |step| expression(step) { |value| yield value } }
    end

    def expression(step)
      raise NotOffered, step.op unless @adapter.respond_to?(step.op)
      source = @adapter.public_send(step.op, *arguments(step) { |value| yield value })
      source || raise(NotOffered, [step.op, step.raw? ? "(raw)" : nil].compact.join(" "))
    end

    def arguments(step)
      return [step.keys.map { |name| @names.key(name) }, step] if step.array
      return [@names.key(step.key), step] unless %w(set add write fetch).include?(step.op)
      value = step.value && @names.value(step.value, step.key, step.raw?)
      [@names.key(step.key), value && step.op == "fetch" ? yield(value) : value, step]
    end

    def wrapped(lines)
      body = lines.join("\n")
      return body unless @wrap
      raise NotOffered, @wrap unless @adapter.respond_to?(@wrap)
      @adapter.public_send(@wrap, body)
    end

    def timed(calls)
      body = wrapped(calls.each_with_index.map { |call, at| "__r#{at} = (#{call})" })
      define("timed", "__stamps", body, "__stamps[__slot += 1] = #{Clock::NOW}")
    end

    # The end of one call is the start of the next: one clock read per call.
    def latencies(calls)
      lines = calls.each_with_index.map do |call, at|
        "__r#{at} = (#{call})\n__now = #{Clock::NOW}\n__spans[__call += 1] = __now - __was\n__was = __now"
      end
      define("latencies", "__stamps, __spans", wrapped(lines), "__stamps[__slot += 1] = __was")
    end

    def define(name, extra, body, stamp)
      replies = Array.new(steps.size) { |at| "__r#{at}" }
      <<-RUBY
def #{name}(#{@bound.join(", ")}, __iterations, __batch, #{extra})
  #{(replies + ["__now"]).join(" = ")} = nil
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

    # What a proof's program remembers of its one iteration.
    module Witness
      # Array of replies, as the client gave them.
      attr_reader :replies

      def self.extended(program)
        program.forget
      end

      def forget
        @replies = []
        @missed = []
      end

      # true: the block that a fetch runs on a miss was run in this step.
      def missed?(at) @missed.include?(at) end

      private

      def miss(value)
        @missed << @replies.size
        value
      end
    end
  end
end
