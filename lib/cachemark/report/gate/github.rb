# frozen_string_literal: true

module Cachemark
  module Report
    module Gate
      # Annotations: lines that GitHub takes out of a job's output and shows beside the change.
      class GitHub
        LEVELS = { "regression" => "error", "invalid" => "error", "undecided" => "warning" }.freeze

        #: (Stats::Gate::Decision) -> void
        def initialize(decision)
          @decision = decision
        end

        #: () -> String
        def to_s = [notice, *Case.of(@decision).filter_map { |one| annotation(one) }].map { |line| "#{line}\n" }.join

        private

        def notice = line("notice", "Cachemark gate", Sentences::Gate.of(@decision).join("\n"))

        def annotation(one)
          level = LEVELS[one.result] or return
          line(level, "#{one.result}: #{one.contender} #{one.name} (#{one.metric})", one.message)
        end

        def line(level, title, message) = "::#{level} title=#{property(title)}::#{data(message)}"

        # What would end the message, or begin another command.
        def data(text) = text.gsub("%", "%25").gsub("\r", "%0D").gsub("\n", "%0A")
        def property(text) = data(text).gsub(":", "%3A").gsub(",", "%2C")
      end
    end
  end
end
