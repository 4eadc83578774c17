# frozen_string_literal: true

module Cachemark
  module Fault
    # A trial as the driver executes it: keys and values, the calls before the fault (`prelude`), and then the steps in `parts`.
    # A part is an Array of the driver's steps, or one step of the lab. The driver's steps are Hashes of the protocol with a
    # "role": "subject" for the call that the fault strikes, "probe" for a later call, "tried" for one that may fail. The
    # lab's steps say what happens to the servers ("server") and proxies ("proxy"), which servers a new client process
    # gets from there on ("connect"), when to note where keys are ("tell"), and what another contender does ("peer").
    class Script
      TOGETHER = %w[k1 k2 k3].freeze
      # The calls that a fault can strike; the schema of faults has the same.
      CALLS = {
        "get" => { "op" => "get", "key" => Canary::SUBJECT, "raw" => true },
        "multi" => { "op" => "get_multi", "keys" => TOGETHER, "raw" => true },
        "set" => { "op" => "set", "key" => Canary::SUBJECT, "value" => "new", "raw" => true, "ttl" => 0 },
        "add" => { "op" => "add", "key" => "absent", "value" => "new-absent", "raw" => true, "ttl" => 0 },
        "incr" => { "op" => "incr", "key" => Canary::COUNTER, "by" => 1 },
        "decr" => { "op" => "decr", "key" => Canary::COUNTER, "by" => 1 },
        "delete" => { "op" => "delete", "key" => Canary::SUBJECT }
      }.freeze
      # The lab's own steps.
      OURS = %w[server proxy connect tell peer].freeze
      # Enough keys to show how they are spread over servers, and how many of them one get_multi has.
      SPREAD = Array.new(200) { |at| "p#{at}" }.freeze
      TOGETHER_OF_SPREAD = 50
      private_constant :TOGETHER, :OURS, :SPREAD, :TOGETHER_OF_SPREAD

      # What a store calls the operations of a client.
      STORE = { "set" => "write", "get" => "read", "get_multi" => "read_multi", "incr" => "increment",
                "decr" => "decrement" }.freeze
      # A store's add is a write that keeps an existing value.
      STORE_ADD = { "op" => "write", "unless_exist" => true }.freeze
      private_constant :STORE, :STORE_ADD

      class << self
        # The driver's steps in the words of a kind of client, "client" or "store". The history keeps the script's words.
        #: (Array[Hash], String) -> Array[Hash]
        def for_kind(steps, kind) = kind == "store" ? steps.map { |step| for_store(step) } : steps

        private

        def for_store(step)
          if step["together"]
            lanes = step["together"]["lanes"].map { |lane| for_kind(lane, "store") }
            return { **step, "together" => { **step["together"], "lanes" => lanes } }
          end

          step["op"] == "add" ? { **step, **STORE_ADD } : { **step, **{ "op" => STORE[step["op"]] }.compact }
        end
      end

      # Case
      attr_reader :fault_case

      # Canary
      attr_reader :canary

      # Array[Contender]: those that share the servers with it, in a case about other contenders.
      attr_reader :peers

      # number: the trial's, from 0; error: the class that a sweep raises.
      #: (Case, Canary, ?number: Integer, ?error: String?, ?peers: Array[Contender]) -> void
      def initialize(one, canary, number: 0, error: nil, peers: [])
        @fault_case = one
        @peers = peers
        @canary = canary
        @number = number
        @error = error
      end

      # The keys and values for the driver: the canary's, and the fault's own.
      #: () -> Hash[String, Object]
      def scenario
        old = Canary::NAMES.to_h { |name| ["old-#{name}", text(@canary.value(name))] }
        new = [*Canary::NAMES, Canary::ABSENT].to_h { |name| ["new-#{name}", text(@canary.value(name, again: true))] }
        values = { **old, **new, "new" => new["new-#{Canary::SUBJECT}"],
                   "start" => { "kind" => "number", "number" => Canary::START } }
        { "keys" => { **@canary.keys, **keys, **spread },
          "values" => { **values, **fault.values, **spread.to_h { |name, key| ["new-#{name}", text("#{key}|")] } } }
      end

      # {name => key} of the keys that show how a client spreads them over servers; empty where the fault does not ask.
      #: () -> Hash[String, String]
      def spread
        return {} unless fault.steps.to_s.include?("spread")

        SPREAD.to_h { |name| [name, "#{@canary.keys[Canary::SUBJECT]}-#{name}"] }
      end

      # {name => key} of the keys that are texts.
      #: () -> Hash[String, String]
      def texts = scenario["keys"].select { |_, key| key.is_a?(String) }

      # {name => key} of the keys that are read from the server in the end: the canary's, and of the fault's own those that
      # memcached allows.
      #: () -> Hash[String, String]
      def watched
        own = keys.select { |_, key| key.is_a?(String) && key.match?(/\A[\x21-\x7e]{1,250}\z/) }
        { **@canary.keys, **own }
      end

      # The writes before the fault.
      #: () -> Array[Hash]
      def prelude
        Canary::NAMES.map { |name| { "op" => "set", "key" => name, "value" => "old-#{name}", "raw" => true, "ttl" => 0 } } +
          [{ "op" => "set", "key" => Canary::COUNTER, "value" => "start", "raw" => true, "ttl" => 0 }]
      end

      # The steps after that, in parts.
      #: () -> Array[Array[Hash] | Hash]
      def parts
        steps = @fault_case.filled(fault.steps).flat_map { |step| expanded(step) }
        steps.slice_when { |before, after| ours?(before) || ours?(after) }.map { |part| ours?(part.first) ? part.first : part }
      end

      # All steps of the driver.
      #: () -> Array[Hash]
      def steps = parts.grep(Array).flatten

      # What the proxies of this trial do to its subject.
      #: () -> Injector
      def injector = Injector.new(@fault_case.moves(@number), mark, at: @fault_case.at, twin: twin)

      # The text that identifies the struck call's request, in whatever protocol.
      #: () -> String
      def mark = @canary.keys.fetch(struck)

      # {its value => the value of the key that a forged reply names in its place}
      #: () -> Hash[String, String]
      def twin
        Canary::NAMES.include?(struck) ? { @canary.value(struck) => @canary.value(@canary.keys.key(Forgery.stranger(mark))) } : {}
      end

      private

      def fault = @fault_case.fault

      def struck = subject["key"] || subject["keys"].first

      # The fault's own keys; "{k2}" in one becomes that key as it is sent.
      def keys
        fault.keys.transform_values { |key| key.is_a?(String) ? key.gsub(/\{(\w+)\}/) { @canary.keys.fetch($1) } : key }
      end

      def ours?(step) = OURS.any? { |name| step.key?(name) }

      def expanded(step)
        return [counted(placed(step["subject"]))] if step["subject"]
        return [{ "together" => together(step["together"]) }] if step["together"]
        return [call(step["call"], "probe")] if step["call"]
        return [call(step["try"], "tried")] if step["try"]
        return repeated(step["again"]) if step["again"]
        return spreading(step["spread"]) if step["spread"]
        return among_peers(step["peers"]) if step["peers"]
        return [step] unless step["read"]

        names(step["read"]).map { |name| read(name) }
      end

      # An interrupt by line strikes one line later in each trial, counted from 1.
      def counted(call)
        return call unless call.dig("interrupt", "by") == "line"

        { **call, "interrupt" => { **call["interrupt"], "error" => @error, "number" => @number + 1 }.compact }
      end

      # A key of the step itself is placed among good ones where the call takes several. Only counting calls have "by".
      def placed(step)
        step = step.except("by") unless subject.key?("by")
        more = subject["keys"] && step["key"] ? { **step.except("key"), "keys" => ["k2", step["key"], "k3"] } : step
        subject.merge(more, "role" => "subject")
      end

      # Raw and never expiring, unless the step says otherwise.
      def call(call, role)
        forever = call["value"] ? { "ttl" => 0 } : {}
        { **forever, **call.except("as"), "raw" => call["as"] != "serialised", "role" => role }
      end

      def spreading(doing)
        steps = SPREAD.map { |name| doing == "write" ? write(name) : read(name) } unless doing == "multi"
        steps ||= SPREAD.each_slice(TOGETHER_OF_SPREAD).map { |names| CALLS["multi"].merge("keys" => names) }
        steps.map { |step| step.merge("role" => "tried") }
      end

      # The steps once with each peer: the peer does those under "peer", the contender or the lab the others.
      def among_peers(steps)
        @peers.flat_map do |peer|
          steps.flat_map { |step| step["peer"] ? [by(peer, step["peer"])] : expanded(step).map { |one| authored(peer, one) } }
        end
      end

      def by(peer, steps)
        made = steps.flat_map { |step| expanded(step) }
        { "peer" => peer.id, "steps" => made.map { |step| step.merge("role" => "peer", "author" => peer.id) } }
      end

      def authored(peer, step) = step.key?("tell") ? step.merge("author" => peer.id) : step

      def repeated(step) = Array.new(step["times"]) { step["steps"].flat_map { |one| expanded(one) } }.flatten(1)

      # Each lane repeatedly reads its own keys, or writes them.
      def together(step)
        lanes = Array.new(step["lanes"]) do |lane|
          own = Canary::NAMES.select.with_index { |_, at| at % step["lanes"] == lane }
          own = own.cycle.first(step["times"])
          own.each_with_index.map { |name, at| at.odd? && step["doing"] == "writing" ? write(name) : read(name) }
        end
        { "by" => step["by"], "lanes" => lanes }
      end

      def write(name) = CALLS["set"].merge("key" => name, "value" => "new-#{name}", "role" => "probe")

      def read(name) = CALLS["get"].merge("key" => name, "role" => "probe")

      def names(which)
        { "others" => Canary::OTHERS, "all" => Canary::NAMES, "subject" => [Canary::SUBJECT] }.fetch(which)
      end

      def subject = CALLS.fetch(@fault_case.call)

      def text(text) = { "kind" => "string", "text" => text }
    end
  end
end
