# frozen_string_literal: true

module Cachemark
  module CLI
    # The subject of a record: the value that its reports are made of, and the reports of that kind. The command that made the
    # record decides.
    class Subject
      # Command => [its reports, how its value is made of a record].
      KINDS = {
        "run --rate" => [-> { Report::OpenLoop }, ->(record) { Stats::OpenLoop.of(record) }],
        "work" => [-> { Report::Work }, ->(record) { Stats::WorkTable.of(record) }],
        "compare" => [-> { Report::Comparison }, ->(record) { Stats::Comparison.of(record) }],
        "gate" => [-> { Report::Gate }, ->(record) { Stats::Gate.of(record) }],
        "selftest" => [-> { Report::Selftest }, ->(record) { Stats::Selftest.of(record) }],
        "calibrate" => [-> { Report::Calibration }, ->(record) { Stats::Calibration.of(record) }],
        "doctor" => [-> { Report::Doctor }, ->(record) { Stats::Examination.of(record) }],
        "check" => [-> { Report::Check }, ->(record) { Stats::Check.of(record) }],
        "find" => [-> { Report::Find }, ->(record) { Stats::Steps.of(record) }]
      }.freeze
      # Any other command measured a table.
      TABLE = [-> { Report::Run }, ->(record) { Stats::Table.of(record) }].freeze

      # Every name of a format, whatever the record is about.
      #
      #: () -> Array[String]
      def self.formats = [TABLE, *KINDS.values].flat_map { |reports, _| reports.call.formats.keys }.uniq

      # The same by kind of record: command => names.
      #
      #: () -> Hash[String, Array[String]]
      def self.by_kind = { "run" => TABLE, **KINDS }.transform_values { |reports, _| reports.call.formats.keys }

      #: (Record) -> void
      def initialize(record)
        @record = record
        @reports, @make = KINDS.fetch(self.class.kind(record.run), TABLE)
      end

      # The kind of a record, by its first line: its command, or "run --rate" for a run at rates.
      #
      #: (Hash) -> String?
      def self.kind(run) = run["command"] == "run" && run.dig("options", "rates") ? "run --rate" : run["command"]

      # Stats::Table, Stats::Comparison ...
      def value = @value ||= Report::Sentences.in(@make.call(@record))

      # Whether `--update` has a place for it.
      def table? = value.is_a?(Stats::Table)

      # The text of a report; `screen` is the width and the colour of a terminal. Raises Usage for a format of another kind.
      #
      #: (String, ?width: Integer, ?color: bool) -> String
      def report(name, **screen)
        @reports.call.text(value, name, record: @record, next_steps: name == "terminal" ? next_steps : [], **screen)
      end

      private

      def next_steps = NextSteps.new(@record, value, @reports.call.formats.keys).to_a
    end
  end
end
