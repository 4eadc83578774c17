# frozen_string_literal: true

module Cachemark
  class Catalog
    class Fault
      # Checks the names in one case of a fault: keys, values, servers, other contenders, mutants. The data must be valid for
      # the schema.
      class Names
        # Keys and values that every trial has (Fault::Canary).
        COMMON = %w[k1 k2 k3 k4 k5 k6 k7].freeze
        KEYS = [*COMMON, "c1", "absent"].freeze
        VALUES = [*COMMON.map { |name| "old-#{name}" }, *COMMON.map { |name| "new-#{name}" }, "new-absent", "new", "start"].freeze
        # Keys that a step `spread` adds.
        SPREAD = Array.new(200) { |at| "p#{at}" }.freeze
        WRITING = %w[set add].freeze
        BELOW = { "again" => "/steps", "quiet" => "/calls", "meanwhile" => "/steps", "peers" => "", "peer" => "" }.freeze
        private_constant :COMMON, :WRITING, :BELOW

        # data: the file with the values of its variables; mutants: the known ones; call: the struck call, nil for get.
        #: (Hash[String, Object], mutants: Array[String], ?call: String?) -> void
        def initialize(data, mutants:, call: nil)
          @data = data
          @mutants = mutants
          @call = call || "get"
          @steps = steps(data["steps"], "/steps")
        end

        # The first unknown name, as [pointer, sentence, advice], or nil.
        #: () -> [String, String, String]?
        def problem = control || own || @steps.lazy.filter_map { |pointer, step| of(step, pointer) }.first || whole

        # Names of keys that a step can use.
        #: () -> Array[String]
        def keys = [*KEYS, *(SPREAD if does?("spread")), *@data.fetch("keys", {}).keys]

        # Names of values that a step can use.
        #: () -> Array[String]
        def values = [*VALUES, *(SPREAD.map { |name| "new-#{name}" } if does?("spread")), *@data.fetch("values", {}).keys]

        private

        # [[pointer, step], ...]; the steps within a step come after it.
        def steps(list, pointer)
          list.each_with_index.flat_map do |step, at|
            name, inner = step.find { |one, _| BELOW.key?(one) }
            within = BELOW[name].to_s.delete_prefix("/")
            inner = inner[within] unless within.empty?
            below = name ? steps(inner, "#{pointer}/#{at}/#{name}#{BELOW[name]}") : []
            [["#{pointer}/#{at}", step], *below]
          end
        end

        def does?(name) = @steps.any? { |_, step| step.key?(name) }

        def control
          at = @data["controls"].index { |name| !@mutants.include?(name) } or return
          name = @data["controls"][at]
          ["/controls/#{at}", "names #{name.inspect}, and there is no such mutant",
           near(name, @mutants) || "name a file of drivers/LANGUAGE/mutants as LANGUAGE/NAME"]
        end

        # The keys and values of the fault itself.
        def own
          { "keys" => KEYS, "values" => VALUES }.each do |part, names|
            duplicate = (@data.fetch(part, {}).keys & names).first or next
            return ["/#{part}/#{duplicate}", "is a name that every trial has", "give it another name"]
          end
          @data.fetch("keys", {}).each do |name, key|
            other = key.is_a?(String) && key.scan(/\{(\w+)\}/).flatten.find { |one| !KEYS.include?(one) } or next
            return ["/keys/#{name}", "names {#{other}}, which is not a key of every trial", "There are: #{KEYS.join(", ")}."]
          end
          nil
        end

        def of(step, pointer)
          name, given = step.first
          case name
          when "subject" then subject(given, "#{pointer}/#{name}")
          when "call", "try" then unpaired(given, "#{pointer}/#{name}") || named(given, "#{pointer}/#{name}")
          when "proxy", "server" then server(given.is_a?(Hash) ? given.values : [], "#{pointer}/#{name}")
          when "connect" then server(given, "#{pointer}/#{name}")
          else without_other_part(name, "#{pointer}/#{name}")
          end
        end

        # Steps that need another part of the file.
        def without_other_part(name, pointer)
          return [pointer, "needs other contenders", "add peers: any"] if name == "peers" && !@data["peers"]

          [pointer, "needs a step that spreads keys", "add a step spread: write"] if name == "tell" && !does?("spread")
        end

        def subject(given, pointer)
          return ["#{pointer}/keys", "does not belong to #{@call}", "name one key"] if given["keys"] && @call != "multi"
          if given["value"] && !WRITING.include?(@call)
            return ["#{pointer}/value", "does not belong to #{@call}", "only set and add take a value: over: { call: [set] }"]
          end

          by_line(given["interrupt"], "#{pointer}/interrupt") || named(given, pointer)
        end

        # A sweep raises at each line in turn.
        def by_line(interrupt, pointer)
          return unless interrupt && interrupt["by"] == "line" && @data["repeats"] != "lines"

          ["#{pointer}/by", "is line, and the fault is not repeated for each line", "add repeats: lines"]
        end

        # A call that sets several keys has a value for each.
        def unpaired(given, pointer)
          return unless given["values"] && given["values"].size != given["keys"].size

          ["#{pointer}/values", "has #{given["values"].size} values for #{given["keys"].size} keys", "give each key one value"]
        end

        def named(given, pointer)
          at = given.key?("keys") ? "keys" : "key"
          key = Array(given[at]).find { |name| !keys.include?(name) }
          value = [*given["value"], *given["values"]].find { |name| !values.include?(name) }
          return unknown("#{pointer}/#{at}", key, "keys", "k1 to k7, c1 and absent") if key

          at = given.key?("values") ? "values" : "value"
          unknown("#{pointer}/#{at}", value, "values", "new-k1 to new-k7, old-k1 to old-k7, new-absent and start") if value
        end

        def unknown(pointer, name, part, common)
          ["#{pointer}", "names #{name.inspect}, which is not among #{part}",
           near(name, part == "keys" ? keys : values) || "every trial has #{common}; define others under #{part}"]
        end

        def server(numbers, pointer)
          servers = @data.fetch("servers", 1)
          far = numbers.find { |number| number >= servers } or return
          [pointer, "names server #{far}, and the last one is #{servers - 1}", "add servers: #{far + 1}"]
        end

        def whole
          return ["/peers", "asks for other contenders, and no step uses them", "add a step peers: [...]"] if idle_peers?
          return unless @data["repeats"] == "lines" && @steps.none? { |_, step| step.dig("subject", "interrupt", "by") == "line" }

          ["/repeats", "is lines, and no interrupt strikes at a line", "add a step subject: { interrupt: { by: line } }"]
        end

        def idle_peers? = @data["peers"] && !does?("peers")

        def near(name, words) = Suggest.sentence(name, words)[/\ADid you mean.*/]
      end
    end
  end
end
