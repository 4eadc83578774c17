# frozen_string_literal: true

require "test_helper"

module Check
  class FindingsTest < Minitest::Test
    include FixtureTree

    PUBLIC = <<~MARKDOWN
      # dalli: a get hangs

      | | |
      |---|---|
      | Fixed in | 2.0.0 |
      | Status | fixed |
      | Run again | 2026-11-28: not shown by dalli 5.3.2 |

      Program: [hang.rb](hang.rb). In Cachemark: `cachemark check dalli@1.1.5 --case slow/black-hole-in-get`.

      ```
      get did not return
      ```

      ## Cases

      - `dalli@1.1.5`, by `ruby hang.rb HOST:PORT`: `slow/black-hole-in-get`
    MARKDOWN
    WITHHELD = <<~MARKDOWN
      # dalli: a set is lost

      | | |
      |---|---|
      | Fixed in | not fixed |
      | Status | not reported |
      | Run again | 2026-11-28: shown by dalli 5.3.2 |

      A set may be lost.
    MARKDOWN
    INDEX = "| dalli | [hangs](hang.md) | 2.0.0 | fixed |\n| dalli | [is lost](lost.md) | - | not reported |\n"
    FILES = { "docs/findings/README.md" => INDEX, "docs/findings/hang.md" => PUBLIC, "docs/findings/hang.rb" => "",
              "docs/findings/lost.md" => WITHHELD, "docs/findings/reports/lost.md" => "# A set is lost\n\nNot sent.\n" }.freeze

    def test_accepts_a_public_finding_and_one_that_is_not_reported
      assert_empty problems_of("findings", FILES)
    end

    def test_a_finding_that_is_not_reported_has_no_way_to_repeat_it
      ways = { "an example" => "```\nget returned nil\n```\n", "a program" => "Program: [hang.rb](hang.rb)\n",
               "a command" => "In Cachemark: `cachemark check dalli`\n", "cases" => "It is `slow/black-hole-in-get`.\n" }

      ways.each do |way, text|
        assert_equal ["docs/findings/lost.md: is not reported, and docs/findings/lost.md has #{way}"],
                     problems("lost.md" => WITHHELD + text)
        assert_equal ["docs/findings/lost.md: is not reported, and docs/findings/reports/lost.md has #{way}"],
                     problems("reports/lost.md" => "Not sent.\n#{text}")
      end
    end

    def test_a_finding_that_is_not_reported_has_a_report_that_is_not_sent
      assert_equal ["docs/findings/lost.md: is not reported, and has no docs/findings/reports/lost.md"],
                   problems_of("findings", FILES.except("docs/findings/reports/lost.md"))
      assert_match(/does not say "Not sent"/, problems("reports/lost.md" => "# A set is lost\n").join)
    end

    def test_a_report_of_a_public_finding_and_a_program_without_a_page_are_problems
      assert_equal ["docs/findings/reports/hang.md: belongs to no finding that is not reported"],
                   problems("reports/hang.md" => "Not sent.\n")
      %w[lost.rb lost.js].each { |name| assert_equal ["docs/findings/#{name}: no page has this program"], problems(name => "") }
    end

    def test_a_command_next_to_the_link_to_a_finding_that_is_not_reported_is_a_problem
      guide = "`cachemark run dalli` shows that [a set is lost](../docs/findings/lost.md).\n"

      assert_equal ["docs/findings/lost.md: is not reported, and guides/a.md has a command next to its link"],
                   problems_of("findings", FILES.merge("guides/a.md" => guide))
      assert_empty problems_of("findings", FILES.merge("guides/a.md" => guide.sub("shows", "measures.\n\nIt may show")))
    end

    def test_a_status_names_its_evidence
      assert_match(/the status is none of: fixed, reported/, problems("hang.md" => PUBLIC.sub("| fixed |", "| known |")).first)
      assert_equal ["docs/findings/hang.md: is fixed, without a release"],
                   problems("hang.md" => PUBLIC.sub("| 2.0.0 |", "| not fixed |"))
      assert_includes problems("hang.md" => PUBLIC.sub("| fixed |", "| reported by others |")),
                      "docs/findings/hang.md: is reported, without a link"
      assert_match(/does not say when it was run again/, problems("hang.md" => PUBLIC.sub("2026-11-28: ", "")).join)
    end

    def test_the_index_names_each_page_with_its_status
      assert_equal ["docs/findings/hang.md: is not in docs/findings/README.md"], problems("README.md" => INDEX.lines.last)
      assert_equal ["docs/findings/hang.md: is fixed, and docs/findings/README.md says otherwise"],
                   problems("README.md" => INDEX.sub("| fixed |", "| - |"))
    end

    private

    def problems(**changed) = problems_of("findings", FILES.merge(changed.transform_keys { |name| "docs/findings/#{name}" }))
  end
end
