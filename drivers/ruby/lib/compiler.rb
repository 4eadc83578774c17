# encoding: utf-8

module CachemarkDriver
  # The source of the methods that are timed: iterations of all steps, or single calls as they are due.
  class Loops
    # The names of a key and its value in the source of a call with each pair, or of a value that is computed.
    KEY = "__key"
    VALUE = "__value"
    # The name of what computes a value in a single call.
    CALLER = "__caller"

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

    # Single writes and reads of pairs. A read that misses is followed by a write, as in applications.
    def traffic
      write, read = @calls
      <<-RUBY
def traffic(#{@bound.join(", ")}, __traffic, __keys, __values, __replies, __begun, __ended, __fills)
  while (__at = __traffic.take)
    #{KEY} = __keys[__at]
    #{VALUE} = __values[__at]
    __begun[__at] = #{Clock::NOW}
    begin
      __reply = #{VALUE} ? (#{write}) : (#{read})
    rescue StandardError => __reply
    end
    __ended[__at] = #{Clock::NOW}
    __replies[__at] = __reply
    next if #{VALUE} || !__reply.nil?
    #{VALUE} = __traffic.value(__at)
    begin
      __fills[__at] = [(#{write})]
    rescue StandardError => __reply
      __fills[__at] = [__reply]
    end
  end
end
      RUBY
    end

    # The call of one step, by its number.
    def single
      cases = @calls.each_with_index.map { |call, at| "when #{at} then (#{call})" }.join("\n")
      "def single(#{@bound.join(", ")}, __at, #{CALLER})\ncase __at\n#{cases}\nend\nend\n"
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

  # Raised when a client, or this driver, lacks what a scenario asks for; the message names it.
  class NotOffered < StandardError
    attr_reader :what, :by

    def initialize(what, by = "client")
      @what = what
      @by = by
      super("not offered by this #{by}: #{what}")
    end
  end

  # Turns steps into Ruby source, once per worker of a cell, so that nothing of ours is between the
  # timing loop and the client. There are no blocks, no wrapper methods, and no lookups but
  # constants and locals. Replies stay in locals; what the last iteration got is compared after the
  # clock has stopped.
  class Compiler
    # Raised by the block of a caller that gives up.
    class GivenUp < StandardError; end

    # The source of a caller's block.
    GIVING = {"all" => "{ |__key, __value| __found[__key] = __value }", "break" => "{ |_, _| break }",
              "raise" => "{ |_, _| raise CachemarkDriver::Compiler::GivenUp }"}

    # steps: Array of step Hashes; bound: names of the client objects ("c").
    def initialize(adapter, steps, names, wrap, bound)
      @adapter = adapter
      @names = names
      @wrap = wrap
      @bound = bound
      steps = steps.map { |fields| fields.merge("quiet" => true) } if wrap == "quiet"
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
      raise ArgumentError, "an open loop makes single calls, and #{@wrap} surrounds whole iterations" if @wrap
      object(loops.open_loop)
    end

    # An object with `traffic`; ArgumentError unless the steps are a write and a read of each pair.
    def describing
      fits = steps.map { |step| [step.each?, step.writes?] } == [[true, true], [true, false]]
      raise ArgumentError, "traffic needs a write and a read of each pair" if @wrap || !fits
      object(loops.traffic)
    end

    # An object with `single`: one call of a step, whose value comes from `compute` of the caller that it is given.
    def single
      raise ArgumentError, "single calls have one key each" if @wrap || steps.any? { |step| step.each? || step.array }
      calls = expressions { "#{Loops::CALLER}.compute" }
      object(Loops.new(@bound, steps, calls, @names).single)
    end

    # An object with `once`: one iteration whose replies are kept one by one.
    def proof
      lines = expressions { |value, key| "miss(#{value}, #{key})" }.zip(steps).map { |call, step| kept(call, step) }
      object("def once(#{@bound.join(", ")})\nforget\n#{wrapped(lines)}\nend\n").extend(KeptReplies)
    end

    private

    def loops
      @loops ||= Loops.new(@bound, steps, expressions { |value, _| value }, @names) { |lines| wrapped(lines) }
    end

    def object(source)
      program = Class.new
      @names.constants.each { |name, value| program.const_set(name, value) }
      steps.each_with_index { |step, at| program.const_set("R#{at}", Array.new(@names.pairs.size)) if step.each? }
      program.class_eval(source, "(scenario)", 1)
      program.new
    end

    def expressions
      steps.map { |step| expression(step) { |*computed| yield(*computed) } }
    end

    def expression(step)
      return collected(step) if step.block
      raise NotOffered, step.op unless @adapter.respond_to?(step.op)
      raise NotOffered, "#{step.op} of bytes" if step.bytes? && !@adapter.bytes?(step)
      source = @adapter.public_send(step.op, *arguments(step) { |*computed| yield(*computed) })
      source ? @adapter.with_connection(source) : raise(NotOffered, lack(step))
    end

    # The caller's block is part of the source.
    def collected(step)
      source = @adapter.respond_to?(:get_multi_yielding) && @adapter.get_multi_yielding(step, GIVING[step.block])
      raise NotOffered, "#{step.op} with a block" unless source
      "(__found = {}; #{@adapter.with_connection(source)}; __found)"
    end

    def lack(step)
      [step.op, step.raw? ? "(raw)" : nil, step.race_condition_ttl ? "with race_condition_ttl" : nil].compact.join(" ")
    end

    # Yields the source of a value that the client computes for an absent key, and of that key.
    def arguments(step)
      return several(step) { |*computed| yield(*computed) } if step.array
      return [Loops::KEY, *(step.writes? ? [Loops::VALUE] : []), step] if step.each?
      key = @names.key(step.key)
      return [key, step] unless step.writes?
      value = step.value && @names.value(step.value, step.key, step.raw?)
      [key, step.computes? ? yield(value, key) : value, step]
    end

    # A call that writes gets a Hash of values by key, which was made before; one that reads or deletes gets the keys. One that
    # computes what is absent gets the keys and the value of the key that is named Loops::KEY.
    def several(step)
      keys = step.keys.map { |name| @names.key(name) }
      return [keys, step] unless step.writes?
      table = step.values && @names.table(step.keys, step.values, step.raw?)
      return [table, step] unless step.reads?
      [keys, step.computes? ? yield("#{table}[#{Loops::KEY}]", Loops::KEY) : nil, step]
    end

    def kept(call, step)
      return "@replies << (#{call})" unless step.each?
      "__each = []\n#{Loops.through(step, @names, "__each << (#{call})")}\n@replies << __each"
    end

    def wrapped(lines)
      body = lines.join("\n")
      return body unless @wrap
      source = @adapter.public_send(@wrap, body) if @adapter.respond_to?(@wrap)
      source ? @adapter.with_connection(source) : raise(NotOffered, @wrap)
    end

    # The replies of one iteration, which a proof's program keeps.
    module KeptReplies
      # Array of replies, as the client gave them; of a step with `each` an Array.
      attr_reader :replies

      # Before an iteration.
      def forget
        @replies = []
        @computed = {}
      end

      # Array of the keys for which a step's block was run, because they were absent.
      def computed(at) @computed.fetch(at, []) end

      private

      def miss(value, key)
        (@computed[@replies.size] ||= []) << key
        value
      end
    end
  end
end
