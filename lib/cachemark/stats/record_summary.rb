# frozen_string_literal: true

require "digest"
require "json"

module Cachemark
  module Stats
    # The last line of a record, from which a history reads. It is at most Record::Reader::SUMMARY_BYTES long. It has what
    # was measured, where, and the figures with six digits; everything else is looked up in the record. If the line is too
    # long, its least important parts are omitted, and `left_out` names them.
    #
    # `contenders` are [id, client, notation, version, options, runtime], and `scenarios` are [id, digest of the definition].
    # `rows` are [contender, scenario, mode, wall_ns, low, high, socket_ratio, low, high], or [contender, scenario, mode,
    # status] without figures. In `rows`, contender and scenario are positions in those lists.
    #
    # A summary of compare or gate has `verdicts`. The first six of their values are contender, baseline, scenario, mode,
    # metric and verdict. Then come the change, its low and high, and the result of the gate. A summary of find has `found`:
    # [from, to, scenario, mode, metric, change, low, high].
    class RecordSummary
      SCHEMA = "cachemark/summary/1"
      # The most characters of a name.
      LONGEST = 200
      private_constant :LONGEST

      # The fields of the line, for any record of any command.
      #: (Record) -> Hash[String, Object]
      def self.of(record) = new(record).to_h

      #: (Record) -> void
      def initialize(record)
        @record = record
        @place = Place.new(record.run)
      end

      #: () -> Hash[String, Object]
      def to_h = { **head, **figures }

      private

      def head = @head ||= { "schema" => SCHEMA, **@place.to_h, "outcome" => @record.ending["outcome"] }

      def figures
        case @record.run["command"]
        when "run" then @place.open_loop? ? {} : tabled
        when "compare", "gate" then listed("verdicts", verdicts)
        when "find" then listed("found", found)
        else {}
        end
      end

      def fits?(form) = ::JSON.generate({ "type" => "summary", **head, **form }).bytesize < Record::Reader::SUMMARY_BYTES

      # The whole table, or the first reduced form that fits.
      def tabled
        rows = Table.of(@record).rows
        able = rows.select(&:ok?)
        forms = [[rows], [able, "rows without figures"], [able, "intervals"]]
        forms.each { |form| table(*form).then { |made| return made if fits?(made) } }
        named = able.sort_by.with_index { |row, place| [row.shown ? 0 : 1, place] }
        longest(named) { |some| table(some, "intervals", "#{named.size - some.size} rows") }
      end

      def listed(name, list)
        longest(list) do |some|
          { name => some, "left_out" => some.size < list.size ? ["#{list.size - some.size} #{name}"] : [] }
        end
      end

      # The block's result for the longest start of the list that fits.
      def longest(list)
        fewer = (0..list.size).bsearch { |count| fits?(yield(list.first(list.size - count))) }
        yield list.first(list.size - fewer)
      end

      def table(rows, *left_out)
        names = Names.new(@record, rows)
        { "contenders" => names.contenders, "scenarios" => names.scenarios,
          "rows" => rows.map { |row| [*names.of(row), row.mode, *costs(row, intervals: !left_out.include?("intervals"))] },
          "left_out" => left_out }
      end

      def costs(row, intervals:)
        return [row.status] unless row.ok?

        pairs = [[row.wall_ns, row.interval], [row.socket_ratio, row.socket_ratio_interval]]
        pairs.flat_map { |value, interval| short([value, *(intervals && interval || [nil, nil])]) }
      end

      def verdicts
        decision = Gate.of(@record) if @record.run["command"] == "gate"
        (decision || Comparison.of(@record)).verdicts.map do |verdict|
          [*verdict.to_h.values_at(:contender, :baseline, :scenario, :mode, :metric, :verdict).map { |name| cut(name) },
           *short([verdict.effect, *(verdict.interval || [nil, nil])]), decision&.result(verdict)]
        end
      end

      def found
        Steps.of(@record).found.map do |change|
          [*change.to_h.values_at(:from, :to, :scenario, :mode, :metric).map { |name| cut(name) },
           *short([change.effect, *(change.interval || [nil, nil])])]
        end
      end

      # JSON has no infinite numbers.
      def short(numbers) = numbers.map { |number| number && number.finite? ? format("%.6g", number).to_f : nil }

      def cut(text) = text.to_s[0, LONGEST]

      # The place and the way in which a record was measured. They decide whether its figures may be compared with another's.
      class Place
        #: (Hash[String, Object]) -> void
        def initialize(run)
          @run = run
          @facts = run["machine"] || {}
        end

        # Whether calls were due at set times. A latency under load is not the cost of a call.
        def open_loop? = !@run.dig("options", "rates").nil?

        # `method` says what its times mean (TimeMethod). `machine` is a digest of its facts, `machine_description` is for
        # readers. `conditions` are the other reasons why figures cannot be compared with others.
        #: () -> Hash[String, Object]
        def to_h
          { **@run.slice("method"), "command" => @run["command"], "started_at" => @run["started_at"],
            "version" => @run["version"], "suite" => @run.dig("suite", "id"), "machine" => @facts["identity"].to_s,
            "machine_description" => description, "server" => server, "placement" => placement,
            "governor" => @facts["governor"], "conditions" => conditions }
        end

        private

        def memory_gib = @facts["memory_bytes"] && (@facts["memory_bytes"] / (1 << 30).to_f).round

        def description
          kernel = @facts["kernel"] && "kernel #{@facts["kernel"]}"
          cores = @facts["cores"] && "#{@facts["cores"]} core#{"s" unless @facts["cores"] == 1}"
          [@facts["cpu"], cores, memory_gib && "#{memory_gib} GiB", @facts["os"], kernel].compact.join(", ")
        end

        def server
          facts = @run["server"] || {}
          count = (facts["addresses"] || []).size
          [facts["version"], ("#{count} servers" if count > 1), ("not private" if facts["private"] == false)].compact.join(", ")
        end

        def placement
          facts = @run["placement"] || {}
          facts["pinned"] == false ? "unpinned" : facts["name"].to_s
        end

        def conditions
          [("open loop" if open_loop?), ("as published" if @run.dig("suite", "published")),
           ("single calls timed" if @run.dig("options", "latencies"))].compact.join(", ")
        end
      end

      # The contenders and scenarios of a summary's rows. Each is written once, and rows refer to its position in the list.
      class Names
        # The parts of a scenario that determine its calls; its name may change.
        DEFINITION = %w[keys values prelude steps wrap ttl pairs].freeze
        # Options that say where a contender's code or runtime is.
        CODE_OPTIONS = Vocabulary::Language.all.values.flat_map(&:code_options).uniq.freeze
        private_constant :DEFINITION, :CODE_OPTIONS

        #: (Record, Array[Row]) -> void
        def initialize(record, rows)
          @cells = record.cells.to_h { |cell| [[cell["contender"], cell["scenario"], cell["mode"]], cell] }
          @environments = record.environments.to_h { |line| [line["contender"], line] }
          @rows = rows
        end

        # Array[Array[String]]: id, client, notation, version, options, runtime.
        #: () -> Array[Array[String]]
        def contenders
          @contenders ||= @rows.group_by(&:contender).values.map { |own| contender(own.find(&:ok?) || own.first) }
        end

        # Array[Array[String]]: id, digest of its definition.
        #: () -> Array[Array[String]]
        def scenarios = @scenarios ||= @rows.map { |row| scenario(row) }.uniq

        # The positions of a row's contender and scenario.
        #: (Row) -> [Integer, Integer]
        def of(row) = [(@known ||= contenders.map(&:first)).index(cut(row.contender)), scenarios.index(scenario(row))]

        private

        def cell(row) = @cells.fetch([row.contender, row.scenario, row.mode], {})

        def contender(row)
          [row.contender, row.client, row.notation, row.version, options(row), row.runtime].map { |text| cut(text) }
        end

        def scenario(row)
          @digests ||= {}
          @digests[[row.contender, row.scenario]] ||= [cut(row.scenario), digest(cell(row)["definition"] || {})]
        end

        def digest(definition) = Digest::SHA256.hexdigest(::JSON.generate(definition.slice(*DEFINITION)))[0, 8]

        # The options that differ from the client as it ships, at any version. A default that is given explicitly is no
        # difference.
        def options(row)
          cell = cell(row)
          given = (cell["given"] || {}).except(*CODE_OPTIONS).reject { |name, _| shipped?(row, name, cell["departures"] || {}) }
          checkout = "checkout" if row.notation.to_s.match?(/\A[^,@]+@(?:path|git):/)
          [*checkout, *given.sort.map { |pair| pair.join("=") }].join(",")
        end

        def shipped?(row, name, departures)
          (@environments.dig(row.contender, "options") || {}).key?(name) && !departures.key?(name)
        end

        def cut(text) = text.to_s[0, LONGEST]
      end
    end
  end
end
