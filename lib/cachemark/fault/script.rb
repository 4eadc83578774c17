# frozen_string_literal: true

module Cachemark
  module Fault
    # A trial in the form in which the driver executes it: keys and values, the calls before the fault (`prelude`), and the
    # steps in `parts`. A part is an Array of the driver's steps, or one step of the lab.
    #
    # The driver's steps are Hashes of the protocol with a "role". It is "subject" for the call that the fault strikes,
    # "probe" for a later call, "tried" for a call that may fail.
    #
    # The lab's steps change the servers ("server") and proxies ("proxy"). They select the servers of the next client process
    # ("connect"), make a new client in the same process ("renew"), or have it log in with a wrong password ("login"). They
    # record where keys are ("tell"), put a bomb in the place of a value ("bomb"), or make calls with another contender
    # ("peer").
    class Script
      TOGETHER = %w[k1 k2 k3].freeze
      # The calls that a fault can strike; the schema of faults has the same.
      CALLS = {
        "get" => { "op" => "get", "key" => Canary::SUBJECT, "raw" => true },
        "multi" => { "op" => "get_multi", "keys" => TOGETHER, "raw" => true },
        "multi-set" => { "op" => "set_multi", "keys" => TOGETHER, "values" => TOGETHER.map { |name| "new-#{name}" },
                         "raw" => true, "ttl" => 0 },
        "multi-delete" => { "op" => "delete_multi", "keys" => TOGETHER },
        "set" => { "op" => "set", "key" => Canary::SUBJECT, "value" => "new", "raw" => true, "ttl" => 0 },
        "add" => { "op" => "add", "key" => "absent", "value" => "new-absent", "raw" => true, "ttl" => 0 },
        "fetch" => { "op" => "fetch", "key" => "absent", "value" => "new-absent", "raw" => true, "ttl" => 0 },
        "lease" => { "op" => "fetch_locked", "key" => "absent", "value" => "new-absent", "raw" => true, "ttl" => 0 },
        "incr" => { "op" => "incr", "key" => Canary::COUNTER, "by" => 1 },
        "decr" => { "op" => "decr", "key" => Canary::COUNTER, "by" => 1 },
        "delete" => { "op" => "delete", "key" => Canary::SUBJECT }
      }.freeze
      # The steps of the lab.
      OURS = %w[server proxy connect renew login tell bomb peer].freeze
      # Enough keys to show how they are spread over servers, and the number of them in one get_multi.
      SPREAD = Array.new(200) { |at| "p#{at}" }.freeze
      TOGETHER_OF_SPREAD = 50
      # Absent keys. dalli asks for 10,000 keys at a time.
      BULK = Array.new(10_000) { |at| "b#{at}" }.freeze
      BULK_FIRST = Canary::NAMES.last
      private_constant :TOGETHER, :OURS, :SPREAD, :TOGETHER_OF_SPREAD, :BULK, :BULK_FIRST

      # The names of a client's operations in a store.
      STORE = { "set" => "write", "get" => "read", "get_multi" => "read_multi", "set_multi" => "write_multi",
                "incr" => "increment", "decr" => "decrement" }.freeze
      # A store's add is a write that keeps an existing value.
      STORE_ADD = { "op" => "write", "unless_exist" => true }.freeze
      private_constant :STORE, :STORE_ADD

      class << self
        # The driver's steps in the words of a kind of client, "client" or "store". The history keeps the words of the
        # script.
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

      # Array[Contender]: the contenders that share the servers, in a case about other contenders.
      attr_reader :peers

      # number: the number of the trial, from 0; error: the class that a sweep raises.
      #: (Case, Canary, ?number: Integer, ?error: String?, ?peers: Array[Contender]) -> void
      def initialize(fault_case, canary, number: 0, error: nil, peers: [])
        @fault_case = fault_case
        @peers = peers
        @canary = canary
        @number = number
        @error = error
      end

      # The keys and values for the driver: those of the canary, and the fault's own.
      #: () -> Hash[String, Object]
      def scenario
        @scenario ||= {
          "keys" => { **@canary.keys, **keys, **spread, **bulk_keys },
          "values" => { **values, **fault.values, **spread.to_h { |name, key| ["new-#{name}", text("#{key}|")] } }
        }
      end

      # {name => key} of the keys that show how a client spreads them over servers; empty if the fault does not need them.
      #: () -> Hash[String, String]
      def spread
        return {} unless fault.steps.to_s.include?("spread")

        SPREAD.to_h { |name| [name, "#{@canary.keys[Canary::SUBJECT]}-#{name}"] }
      end

      # {name => key} of the keys that are texts.
      #: () -> Hash[String, String]
      def texts = scenario["keys"].select { |_, key| key.is_a?(String) }

      # {name => key} of the keys that are read from the server at the end: the canary's, and those of the fault's own that
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

      # The steps after the prelude, in parts.
      #: () -> Array[Array[Hash] | Hash]
      def parts
        @parts ||= begin
          steps = @fault_case.filled(fault.steps).flat_map { |step| expanded(step) }
          steps.slice_when { |before, after| ours?(before) || ours?(after) }.map { |part| ours?(part.first) ? part.first : part }
        end
      end

      # All steps of the driver.
      #: () -> Array[Hash]
      def steps = parts.grep(Array).flatten

      # The moves of the injector in this trial.
      #: () -> Array[Hash]
      def moves = @fault_case.moves(@number)

      # The key of the call that the fault strikes. It identifies the request of the call in every protocol.
      #: () -> String
      def subject_key = @canary.keys.fetch(subject_name)

      # {its value => the value of the key that a forged reply names instead}
      #: () -> Hash[String, String]
      def other_values
        return {} unless Canary::NAMES.include?(subject_name)

        { @canary.value(subject_name) => @canary.value(@canary.keys.key(Forgery.other_key(subject_key))) }
      end

      private

      def fault = @fault_case.fault

      def bulk_keys
        return {} unless fault.steps.to_s.include?("bulk")

        BULK.to_h { |name| [name, "#{@canary.keys[Canary::SUBJECT]}-#{name}"] }
      end

      def values
        old = Canary::NAMES.to_h { |name| ["old-#{name}", text(@canary.value(name))] }
        new = [*Canary::NAMES, Canary::ABSENT].to_h { |name| ["new-#{name}", text(@canary.value(name, again: true))] }
        { **old, **new, "new" => new["new-#{Canary::SUBJECT}"], "start" => { "kind" => "number", "number" => Canary::START } }
      end

      def subject_name = subject["key"] || subject["keys"].first

      # The fault's own keys. "{k2}" in one becomes that key as it is sent.
      def keys
        fault.keys.transform_values { |key| key.is_a?(String) ? key.gsub(/\{(\w+)\}/) { @canary.keys.fetch($1) } : key }
      end

      def ours?(step) = OURS.any? { |name| step.key?(name) }

      def expanded(step)
        return [counted(placed(step["subject"]))] if step["subject"]
        return [quiet(step["quiet"])] if step["quiet"]
        return [{ "together" => together(step["together"]) }] if step["together"]
        return [{ "together" => meanwhile(step["meanwhile"]) }] if step["meanwhile"]
        return [call(step["call"], "probe")] if step["call"]
        return [call(step["try"], "tried")] if step["try"]
        return repeated(step["again"]) if step["again"]
        return spreading(step["spread"]) if step["spread"]
        return [bulk] if step["bulk"]
        return among_peers(step["peers"]) if step["peers"]
        return [step] unless step["read"]

        names(step["read"]).map { |name| read(name) }
      end

      # In a sweep by line, the interrupt strikes one line later in each trial, counted from 1.
      def counted(call)
        return call unless call.dig("interrupt", "by") == "line"

        { **call, "interrupt" => { **call["interrupt"], "error" => @error, "number" => @number + 1 }.compact }
      end

      # If the call takes several keys, a key of the step itself is placed among good ones. Only counting calls have "by".
      def placed(step)
        step = step.except("by") unless subject.key?("by")
        step = { **step.except("as"), "raw" => false } if step["as"] == "serialised"
        more = subject["keys"] && step["key"] ? { **step.except("key"), "keys" => ["k2", step["key"], "k3"] } : step
        subject.merge(more, "role" => "subject")
      end

      # Raw and without expiry, unless the step says otherwise.
      def call(call, role)
        forever = call["value"] || call["values"] ? { "ttl" => 0 } : {}
        bytes = call["as"] == "bytes" ? { "bytes" => true } : {}
        { **forever, **bytes, **call.except("as"), "raw" => call["as"] != "serialised", "role" => role }
      end

      def spreading(doing)
        steps = SPREAD.map { |name| doing == "write" ? write(name) : read(name) } unless doing == "multi"
        steps ||= SPREAD.each_slice(TOGETHER_OF_SPREAD).map { |names| CALLS["multi"].merge("keys" => names) }
        steps.map { |step| step.merge("role" => "tried") }
      end

      # Repeats the steps with each peer: the peer makes the calls under "peer", the contender or the lab the others.
      def among_peers(steps)
        @peers.flat_map do |peer|
          steps.flat_map { |step| step["peer"] ? [by(peer, step["peer"])] : expanded(step).map { |inner| authored(peer, inner) } }
        end
      end

      def by(peer, steps)
        made = steps.flat_map { |step| expanded(step) }
        { "peer" => peer.id, "steps" => made.map { |step| step.merge("role" => "peer", "author" => peer.id) } }
      end

      def authored(peer, step) = step.key?("tell") ? step.merge("author" => peer.id) : step

      def repeated(step) = Array.new(step["times"]) { step["steps"].flat_map { |inner| expanded(inner) } }.flatten(1)

      # Each lane repeatedly reads its own keys, or writes them.
      def together(step)
        lanes = Array.new(step["lanes"]) do |lane|
          own = Canary::NAMES.select.with_index { |_, at| at % step["lanes"] == lane }
          own = own.cycle.first(step["times"])
          own.each_with_index.map { |name, at| at.odd? && step["doing"] == "writing" ? write(name) : read(name) }
        end
        { "by" => step["by"], "lanes" => lanes }
      end

      # More keys than any client puts into one request, of which only the first exists.
      def bulk = CALLS["multi"].merge("keys" => [BULK_FIRST, *BULK], "block" => "all", "role" => "probe")

      # The calls of the block itself do not wait for a reply.
      def quiet(step)
        calls = step["calls"].flat_map { |inner| inner["call"] ? [call(inner["call"], "quiet")] : expanded(inner) }
        { "op" => "quiet", "calls" => calls, "role" => "subject", **step.slice("interrupt") }
      end

      # Another thread or process makes the steps; the lane of the caller has none.
      def meanwhile(step)
        { "by" => step["by"], "lanes" => [[], step["steps"].flat_map { |inner| expanded(inner) }] }
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
