# frozen_string_literal: true

require "digest"
require "json"

module Cachemark
  class Record
    # Several records of one comparison become one: what is the same in all of them, then the lines of each under the name of
    # its host. The order of the records does not matter, and a merged record can be merged again.
    class Merge
      include Enumerable

      # A record of one machine, with the name of that machine. `digest` identifies the measurement, wherever its file is.
      Part = Value.define(:host, :record, :digest) do
        #: (String, Record) -> Part
        def self.of(host, record)
          lines = record.lines.map { |line| ::JSON.generate(line.except("host")) }
          new(host: host, record: record, digest: Digest::SHA256.hexdigest(lines.join("\n")))
        end

        # Whether its machine measured anything, or failed to.
        def measured? = record.lines.any? { |line| Kinds::RESULTS.key?(line["type"]) }

        # What parts are sorted by.
        def order = [host, record.run["started_at"].to_s, record.run["seed"].to_i, digest]
      end

      # The commands whose records can be merged.
      COMMANDS = %w[compare gate].freeze
      # Facts of a run that each host has for itself.
      MACHINE = %w[machine server placement].freeze
      OWN_OPTIONS = %w[server].freeze
      # The fields that must be the same for two contenders on two hosts. Paths may differ.
      CODE = { "gems" => "libraries", "shims" => "shims", "options" => "options", "lock_digest" => "lock" }.freeze
      # The fields of cells that must be the same, by their name in an error.
      CELLS = { "contenders" => %w[contender client], "scenarios" => %w[scenario mode],
                "work" => %w[cell calls definition] }.freeze
      # The most characters of a value in an error.
      SHOWN = 100
      private_constant :COMMANDS, :MACHINE, :OWN_OPTIONS, :CODE, :CELLS, :SHOWN

      class << self
        # The host of a file in the folder of a run: two records of n1 are n1.jsonl and n1#2.jsonl.
        #: (String) -> String
        def host(path) = File.basename(path, ".jsonl").sub(/#\d+\z/, "")

        # The parts of a record: its hosts, or itself. `name` is the machine of a record that names none.
        #: (Record, name: String) -> Array[Part]
        def parts(record, name:)
          return [Part.of(name, record)] if record.hosts.empty?

          named = record.run["hosts"].to_h { |host| host.values_at("id", "host") }
          record.hosts.map { |id, own| Part.of(named.fetch(id), own) }
        end
      end

      # Raises Usage if the parts cannot be merged. Without `tallies`, each part must be a measurement by itself. Tallies are
      # lines of all hosts together, of a load that they made.
      #: (Array[Part], ?tallies: Array[Hash]?) -> void ! Usage
      def initialize(parts, tallies: nil)
        @parts = parts.sort_by(&:order)
        @tallies = tallies
        refuse_commands unless tallies
        refuse_duplicates
        @parts.drop(1).each { |part| refuse_differences(part) }
      end

      # The lines of the merged record, one by one, because there may be many.
      #: () { (Hash) -> void } -> void
      def each(&)
        [run, *common].each(&)
        ids.each { |id, part| part.record.lines.each { |line| yield line.merge("host" => id) } }
        yield ending
      end

      #: () -> Array[Hash]
      def lines = to_a

      private

      def first = @parts.first.record

      # {"n1" => Part, "n1#2" => Part}: a host that measured twice has two.
      def ids
        seen = Hash.new(0)
        @ids ||= @parts.to_h { |part| [(seen[part.host] += 1) == 1 ? part.host : "#{part.host}##{seen[part.host]}", part] }
      end

      def run
        runs = @parts.map { |part| part.record.run }
        { **first.run.except("host", "seed", "calibration", "warnings"), **MACHINE.to_h { |name| [name, shared(runs, name)] },
          "started_at" => runs.filter_map { |run| run["started_at"] }.min,
          "options" => (first.run["options"] || {}).except(*OWN_OPTIONS),
          "warnings" => runs.map { |run| run["warnings"] || {} }.reduce({}, :merge),
          "hosts" => ids.map { |id, part| host(id, part) } }
      end

      # The facts that are the same on all hosts.
      def shared(runs, name)
        all = runs.map { |run| run[name] || {} }
        all.first.select { |key, value| all.all? { |run| run[key] == value } }
      end

      def host(id, part)
        { "id" => id, "host" => part.host, **part.record.run.slice("seed", "started_at", *MACHINE),
          "outcome" => part.record.ending["outcome"], "digest" => part.digest }
      end

      def common
        [*[*first.environments, *first.cells, *first.comparisons].map { |line| line.except("host") }, *@tallies]
      end

      # Complete if a host has finished: one that was lost costs only its own data.
      def ending
        endings = @parts.map { |part| part.record.ending }
        last = endings.find { |ending| ending["outcome"] == "complete" } || endings.find { |ending| ending["outcome"] } || {}
        { "type" => "end", "outcome" => last["outcome"] || "stopped early", "reason" => last["reason"],
          "ended_at" => endings.filter_map { |ending| ending["ended_at"] }.max }
      end

      def refuse_commands
        other = @parts.find { |part| !COMMANDS.include?(part.record.run["command"]) } or return
        raise Usage.new("#{other.host}: a record of #{other.record.run["command"]} cannot be merged",
                        try: "merge records of #{Vocabulary.list(COMMANDS, "or")}")
      end

      def refuse_duplicates
        twice = @parts.group_by(&:digest).values.find { |same| same.size > 1 } or return
        raise Usage.new("a measurement of #{twice.first.host} at #{twice.first.record.run["started_at"]} is given twice",
                        try: "name each record once")
      end

      def refuse_differences(part)
        what, mine, theirs = differences(part.record).find { |_, here, there| here != there }
        return unless what

        raise Usage.new("#{@parts.first.host} and #{part.host} measured different things: #{what}: " \
                        "#{shown(mine)} and #{shown(theirs)}",
                        try: "merge records of the same command, code and version of Cachemark")
      end

      # [what, value of the first, value of the other]
      def differences(other)
        [["command", *[first, other].map { |record| record.run["command"] }],
         ["Cachemark", first.run["version"], other.run["version"]],
         ["method", *[first, other].map { |record| record.run.fetch("method", 1) }], *cells(other), *options(other), *code(other)]
      end

      def options(other)
        mine, theirs = [first, other].map { |record| (record.run["options"] || {}).except(*OWN_OPTIONS) }
        (mine.keys | theirs.keys).map { |name| ["--#{name}", mine[name], theirs[name]] }
      end

      def code(other)
        [["memcached", *[first, other].map { |record| record.run.dig("server", "version") }],
         *first.environments.flat_map { |mine| environment(mine, other) }, *digests(other)]
      end

      def environment(mine, other)
        name = mine["contender"]
        theirs = other.environments.find { |line| line["contender"] == name } || {}
        runtimes = [mine, theirs].map { |line| line.dig("runtime", "version") }
        [["runtime of #{name}", *runtimes], *CODE.map { |key, what| ["#{what} of #{name}", mine[key], theirs[key]] }]
      end

      # What the processes of a contender loaded.
      def digests(other)
        mine, theirs = (@loaded ||= loaded(first)), loaded(other)
        (mine.keys & theirs.keys).map { |name| ["code of #{name}", mine[name], theirs[name]] }
      end

      # {contender => digests}
      def loaded(record)
        pairs = record.processes.map { |line| line.values_at("contender", "digest") }.uniq
        pairs.group_by(&:first).transform_values { |own| own.map(&:last).sort_by(&:to_s) }
      end

      def cells(other)
        CELLS.map { |what, names| [what, *[first, other].map { |record| record.cells.map { |cell| cell.slice(*names) }.uniq }] }
      end

      def shown(value)
        words = [*value].map { |element| element.is_a?(Hash) ? element.values.first : element }
        text = value.is_a?(Hash) ? ::JSON.generate(value) : words.uniq.join(" ")
        text.size > SHOWN ? "#{text[0, SHOWN]}..." : text
      end
    end
  end
end
