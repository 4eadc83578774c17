# frozen_string_literal: true

module Cachemark
  module History
    # The last line of a record, validated before use.
    class Summary
      TIME = /\A\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-6]\dZ\z/
      TEXTS = %w[command suite version machine machine_description server placement governor conditions outcome].freeze
      # The number of fields of a contender, and of a row with figures.
      CONTENDER = 6
      ROW = 9
      # More ns than any call takes: a day.
      MOST = 86_400e9
      private_constant :TIME, :TEXTS, :CONTENDER, :ROW, :MOST

      class << self
        # The summary of a record file, from its last line, or from the whole file if it has none. Raises Usage for a file
        # that is not a record.
        #: (String) -> Summary
        def read(path)
          fields = Record::Reader.summary(path)
          fields ? new(fields, path) : of(path)
        end

        # The summary of a record file, from the whole file.
        #: (String) -> Summary
        def of(path)
          record = Record::Reader.read(path)
          refuse_calibration(record)
          Record::Reader.interpret(path) do
            new(record.summaries.last.equal?(record.lines.last) ? record.lines.last : Stats::RecordSummary.of(record), path)
          end
        end

        private

        def refuse_calibration(record)
          return unless record.run["command"] == "calibrate"

          raise Usage.new("#{record.path}: a calibration measures clients that were made slow on purpose, and has no history",
                          try: "name a record of run, compare, gate or find")
        end
      end

      # Hash[String, Object]: as in the line.
      attr_reader :fields

      # Raises Usage, with the file's name, if it is damaged.
      #: (Hash[String, Object], String) -> void
      def initialize(fields, path)
        @fields = fields
        @path = path
        refuse("its schema is #{fields["schema"].inspect}") unless fields["schema"] == Stats::RecordSummary::SCHEMA
        refuse("it does not say when it was begun") unless TIME.match?(started_at.to_s)
        refuse("its method is #{fields["method"].inspect}") unless time_method.is_a?(Integer) && time_method.positive?
        refuse("a name in it is not text") unless names.all? { |name| name?(name) }
        refuse("a row in it is damaged") unless rows.all? { |row| row?(row) }
        refuse("a number in it is not finite") unless finite?(fields)
      end

      # String: ISO 8601, UTC.
      def started_at = @fields["started_at"]

      # Integer: what its times mean.
      def time_method = Stats::TimeMethod.of(@fields)

      #: (String, String) -> Entry
      def entry(id, path)
        Entry.new(id: id, path: path, started_at: started_at, figures: rows.size,
                  **TEXTS.to_h { |name| [name.to_sym, @fields[name]] })
      end

      # Yields for each figure: its series, the facts that make it comparable, its contender, and the six numbers of the
      # point.
      #: () { ([String, String, String, String], Array[String | Integer], [String, String, String], Array[Float?]) -> void } -> void
      def each_figure
        # SQL treats NULLs as distinct, so that this stores empty strings.
        place = @fields.values_at("machine", "server", "placement", "conditions").map(&:to_s)
        rows.each do |at, where, mode, *numbers|
          contender, client, notation, version, options, runtime = contenders[at]
          scenario, definition = scenarios[where]
          yield [client, options, scenario, mode], [*place, time_method, runtime, definition],
                [contender, notation, version], numbers
        end
      end

      private

      def names = [*@fields.values_at(*TEXTS), *contenders.flatten, *scenarios.flatten]
      def contenders = list("contenders")
      def scenarios = list("scenarios")

      # Rows with figures.
      def rows = @rows ||= list("rows").select { |row| row.is_a?(Array) && row.size == ROW }

      def list(name)
        list = @fields.fetch(name, [])
        list.is_a?(Array) ? list : refuse("#{name} is not a list")
      end

      # Without control characters.
      def name?(text) = text.nil? || (text.is_a?(String) && text.valid_encoding? && !text.match?(/[[:cntrl:]]/))

      def row?(row)
        at, where, mode, wall, *others = row
        place?(at, contenders, CONTENDER) && place?(where, scenarios, 2) && mode.is_a?(String) && name?(mode) &&
          number?(wall) && others.all? { |figure| figure.nil? || number?(figure) }
      end

      def number?(figure) = figure.is_a?(Numeric) && figure.positive? && figure < MOST

      # JSON reads 1e999 as infinite, and cannot write it again.
      def finite?(value)
        case value
        when Hash then finite?(value.values)
        when Array then value.all? { |member| finite?(member) }
        else !value.is_a?(Float) || value.finite?
        end
      end

      def place?(at, list, size)
        found = at.is_a?(Integer) && at.between?(0, list.size - 1) && list[at]
        found.is_a?(Array) && found.size == size && !found.include?(nil)
      end

      def refuse(what) = raise(Usage.new("#{@path}: its summary is damaged: #{what}", try: "name a record as a run wrote it"))
    end
  end
end
