# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Report::CheckAdvisoriesTest < Minitest::Test
    extend Golden

    GET = "interrupt/kill-in-get"
    CONTENDERS = %w[dalli@1.0 dalli@1.1].freeze

    # Texts of [outcome of the affected release, outcome of the fixed one].
    TEXTS = {
      "shown, and gone" => -> { formatted("terminal", "CORRUPT", "PASS") },
      "still shown by the fixed release" => -> { formatted("terminal", "CORRUPT", "FAIL") },
      "not shown by the affected release" => -> { formatted("terminal", "PASS", "PASS") },
      "neither could be tried" => -> { formatted("terminal", "UNSUPPORTED", "UNSUPPORTED") },
      "the facts of a line as JSON" => lambda do
        JSON.pretty_generate(JSON.parse(formatted("json", "CORRUPT", "UNSUPPORTED"))["advisories"])
      end
    }.freeze
    golden "advisories", TEXTS

    private

    def formatted(format, affected, fixed)
      record = MadeCheck.record(CONTENDERS.zip([affected, fixed]).to_h { |who, outcome| [who, { GET => outcome }] },
                                run: { "options" => { "advisories" => [MadeCheck.advisory([GET], CONTENDERS)] } })
      Report::Check.text(Cachemark::Report::Sentences.in(Cachemark::Stats::Check.of(record)), format)
    end
  end
end
