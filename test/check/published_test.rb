# frozen_string_literal: true

require "test_helper"

module Check
  class PublishedTest < Minitest::Test
    include FixtureTree

    PAGE = <<~MARKDOWN
      # dalli: a get hangs

      | | |
      |---|---|
      | Severity | high: hangs |
      | Affected | dalli 1.1.5 to 1.2.0 |
      | Fixed in | 2.0.0 |
      | Status | not reported |
      | Run again | 2026-11-28: not shown by dalli 5.3.2 |
    MARKDOWN
    DATA = <<~YAML
      id: hang
      title: a get hangs
      severity: high
      status: not reported
      checked: "2026-11-28"
      lines:
        - { client: dalli, tried: [1.1.5, 1.2.0], fixed: 2.0.0 }
    YAML
    FILES = { "docs/findings/README.md" => "", "docs/findings/hang.md" => PAGE, "catalog/findings/hang.yml" => DATA }.freeze
    # A change of the data => the complaint.
    WRONG = {
      ["id: hang", "id: hangs"] => "id is hangs, and hang on the page",
      ["severity: high", "severity: low"] => "severity is low, and high on the page",
      ["11-28", "11-27"] => "checked is 2026-11-27, and 2026-11-28 on the page",
      ["status: not reported", "status: fixed"] => "status is fixed, and the page says otherwise",
      ["a get hangs", "a set hangs"] => "title is not that of the page: dalli: a get hangs",
      ["fixed: 2.0.0", "fixed: 2.0.1"] => "the page does not name 2.0.1",
      ["1.1.5,", "1.1.6,"] => "the page does not name 1.1.6",
      [", fixed: 2.0.0", ""] => "no line has a fix, and the page does not say \"not fixed\"",
      ["fixed: 2.0.0", "fixed: 2.0.0, cases: [retry/a]"] => "is not reported, and has cases"
    }.freeze

    def test_pages_and_data_that_agree
      assert_empty problems_of("published", FILES)
    end

    def test_each_difference_is_reported
      WRONG.each do |(from, to), complaint|
        files = { **FILES, "catalog/findings/hang.yml" => DATA.sub(from, to) }

        assert_equal ["catalog/findings/hang.yml: #{complaint}"], problems_of("published", files)
      end
    end

    def test_a_page_without_data_and_data_without_a_page
      files = { **FILES, "docs/findings/lost.md" => PAGE, "catalog/findings/gone.yml" => DATA }
      expected = ["docs/findings/lost.md: has no catalog/findings/lost.yml",
                  "catalog/findings/gone.yml: has no docs/findings/gone.md"]

      assert_equal expected, problems_of("published", files)
    end
  end
end
