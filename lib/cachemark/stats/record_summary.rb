# frozen_string_literal: true

require "json"

module Cachemark
  module Stats
    # What a history reads of a record: its last line, of at most Record::Tail::BYTES. Who measured what, where, and the
    # figures, with six digits; all else is looked up in the record. Where not all of it fits, what is needed least goes,
    # and `left_out` says what.
    #
    # `contenders` are [id, client, notation, version, options, runtime], `scenarios` [id, digest of the definition], and
    # `rows` [contender, scenario, mode, wall_ns, low, high, socket_ratio, low, high], the first two by their place in
    # these lists, or [contender, scenario, mode, status] without figures. Of compare and gate there are `verdicts`:
    # [contender, baseline, scenario, mode, metric, verdict, effect, low, high, result of the gate]; of find `found`:
    # [from, to, scenario, mode, metric, effect, low, high].
    class RecordSummary
      SCHEMA = "cachemark/summary/1"
      # Of one name.
      LONGEST = 200
      private_constant :LONGEST

      # The fields of the line, for any record of any command.
      #
      #: (Record) -> Hash[String, Object]
      def self.of(record) = new(record).to_h

      #: (Record) -> void
      def initialize(record)
        @record = record
        @place = SummaryPlace.new(record.run)
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

      def fits?(form) = ::JSON.generate({ "type" => "summary", **head, **form }).bytesize < Record::Tail::BYTES

      # The table as a whole, or else in the first form that fits.
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

      # What the block makes of as many of the first as fit.
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
        Search.new(@record).steps.found.map do |change|
          [*change.to_h.values_at(:from, :to, :scenario, :mode, :metric).map { |name| cut(name) },
           *short([change.effect, *(change.interval || [nil, nil])])]
        end
      end

      # What is infinite has no place in JSON.
      def short(numbers) = numbers.map { |number| number && number.finite? ? format("%.6g", number).to_f : nil }

      def cut(text) = text.to_s[0, LONGEST]
    end
  end
end
