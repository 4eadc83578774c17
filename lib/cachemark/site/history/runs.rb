# frozen_string_literal: true

module Cachemark
  module Site
    module History
      # The runs of the figures, the newest first.
      class Runs < Page
        TEXTS = { "command" => :command, "suite" => :suite, "outcome" => :outcome, "memcached" => :server,
                  "placement" => :placement, "Cachemark" => :version, "machine" => :machine_description }.freeze
        private_constant :TEXTS

        private

        def title = "Runs"

        def lead
          shown, runs = @contents.runs.size, Figures.counted(@contents.count, "run")
          shown < @contents.count ? "The newest #{Figures.count(shown)} of #{runs}." : "#{runs}."
        end

        def parts
          # Only file names: the folder of the history is private.
          skipped = @contents.skipped.map do |path, reason|
            "#{File.basename(path)}: #{reason.gsub(path, File.basename(path))}"
          end
          [section("all", "All runs",
                   table("runs", "Runs, the newest first", @contents.runs.reverse, columns,
                         anchor: ->(entry) { "run-#{entry.id}" },
                         words: ->(entry) { [entry.started_at, *TEXTS.values.map { |name| entry[name] }].join(" ") })),
           section("skipped", "Records that could not be read", list(skipped))]
        end

        def columns
          [words("begun (UTC)") { |entry| Report::History.time(entry.started_at) },
           (rich("record") { |entry| link("record", @contents.record(entry)) } if @contents.records),
           number("figures", Figures.method(:count), &:figures), TEXTS.map { |heading, name| words(heading, &name) }]
        end
      end
    end
  end
end
