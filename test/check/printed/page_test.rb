# frozen_string_literal: true

require "test_helper"
require_relative "../../../check/printed"

module Check
  module Printed
    class PageTest < Minitest::Test
      OLD = "(2026-11-25, load below 0.5, 2 AMD EPYC cores, Cachemark 0.1.0, memcached 1.6.18.)"
      NEW = "(2026-11-28, load 0.30 before it began, 2 AMD EPYC cores, Cachemark 1.0.0.)"
      MARKER = "<!-- example: cachemark run dalli --for 1m -->"
      EXAMPLE = "#{MARKER}\n\n```\nget  22.80 µs\n```\n\n#{OLD}\n"

      def test_replaces_the_output_and_its_caption_and_nothing_else
        assert_equal "# Page\n\n#{MARKER}\n\n```\nget  20.00 µs\n```\n\n#{NEW}\n\nProse.\n",
                     renewed("# Page\n\n#{EXAMPLE}\nProse.\n")
      end

      def test_replaces_every_place_of_the_marker
        assert_equal 2, renewed("#{EXAMPLE}\n#{EXAMPLE}").scan("get  20.00 µs\n```\n\n#{NEW}\n").size
      end

      def test_adds_a_caption_where_there_is_none
        assert_equal "#{MARKER}\n\n```\nget  20.00 µs\n```\n\n#{NEW}\n\n- more\n",
                     renewed("#{MARKER}\n\n```\nold\n```\n\n- more\n")
      end

      def test_replaces_a_table
        assert_equal "#{MARKER}\n\n```\nget  20.00 µs\n```\n\n#{NEW}\n\nProse.\n",
                     renewed("#{MARKER}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n#{OLD}\n\nProse.\n")
      end

      def test_adds_an_output_where_there_is_none_and_keeps_commands
        typed = "\n\n```\ncachemark list clients\n```\n"

        assert_equal "#{MARKER}\n\n```\nget  20.00 µs\n```\n\n#{NEW}#{typed}", renewed("#{MARKER}#{typed}")
      end

      def test_keeps_a_prompt
        prompt = "$ cachemark run dalli \\\n    --for 1m\n"

        assert_includes renewed(EXAMPLE.sub("get ", "#{prompt}\nget ")), "```\n#{prompt}\nget  20.00 µs\n```\n"
      end

      def test_reads_a_marker_of_several_lines
        page = Page.new("a.md", EXAMPLE.sub("dalli", "dalli\n       memcached"))

        assert_equal %w[cachemark run dalli memcached --for 1m], page.examples.first.marker.argv
      end

      def test_leaves_markers_in_blocks_alone
        assert_empty Page.new("a.md", "```yaml\n#{MARKER}\n```\n").examples
      end

      def test_refuses_an_output_that_would_end_the_block
        page = Page.new("a.md", EXAMPLE)

        assert_raises(Problem) { page.with(page.examples.first.marker, ["```"], NEW) }
      end

      def test_knows_the_date_and_the_version_of_a_caption
        page = Page.new("a.md", EXAMPLE)

        assert_equal({ "date" => "2026-11-25", "version" => "0.1.0" }, page.caption(page.examples.first).named_captures)
      end

      def test_reports_examples_without_a_release
        assert_equal ["a.md:7: Cachemark 0.1.0"], Page.new("a.md", EXAMPLE).outdated
        assert_equal ["a.md:1: was never measured"], Page.new("a.md", "#{MARKER}\n\nProse.\n").outdated
        assert_empty Page.new("a.md", renewed(EXAMPLE)).outdated
      end

      def test_kept_and_generated_figures_may_be_older
        kept = "<!-- kept: of the method -->\n\n| a |\n|---|\n\n#{OLD}\n\n"

        included = "<!-- included: calibration -->\nCachemark 0.1.0\n<!-- end of calibration -->\n"
        assert_empty Page.new("a.md", "#{kept}#{included}").outdated
        assert_equal ["a.md:8: Cachemark 0.1.0"], Page.new("a.md", "#{kept}Cachemark 0.1.0 did.\n").outdated
      end

      def test_finds_prose_with_a_figure_that_is_no_more
        page = Page.new("a.md", "#{EXAMPLE}\nA get took 22.80 µs, not 122.80 µs or 20.00 µs.\n")
        lost = page.lost(page.examples.first.marker, ["get  20.00 µs"])

        assert_equal({ "a.md:9" => ["22.80 µs"] }, page.repeating(lost))
      end

      def test_has_the_first_commands_of_a_section_and_the_files_of_the_page
        page = Page.new("a.md", "# Do it\n\n```yaml\n# shop.yml\nkind: client\n```\n\n## A `b` here\n\n```\nout\n```\n\n" \
                                "```\ngit init\ncd x\n```\n")

        assert_equal ["git init", "cd x"], page.commands("a-b-here")
        assert_equal({ "shop.yml" => "# shop.yml\nkind: client\n" }, page.files)
        assert_raises(Problem) { page.commands("elsewhere") }
      end

      private

      def renewed(text)
        page = Page.new("a.md", text)
        page.with(page.examples.first.marker, ["get  20.00 µs"], NEW).text
      end
    end
  end
end
