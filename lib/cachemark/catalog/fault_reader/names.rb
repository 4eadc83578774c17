# frozen_string_literal: true

module Cachemark
  class Catalog
    class FaultReader
      # Whether what one case of a fault names is there: keys, values, servers, other contenders, mutants. Its data fit the
      # schema.
      class Names
        # Keys that every trial has (Fault::Canary), and values.
        COMMON = %w[k1 k2 k3 k4 k5 k6 k7].freeze
        KEYS = [*COMMON, "c1", "absent"].freeze
        VALUES = [*COMMON.map { |name| "old-#{name}" }, *COMMON.map { |name| "new-#{name}" }, "new-absent", "new", "start"].freeze
        # Those that a step `spread` adds.
        SPREAD = Array.new(200) { |at| "p#{at}" }.freeze
        WRITING = %w[set add].freeze
        BELOW = { "again" => "/steps", "peers" => "", "peer" => "" }.freeze
        private_constant :COMMON, :WRITING, :BELOW

        # data: the file, its variables replaced; mutants: the names of those that there are; call: which is struck, nil for get.
        #: (Hash[String, Object], mutants: Array[String], ?call: String?) -> void
        def initialize(data, mutants:, call: nil)
          @data = data
          @mutants = mutants
          @call = call || "get"
          @steps = steps(data["steps"], "/steps")
        end

        # What is not there, as [pointer, sentence, advice], or nil.
        #
        #: () -> [String, String, String]?
        def problem = control || own || @steps.lazy.filter_map { |pointer, step| of(step, pointer) }.first || whole

        # Names of keys that a step can use.
        #
        #: () -> Array[String]
        def keys = [*KEYS, *(SPREAD if does?("spread")), *@data.fetch("keys", {}).keys]

        # Names of values that a step can use.
        #
        #: () -> Array[String]
        def values = [*VALUES, *(SPREAD.map { |name| "new-#{name}" } if does?("spread")), *@data.fetch("values", {}).keys]

        private

        # [[pointer, step], ...], those that stand in another after it.
        def steps(list, pointer)
          list.each_with_index.flat_map do |step, at|
            name, inner = step.find { |one, _| BELOW.key?(one) }
            inner = inner["steps"] if name == "again"
            below = name ? steps(inner, "#{pointer}/#{at}/#{name}#{BELOW[name]}") : []
            [["#{pointer}/#{at}", step], *below]
          end
        end

        def does?(name) = @steps.any? { |_, step| step.key?(name) }

        def control
          at = @data["controls"].index { |name| !@mutants.include?(name) } or return
          name = @data["controls"][at]
          ["/controls/#{at}", "names #{name.inspect}, and there is no such mutant",
           near(name, @mutants) || "A mutant is a file in drivers/LANGUAGE/mutants. Name it LANGUAGE/NAME."]
        end

        # What a fault brings itself.
        def own
          { "keys" => KEYS, "values" => VALUES }.each do |part, names|
            twin = (@data.fetch(part, {}).keys & names).first or next
            return ["/#{part}/#{twin}", "is a name that every trial has", "Give it another one."]
          end
          @data.fetch("keys", {}).each do |name, key|
            stray = key.is_a?(String) && key.scan(/\{(\w+)\}/).flatten.find { |one| !KEYS.include?(one) } or next
            return ["/keys/#{name}", "names {#{stray}}, which is no key that every trial has", "There are: #{KEYS.join(", ")}."]
          end
          nil
        end

        def of(step, pointer)
          name, told = step.first
          case name
          when "subject" then subject(told, "#{pointer}/#{name}")
          when "call", "try" then named(told, "#{pointer}/#{name}")
          when "proxy", "server" then server(told.is_a?(Hash) ? told.values : [], "#{pointer}/#{name}")
          when "connect" then server(told, "#{pointer}/#{name}")
          else lonely(name, "#{pointer}/#{name}")
          end
        end

        # What needs something that stands elsewhere.
        def lonely(name, pointer)
          return [pointer, "needs others, and none are asked for", "Add peers: any."] if name == "peers" && !@data["peers"]

          [pointer, "needs keys that are spread", "Add a step spread: write."] if name == "tell" && !does?("spread")
        end

        def subject(told, pointer)
          return ["#{pointer}/keys", "does not belong to #{@call}", "Name one key."] if told["keys"] && @call != "multi"
          if told["value"] && !WRITING.include?(@call)
            return ["#{pointer}/value", "does not belong to #{@call}", "Only set and add take one: over: { call: [set] }."]
          end

          by_line(told["interrupt"], "#{pointer}/interrupt") || named(told, pointer)
        end

        # A sweep raises at each line in turn.
        def by_line(interrupt, pointer)
          return unless interrupt && interrupt["by"] == "line" && @data["repeats"] != "lines"

          ["#{pointer}/by", "is line, and the fault is not repeated for each line", "Add repeats: lines."]
        end

        def named(told, pointer)
          at = told.key?("keys") ? "keys" : "key"
          key = Array(told[at]).find { |name| !keys.include?(name) }
          value = told["value"] unless values.include?(told["value"])
          return unknown("#{pointer}/#{at}", key, "keys", "k1 to k7, c1 and absent") if key

          unknown("#{pointer}/value", value, "values", "new-k1 to new-k7, old-k1 to old-k7, new-absent and start") if value
        end

        def unknown(pointer, name, part, common)
          ["#{pointer}", "names #{name.inspect}, which is not among #{part}",
           near(name, part == "keys" ? keys : values) || "Every trial has #{common}; others stand under #{part}."]
        end

        def server(numbers, pointer)
          servers = @data.fetch("servers", 1)
          far = numbers.find { |number| number >= servers } or return
          [pointer, "names server #{far}, and the last one is #{servers - 1}", "Add servers: #{far + 1}."]
        end

        def whole
          return ["/peers", "asks for others, and no step has to do with them", "Add a step peers: [...]."] if idle_peers?
          return unless @data["repeats"] == "lines" && @steps.none? { |_, step| step.dig("subject", "interrupt", "by") == "line" }

          ["/repeats", "is lines, and nothing strikes at them", "Add a step subject: { interrupt: { by: line } }."]
        end

        def idle_peers? = @data["peers"] && !does?("peers")

        def near(name, words) = Suggest.sentence(name, words)[/\ADid you mean.*/]
      end
    end
  end
end
