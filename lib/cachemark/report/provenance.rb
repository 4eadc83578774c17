# frozen_string_literal: true

module Cachemark
  module Report
    # Where figures come from: as sentences, as the facts of a page, and as the first members of a JSON document. Takes any
    # object with run, machine, server, placement and environments (Stats::RunFacts).
    class Provenance
      #: (Stats::Table | Stats::Comparison | Stats::Steps) -> void
      def initialize(origin)
        @origin = origin
      end

      # Machine, runtimes, server and the command, each as one sentence.
      #: () -> Array[String]
      def sentences = [machine, *runtimes, *indexed, server, made].compact.map { |sentence| Visible.text(sentence) }

      # Term => words, for known facts. `record` is the name of the record's file.
      #: (?record: String?) -> Hash[String, String]
      def facts(record: nil)
        { "Machine" => machine, "Kernel" => @origin.machine["kernel"], "Server" => launched, "Cores" => placement,
          "Runtimes" => runtimes.join("; "), "Pip index" => indexed_names.join(", "),
          "Measured" => [started, @origin.outcome].compact.join(", "),
          "Cachemark" => version, "Seed" => @origin.run["seed"], "Command" => command,
          "Record" => record }.reject { |_, words| words.to_s.empty? }
      end

      # [contender, its libraries] of each environment with libraries.
      #: () -> Array[[String, String]]
      def libraries
        @origin.environments.filter_map do |environment|
          gems = environment["gems"]
          [environment["contender"], gems.map { |name, version| "#{name} #{version}" }.join(", ")] if gems&.any?
        end
      end

      # When and where the run was made, in a line.
      #: () -> String
      def dateline
        [started.to_s[0, 10], @origin.machine["cpu"], memcached, "Cachemark #{version}"]
          .reject { |words| words.to_s.empty? }.join(" · ")
      end

      # The first members of a JSON document: what it is, and where it was measured.
      #: (String) -> Hash[Symbol, Object]
      def head(schema)
        { schema: schema, command: @origin.command, cachemark: @origin.version, **known_method, started_at: started,
          seed: @origin.run["seed"], suite: @origin.suite, options: @origin.options, machine: @origin.machine,
          server: @origin.server, placement: @origin.placement, outcome: @origin.outcome, notes: @origin.notes }
      end

      # A table as JSON.
      #: (String) -> Hash[Symbol, Object]
      def table(schema)
        { **head(schema), rows: @origin.shown.map { |row| members(row) }, **first_replies }
      end

      # The columns that identify a run in CSV files of figures.
      #: () -> Hash[String, Object]
      def columns
        { "started_at" => started, "cachemark" => @origin.version, **known_method.transform_keys(&:to_s),
          "command" => @origin.command,
          "suite" => @origin.suite["id"], "cpu" => @origin.machine["cpu"], "server" => @origin.server["version"],
          "placement" => @origin.placement["name"], "seed" => @origin.run["seed"] }
      end

      private

      # "1.0.0 (method 1)": the times of an earlier version have another meaning.
      def version = [@origin.version, ("(method 1)" if @origin.time_method == 1)].compact.join(" ")

      # Only of a record with times per call.
      def known_method = { method: @origin.time_method }.compact

      # Only of a run that compares ways to connect.
      def first_replies
        rows = @origin.respond_to?(:first_replies) ? @origin.first_replies : []
        rows.empty? ? {} : { first_replies: rows.map(&:to_h) }
      end

      # Without what older records, or most commands, do not have.
      def members(row)
        known = row.to_h.except(*Stats::Row::INTERNAL)
        known[:counts] = CountColumns.data(row.counts) if known[:counts]
        known[:dimensions] = Sweeps.data(known[:dimensions]) if known[:dimensions]
        known[:askings] = known[:askings].map { |asking| { **asking.to_h, asked: asking.asked } } if known[:askings]
        known[:hosts] = known[:hosts].map(&:to_h) if known[:hosts]
        known[:tally] = known[:tally].to_h if known[:tally]
        known[:stampede] = known[:stampede].facts if known[:stampede]
        known.reject { |name, value| Stats::Row::OPTIONAL.include?(name) && [nil, {}, []].include?(value) }
      end

      def started = @origin.run["started_at"]
      def command = CommandLine.of(@origin.run["argv"])

      def machine
        facts = @origin.machine
        memory = facts["memory_bytes"] && "#{(facts["memory_bytes"] / (1024.0**3)).ceil}GB RAM"
        [facts["os"] || "an unknown system", facts["cpu"] || "unknown CPU", memory].compact.join(", ")
      end

      def runtimes = @origin.environments.filter_map { |environment| environment.dig("runtime", "description") }.uniq
      # Other libraries come from the sources of gems, or from Debian.
      def indexed = indexed_names.any? ? ["From the pip index: #{indexed_names.join(", ")}"] : []
      def indexed_names = @origin.environments.flat_map { |environment| indexed_in(environment["lock"].to_s) }.uniq

      # The client, and the libraries that a mode needs.
      def indexed_in(lock)
        [*lock[/\A# pip (.+)$/, 1], *lock.scan(/^for \w+: (\S+) (\S+) /).map { |pair| pair.join("==") }]
      end

      def memcached = @origin.server["version"]&.then { |version| "memcached #{version}" }
      def server = memcached && "#{memcached}, #{placement || "placement unknown"}"

      def launched
        argv = @origin.server["argv"].to_a.flatten.grep_v(%r{\A/})
        memcached && [memcached, argv.join(" ")].reject(&:empty?).join(": ")
      end

      def placement
        name = @origin.placement["name"] or return
        "placement #{name}#{", nothing pinned" if @origin.placement["pinned"] == false}"
      end

      def made
        seed = ", seed #{@origin.run["seed"]}" if @origin.run["seed"]
        "Cachemark #{version}, #{started}#{seed}: #{command}"
      end
    end
  end
end
