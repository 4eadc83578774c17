# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::HTMLTest < Minitest::Test
    include ABrowser

    def test_a_cell_leads_to_its_evidence
      page = visit("check.html", html)

      assert_empty complaints(page)
      assert_equal "CORRUPT", page.evaluate("document.querySelector('#cases-interrupt a.corrupt').textContent")
      page.evaluate("document.querySelector('#cases-interrupt a.corrupt').click()")
      assert(page.evaluate("document.querySelector(location.hash).closest('details').open"))
      text = page.evaluate("document.querySelector(location.hash).textContent")
      ["get of k2 returned another key's value", "cachemark check dalli --case interrupt/kill-in-get --seed 7",
       "get k2: \"k1's <b>\"", "67 65 74 20 6b 31"].each { |part| assert_includes text, part }
    end

    def test_nobody_is_left_out_and_no_page_scrolls_sideways
      [[1440, "light"], [375, "dark"]].each do |width, scheme|
        page = visit("check-#{width}.html", html, width: width, scheme: scheme)
        page.evaluate("document.querySelectorAll('details').forEach(function (one) { one.open = true; })")

        assert_empty violations(page)
        refute sideways?(page)
      end
    end

    def test_has_the_situation_the_releases_and_the_baseline
      page = html(run: MadeCheck.knowing({ "interrupt/kill-in-set" => "HANG" }))

      ["a worker is killed", "a value is its key&#39;s", "Better: dalli interrupt/kill-in-set"].each do |part|
        assert_includes page, part
      end
      ranged = Report::Check::HTML.new(Stats::Check.of(MadeCheck.ranged)).to_s
      assert_match(%r{>CORRUPT</a> 1\.0\.\.1\.1, <a class="outcome pass" href="#cell-\d".*>PASS</a> 1\.2\.\.1\.4}, ranged)
    end

    private

    def html(**more)
      corrupt = MadeCheck.line("dalli", "interrupt/kill-in-get", "CORRUPT", **MadeCheck.evidence)
      rest = { "dalli" => { "interrupt/kill-in-set" => "PASS", "key/a" => "NON-STRICT", "key/b" => "UNSUPPORTED",
                            "key/c" => "INFO" },
               "socket" => { "interrupt/kill-in-get" => "PASS" } }
      Report::Check::HTML.new(MadeCheck.of(rest, lines: [corrupt], **more)).to_s
    end
  end
end
