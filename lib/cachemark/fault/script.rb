# frozen_string_literal: true

module Cachemark
  module Fault
    # A case as a driver is told it: keys and values, what is written before anything goes wrong, and the
    # calls then, each a Hash of the protocol with "role" beside it: "subject" for the call that the fault
    # strikes, "probe" for those after it, "tried" for those that may fail. Between them stand steps that are the
    # lab's own: what becomes of the servers ("server") and of the proxies ("proxy"), which servers a new process of
    # the client is given from there on ("connect"), where keys are ("tell"), and what another contender does ("peer").
    class Script
      TOGETHER = %w[k1 k2 k3].freeze
      CALLS = {
        "get" => { "op" => "get", "key" => Canary::SUBJECT, "raw" => true },
        "multi" => { "op" => "get_multi", "keys" => TOGETHER, "raw" => true },
        "set" => { "op" => "set", "key" => Canary::SUBJECT, "value" => "new", "raw" => true, "ttl" => 0 },
        "add" => { "op" => "add", "key" => "absent", "value" => "new-absent", "raw" => true, "ttl" => 0 },
        "incr" => { "op" => "incr", "key" => Canary::COUNTER, "by" => 1 },
        "decr" => { "op" => "decr", "key" => Canary::COUNTER, "by" => 1 },
        "delete" => { "op" => "delete", "key" => Canary::SUBJECT }
      }.freeze
      # Those that the lab does itself.
      OURS = %w[server proxy connect tell peer].freeze
      # Keys enough to tell how they are spread over servers, and how many a call for many has of them.
      SPREAD = Array.new(200) { |at| "p#{at}" }.freeze
      TOGETHER_OF_SPREAD = 50
      private_constant :TOGETHER, :CALLS, :OURS, :SPREAD, :TOGETHER_OF_SPREAD

      # Array[Contender]: those that share the servers in a case about others.
      attr_reader :peers

      # number: the trial's, the first being 0; error: what a sweep raises.
      #: (Case, Canary, ?number: Integer, ?error: String?, ?peers: Array[Contender]) -> void
      def initialize(one, canary, number: 0, error: nil, peers: [])
        @case = one
        @peers = peers
        @canary = canary
        @number = number
        @error = error
      end

      # What drivers are told of keys and values: those of the canary, and the fault's own.
      #: () -> Hash[String, Object]
      def scenario
        old = Canary::NAMES.to_h { |name| ["old-#{name}", text(@canary.value(name))] }
        new = [*Canary::NAMES, Canary::ABSENT].to_h { |name| ["new-#{name}", text(@canary.value(name, again: true))] }
        values = { **old, **new, "new" => new["new-#{Canary::SUBJECT}"],
                   "start" => { "kind" => "number", "number" => Canary::START } }
        { "keys" => { **@canary.keys, **keys, **spread },
          "values" => { **values, **fault.values, **spread.to_h { |name, key| ["new-#{name}", text("#{key}|")] } } }
      end

      # {name => key} of those that show how keys are spread over servers; empty where a fault does not ask.
      #: () -> Hash[String, String]
      def spread
        return {} unless fault.steps.to_s.include?("spread")

        SPREAD.to_h { |name| [name, "#{@canary.keys[Canary::SUBJECT]}-#{name}"] }
      end

      # {name => key} of those that are texts.
      #: () -> Hash[String, String]
      def texts = scenario["keys"].select { |_, key| key.is_a?(String) }

      # {name => key} of those that are looked for on the server in the end: of a fault's own, those that memcached
      # allows.
      #: () -> Hash[String, String]
      def watched
        own = keys.select { |_, key| key.is_a?(String) && key.match?(/\A[\x21-\x7e]{1,250}\z/) }
        { **@canary.keys, **own }
      end

      # What is written while nothing goes wrong.
      #: () -> Array[Hash]
      def prelude
        Canary::NAMES.map { |name| { "op" => "set", "key" => name, "value" => "old-#{name}", "raw" => true, "ttl" => 0 } } +
          [{ "op" => "set", "key" => Canary::COUNTER, "value" => "start", "raw" => true, "ttl" => 0 }]
      end

      # What is done then, in parts: Arrays of the driver's steps, and single steps of the lab's own.
      #: () -> Array[Array[Hash] | Hash]
      def parts
        steps = @case.filled(fault.steps).flat_map { |step| expanded(step) }
        steps.slice_when { |before, after| ours?(before) || ours?(after) }.map { |part| ours?(part.first) ? part.first : part }
      end

      # The driver's steps, all of them.
      #: () -> Array[Hash]
      def steps = parts.grep(Array).flatten

      # The text that names the call which the fault strikes, in whatever protocol.
      #: () -> String
      def mark = @canary.keys.fetch(struck)

      # Its value => the value of the key that a forged reply names in its place.
      #: () -> Hash[String, String]
      def twin
        Canary::NAMES.include?(struck) ? { @canary.value(struck) => @canary.value(@canary.keys.key(Wire.stranger(mark))) } : {}
      end

      private

      def fault = @case.fault

      def struck = subject["key"] || subject["keys"].first

      # The fault's own; "{k2}" in one is that key as it is sent.
      def keys
        fault.keys.transform_values { |key| key.is_a?(String) ? key.gsub(/\{(\w+)\}/) { @canary.keys.fetch($1) } : key }
      end

      def ours?(step) = OURS.any? { |name| step.key?(name) }

      def expanded(step)
        return [counted(placed(step["subject"]))] if step["subject"]
        return [{ "together" => together(step["together"]) }] if step["together"]
        return [told(step["call"], "probe")] if step["call"]
        return [told(step["try"], "tried")] if step["try"]
        return repeated(step["again"]) if step["again"]
        return spreading(step["spread"]) if step["spread"]
        return among_peers(step["peers"]) if step["peers"]
        return [step] unless step["read"]

        names(step["read"]).map { |name| read(name) }
      end

      # Interrupts by line count them from 1, one further in each trial.
      def counted(call)
        return call unless call.dig("interrupt", "by") == "line"

        { **call, "interrupt" => { **call["interrupt"], "error" => @error, "number" => @number + 1 }.compact }
      end

      # A key of the step's own stands among good ones where the call takes several; by how much is for those that count.
      def placed(step)
        step = step.except("by") unless subject.key?("by")
        more = subject["keys"] && step["key"] ? { **step.except("key"), "keys" => ["k2", step["key"], "k3"] } : step
        subject.merge(more, "role" => "subject")
      end

      # Raw, and never expiring, unless it says otherwise.
      def told(call, role)
        forever = call["value"] ? { "ttl" => 0 } : {}
        { **forever, **call.except("as"), "raw" => call["as"] != "serialised", "role" => role }
      end

      def spreading(doing)
        steps = SPREAD.map { |name| doing == "write" ? write(name) : read(name) } unless doing == "multi"
        steps ||= SPREAD.each_slice(TOGETHER_OF_SPREAD).map { |names| CALLS["multi"].merge("keys" => names) }
        steps.map { |step| step.merge("role" => "tried") }
      end

      # The steps once with each peer: what stands under "peer" is its to do, the rest the contender's, or the lab's.
      def among_peers(steps)
        @peers.flat_map do |peer|
          steps.flat_map { |step| step["peer"] ? [by(peer, step["peer"])] : expanded(step).map { |one| told_of(peer, one) } }
        end
      end

      def by(peer, steps)
        made = steps.flat_map { |step| expanded(step) }
        { "peer" => peer.id, "steps" => made.map { |step| step.merge("role" => "peer", "author" => peer.id) } }
      end

      def told_of(peer, step) = step.key?("tell") ? step.merge("author" => peer.id) : step

      def repeated(step) = Array.new(step["times"]) { step["steps"].flat_map { |one| expanded(one) } }.flatten(1)

      # Each lane reads keys of its own, or writes them, again and again.
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

      def subject = CALLS.fetch(@case.call)

      def text(text) = { "kind" => "string", "text" => text }
    end
  end
end
