# encoding: utf-8
module CachemarkDriver
  # Raised when a client, or this driver, lacks what a scenario asks for; the message names it.
  class NotOffered < StandardError
    attr_reader :what, :by

    def initialize(what, by = "client")
      @what = what
      @by = by
      super("not offered by this #{by}: #{what}")
    end
  end

  # Turns steps into Ruby source, once per worker of a cell, so that nothing of ours stands between
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
      object(loops.timed + loops.latencies)
    end

    # An object with `open_loop`.
    def dispatched
      raise ArgumentError, "an open loop makes single calls, and #{@wrap} stands around iterations" if @wrap
      object(loops.open_loop)
    end

    # An object with `once`: one iteration whose replies are kept one by one.
    def proof
      lines = expressions { |value| "miss(#{value})" }.zip(steps).map { |call, step| kept(call, step) }
      object("def once(#{@bound.join(", ")})\nforget\n#{wrapped(lines)}\nend\n").extend(Witness)
    end

    private

    def loops
      @loops ||= Loops.new(@bound, steps, expressions { |value| value }, @names) { |lines| wrapped(lines) }
    end

    def object(source)
      program = Class.new
      @names.constants.each { |name, value| program.const_set(name, value) }
      steps.each_with_index { |step, at| program.const_set("R#{at}", Array.new(@names.pairs.size)) if step.each? }
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
      return [Loops::KEY, *(step.writes? ? [Loops::VALUE] : []), step] if step.each?
      return [@names.key(step.key), step] unless step.writes?
      value = step.value && @names.value(step.value, step.key, step.raw?)
      [@names.key(step.key), value && step.op == "fetch" ? yield(value) : value, step]
    end

    def kept(call, step)
      return "@replies << (#{call})" unless step.each?
      "__each = []\n#{Loops.through(step, @names, "__each << (#{call})")}\n@replies << __each"
    end

    def wrapped(lines)
      body = lines.join("\n")
      return body unless @wrap
      raise NotOffered, @wrap unless @adapter.respond_to?(@wrap)
      @adapter.public_send(@wrap, body)
    end

    # What a proof's program remembers of its one iteration.
    module Witness
      # Array of replies, as the client gave them; of a step with `each` an Array.
      attr_reader :replies

      # Before an iteration.
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
