# frozen_string_literal: true

require "test_helper"

module Check
  class ExamplesTest < Minitest::Test
    include FixtureTree

    CAPTION = "(2026-11-25, load 0.30 before it began, 2 AMD EPYC cores, Cachemark 1.0.0.)"

    def test_accepts_commands_and_outputs_with_a_marker
      page = "```\ncachemark run dalli\n```\n\n<!-- example: cachemark run dalli -->\n\n```\n1 µs\n```\n\n#{CAPTION}\n"

      assert_empty problems_of("examples", "README.md" => page, "guides/a.md" => "<!-- kept: a form -->\n\n```\nA of N\n```\n")
    end

    def test_refuses_an_output_without_a_marker
      assert_equal ["guides/a.md:3: printed output has no marker (example: or kept:)"],
                   problems_of("examples", "guides/a.md" => "It prints:\n\n```\n1 µs\n```\n")
    end

    def test_refuses_a_caption_that_belongs_to_nothing_or_has_more_lines
      assert_equal ["a caption is one line, directly after an output with a marker"], said("Text.\n\n#{CAPTION}\n")
      assert_equal ["a caption is one line, directly after an output with a marker"],
                   said("<!-- example: cachemark run -->\n\n```\n1\n```\n\n(2026-11-25, Cachemark 1.0.0. See\nthere.)\n").first(1)
    end

    def test_refuses_a_marker_that_nobody_can_follow
      assert_equal ["ls -l: is no command of cachemark"], said("<!-- example: ls -l -->\n\n```\n1\n```\n")
      assert_equal ["twice: is no option of an example"], said("<!-- example: cachemark run | twice -->\n\n```\n1\n```\n")
      assert_equal ["exit one: is no exit code"], said("<!-- example: cachemark run | exit one -->\n\n```\n1\n```\n")
      assert_equal ["lines 3: is no list of ranges, such as 1..3, /verdict/.../^Note:/"],
                   said("<!-- example: cachemark run | lines 3 -->\n\n```\n1\n```\n")
    end

    def test_refuses_a_prompt_with_another_command
      page = "<!-- example: cachemark run dalli --for 1m -->\n\n```\n$ cachemark run \\\n    %s --for 1m\n\n1 µs\n```\n\n" \
             "#{CAPTION}\n"

      assert_empty said(format(page, "dalli"))
      assert_equal ["its prompt is another command"], said(format(page, "pylibmc"))
    end

    def test_refuses_an_example_that_no_release_measured
      page = "<!-- example: cachemark run -->\n\n```\n1\n```\n\n%s\n"

      assert_empty said(format(page, CAPTION))
      assert_equal ["Cachemark 0.1.0"], said(format(page, CAPTION.sub("1.0.0", "0.1.0")))
      assert_equal ["was never measured"], said("<!-- example: cachemark run -->\n\n```\n1\n```\n")
    end

    def test_refuses_kept_figures_without_their_date
      assert_equal ["kept figures of version 0 have no date"], said("<!-- kept: of the method -->\n\nCachemark 0.1.0: 3 %\n")
      assert_empty said("<!-- kept: of the method -->\n\nOn 2026-11-22, Cachemark 0.1.0: 3 %\n")
    end

    def test_reads_nothing_but_the_readme_the_guides_and_docs
      assert_empty problems_of("examples", "docs/findings/a.md" => "```\nout\n```\n", "bench/README.md" => "```\nout\n```\n")
    end

    private

    def said(page) = problems_of("examples", "README.md" => page).map { |problem| problem.sub(/\AREADME\.md:\d+: /, "") }
  end
end
