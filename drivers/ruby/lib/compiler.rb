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

  # A call of a plan: its Step, the Array of its keys, that of their values or nil, and whether it is only made after a miss.
  Call = Struct.new(:step, :keys, :values, :follows)

  # A Call with one key, or one of its keys: the number of its source, its key and value, and whether it is only made after a
  # miss.
  Single = Struct.new(:form, :key, :value, :follows, :call)

  # The outcome of one iteration:
  #
  # - the replies, as the client gave them, in the order of the calls, and fewer if one raised;
  # - by the number of the call, the keys whose values the client asked for;
  # - the ns of each call, and the exception or nil.
  Kept = Struct.new(:replies, :computed, :spans, :error)

  # Turns a plan into Ruby source, once per worker of a cell, so that nothing of ours is between the
  # timing loop and the client. There are no blocks, no wrapper methods, and no lookups but
  # constants and locals. Replies stay in locals; what the last iteration got is reported after the
  # clock has stopped.
  class Compiler
    # Raised by the block of a caller that gives up.
    class GivenUp < StandardError; end

    # The source of a caller's block.
    GIVING = {"all" => "{ |__key, __value| __found[__key] = __value }", "break" => "{ |_, _| break }",
              "raise" => "{ |_, _| raise CachemarkDriver::Compiler::GivenUp }"}

    # Array: the client objects in the order in which the source names them.
    attr_reader :clients

    # client: as the adapter connected it; plan: Array of Hash, or a Hash with `calls` and `wrap`; values: Array. keys: Hash of
    # those that other plans have too.
    def initialize(adapter, client, plan, values, keys = {})
      @adapter = adapter
      bound = adapter.bind(client)
      @bound = bound.keys
      @clients = bound.values
      @wrap = plan["wrap"] if plan.is_a?(Hash)
      @values = values
      @constants = {} # String => object, as a program needs it
      @fragments = {}
      @calls = (plan.is_a?(Hash) ? plan.fetch("calls") : plan).map { |fields| call(fields, keys) }
    end

    # Itself; NotOffered for a call that the client lacks.
    def check
      loops.timed
      self
    end

    # Integer: calls in one iteration.
    def size; each_call.size end

    # An object with `timed` and `latencies`.
    def measured
      @measured ||= object(loops.timed + loops.latencies)
    end

    # An object with `iteration`, whose replies are kept one by one.
    def proof
      @proof ||= begin
        sources = expressions { |value, key| "miss(#{value}, #{key})" }
        lines = @calls.zip(sources, names).map { |call, source, all| kept(call, source, all) }
        object("def once(#{@bound.join(", ")})\n#{wrapped(lines)}\nend\n").extend(KeptReplies)
      end
    end

    # An object with `due`, which makes the calls of a DueCalls.
    def due
      raise ArgumentError, "calls that are due are made one by one, and #{@wrap} surrounds whole iterations" if @wrap
      singles
      @due ||= object(Loops.due(@bound, @forms.values.map { |_, source| source }))
    end

    # Array of Single: all calls, each with one key. Those that differ in their keys and values only have one source.
    def singles
      @singles ||= begin
        @forms = {}
        @calls.each_with_index.map { |call, at| split(call, form(call, at)) }.flatten(1)
      end
    end

    # The neutral form of a client's reply to a call, with one key where it is for each.
    def neutral(call, reply)
      step = call.step
      return @adapter.reply(step.op, reply) unless step.done?
      step.array ? @adapter.done_of_many(step.op, reply) : @adapter.done?(step.op, reply)
    end

    # The same as plain data.
    def report(call, reply) Reported.value(neutral(call, reply)) end

    # Array of reports of the replies of one iteration; computed: as Kept has it.
    def reports(replies, computed = {})
      each_call.zip(replies).first(replies.size).each_with_index.map do |(call, reply), at|
        asked = computed[at]
        asked ? {"computed" => Compiler.texts(asked), "reply" => report(call, reply)} : report(call, reply)
      end
    end

    # Keys as JSON can carry them.
    def self.texts(keys)
      keys.map { |key| key.to_s.dup.force_encoding("UTF-8") }
    end

    private

    # Array of Call: that of each reply of an iteration.
    def each_call
      @each_call ||= @calls.map { |call| [call] * (call.step.each? ? call.keys.size : 1) }.flatten(1)
    end

    def call(fields, keys)
      all = (fields["keys"] || [fields["key"]]).map { |key| key.is_a?(Hash) ? value(key["value"]) : text(key, keys) }
      numbers = fields["values"] || (fields.key?("value") ? [fields["value"]] : nil)
      array = constant("A", all) { frozen(all) } if fields["keys"] && fields["each"] != true
      step = Step.new(fields, array, @wrap == "quiet")
      Call.new(step, all, numbers && numbers.map { |number| value(number) }, fields["after_miss"] == true)
    end

    # The key; the same object in each plan, unless its client changes it.
    def text(key, keys)
      @adapter.frozen_arguments? ? keys[key.freeze] ||= key : key
    end

    def frozen(object) @adapter.frozen_arguments? ? object.freeze : object end

    def value(number)
      @values.fetch(number) { raise ArgumentError, "no value has the number #{number.inspect}" }
    end

    def loops
      @loops ||= Loops.new(@bound, @calls, expressions { |value, _| value }, names) { |lines| wrapped(lines) }
    end

    def object(source)
      program = Class.new
      @constants.each { |name, value| program.const_set(name, value) }
      @calls.each_with_index { |call, at| program.const_set("R#{at}", Array.new(call.keys.size)) if call.step.each? }
      program.class_eval(source, "(scenario)", 1)
      program.new
    end

    # The constant of an object, which the name identifies.
    def constant(letter, name)
      @fragments[[letter, name]] ||= begin
        fragment = fragment(letter)
        @constants[fragment] = yield
        fragment
      end
    end

    def fragment(letter)
      "#{letter}#{@constants.size}"
    end

    # Of each call with `each`, the constants of its keys and its values.
    def names
      @calls.each_with_index.map do |call, at|
        [call.keys, call.values].compact.map { |all| constant("P", [at, all.equal?(call.keys)]) { all } } if call.step.each?
      end
    end

    def expressions
      @calls.map { |call| expression(call, false) { |*computed| yield(*computed) } }
    end

    # single: the key and the value have the names of Loops.
    def expression(call, single)
      step = call.step
      return collected(step) if step.block
      raise NotOffered, step.op unless @adapter.respond_to?(step.op)
      raise NotOffered, "#{step.op} of bytes" if step.bytes? && !@adapter.bytes?(step)
      source = @adapter.public_send(step.op, *arguments(call, single) { |*computed| yield(*computed) })
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
    def arguments(call, single)
      step = call.step
      return several(call) { |*computed| yield(*computed) } if step.array
      named = single || step.each?
      key = named ? Loops::KEY : key(call.keys.first)
      return [key, step] unless step.writes?
      value = named ? Loops::VALUE : constant("V", call.values.first.object_id) { call.values.first } if call.values
      [key, step.computes? ? yield(value, key) : value, step]
    end

    # A call that writes gets a Hash of values by key, which was made before; one that reads or deletes gets the keys. One that
    # computes what is absent gets the keys and the value of the key that is named Loops::KEY.
    def several(call)
      step = call.step
      keys = call.keys.map { |one| key(one) }
      return [keys, step] unless step.writes?
      table = constant("H", [call.keys, call.values.map { |one| one.object_id }]) { table(call) } if call.values
      return [table, step] unless step.reads?
      [keys, step.computes? ? yield("#{table}[#{Loops::KEY}]", Loops::KEY) : nil, step]
    end

    def key(one)
      constant("K", one) { one }
    end

    def table(call)
      frozen(Hash[call.keys.zip(call.values)])
    end

    # The number of the source of single calls.
    def form(call, at)
      own = call.step.array ? at : [call.step.same, !call.values.nil?]
      @forms[own] ||= [@forms.size, expression(call, true) { |value, _| value }]
      @forms[own].first
    end

    def split(call, form)
      return [Single.new(form, nil, nil, call.follows, call)] if call.step.array
      call.keys.each_with_index.map { |key, at| Single.new(form, key, call.values && call.values[at], call.follows, call) }
    end

    def kept(call, source, names)
      call.step.each? ? Loops.through(call, names, "keep((#{source}))") : "keep((#{source}))"
    end

    def wrapped(lines)
      body = lines.join("\n")
      return body unless @wrap
      source = @adapter.public_send(@wrap, body) if @adapter.respond_to?(@wrap)
      source ? @adapter.with_connection(source) : raise(NotOffered, @wrap)
    end

    # The replies of one iteration, which a proof's program keeps.
    module KeptReplies
      # Kept. pause: seconds that it takes to compute a value.
      def iteration(clients, pause)
        @kept = Kept.new([], {}, [], nil)
        @pause = pause
        @was = Clock.now
        begin
          once(*clients)
        rescue StandardError => error
          ended
          @kept.error = error
        end
        @kept
      end

      private

      def keep(reply)
        ended
        @kept.replies << reply
      end

      # A client asks for the value of this key, because it is absent.
      def miss(value, key)
        (@kept.computed[@kept.replies.size] ||= []) << key
        sleep(@pause) if @pause > 0
        value
      end

      def ended
        was, @was = @was, Clock.now
        @kept.spans << @was - was
      end
    end
  end
end
