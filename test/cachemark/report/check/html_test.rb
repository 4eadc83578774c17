# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::HTMLTest < Minitest::Test
    include ABrowser

    def test_a_cell_leads_to_its_evidence
      page = visit("check.html", html)

      assert_empty complaints(page)
      assert_equal "CORRUPT", page.evaluate("document.querySelector('#cases a.corrupt').textContent")
      page.evaluate("document.querySelector('#cases a.corrupt').click()")
      assert(page.evaluate("document.querySelector(location.hash).closest('details').open"))
      text = page.evaluate("document.querySelector(location.hash).textContent")
      ["get of k2 returned another key's value", "cachemark check dalli --case interrupt/kill-in-get --seed 7",
       "Expected: a value is its key's", "get k2: \"k1's <b>\"", "67 65 74 20 6b 31"].each { |part| assert_includes text, part }
    end

    def test_a_cell_tells_what_was_set_aside_and_what_is_left_out
      calls = MadeCheck.evidence[:history]
      page = html(history: calls * 30, anew: { "HANG" => 1 })

      assert_includes page, "<b>Made anew:</b> 1 trial that came out HANG</p>"
      assert_includes page, "100 lines left out here: the record has them</td></tr>"
      refute_match(/Made anew|left out here/, html)
      assert_empty violations(visit("check-anew.html", page))
    end

    # Who comes to a cell by its link reads first whose it is.
    def test_the_heading_of_a_cell_that_was_followed_is_seen
      page = visit("check.html", html, width: 375)
      page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
      page.evaluate("document.querySelector('#cases a.corrupt').click()")

      cell = "document.querySelector(location.hash).closest('details')"
      assert_operator page.evaluate("#{cell}.getBoundingClientRect().top"), :>=, 0
    end

    def test_what_is_bad_comes_first_and_leads_to_its_evidence
      page = html

      first = %r{What is bad</h2>\s*<ul><li><a class="outcome corrupt" href="#cell-\d"[^>]*>CORRUPT</a> dalli interrupt/kill}
      assert_match(first, page)
      assert_operator page.index("What is bad</h2>"), :<, page.index("Cases</h2>")
    end

    def test_a_worker_has_a_column_where_there_are_several
      lanes = MadeCheck.evidence[:history].map { |call| call.merge("lane" => 3) }

      refute_includes html, ">worker<"
      assert_includes html(history: lanes), ">worker<"
    end

    def test_nobody_is_left_out_and_no_page_scrolls_sideways
      [[1440, "light"], [375, "dark"]].each do |width, scheme|
        page = visit("check-#{width}.html", html, width: width, scheme: scheme)
        page.evaluate("document.querySelectorAll('details').forEach(function (one) { one.open = true; })")

        assert_empty violations(page)
        refute sideways?(page)
      end
    end

    def test_has_the_fault_the_releases_and_the_baseline
      page = html(run: MadeCheck.knowing({ "interrupt/kill-in-set" => "HANG" }))

      ["a worker is killed", "a value is its key&#39;s", "Better: dalli interrupt/kill-in-set"].each do |part|
        assert_includes page, part
      end
      ranged = Report::Check::HTML.new(Said::Check.of(MadeCheck.ranged)).to_s
      assert_match(%r{>CORRUPT</a> 1\.0\.\.1\.1, <a class="outcome pass" href="#cell-\d".*>PASS</a> 1\.2\.\.1\.4}, ranged)
    end

    def test_what_came_to_no_end_says_so_first
      assert_equal "The check did not come to its end: 6 cases were examined.", html(ended: nil)[/class="lead">([^<]*)/, 1]
      refute_includes html(ended: nil, controls: []), "no control was tried"
    end

    private

    def html(history: MadeCheck.evidence[:history], anew: {}, **more)
      corrupt = MadeCheck.line("dalli", "interrupt/kill-in-get", "CORRUPT", **MadeCheck.evidence, history: history, anew: anew)
      rest = { "dalli" => { "interrupt/kill-in-set" => "PASS", "key/a" => "NON-STRICT", "key/b" => "UNSUPPORTED",
                            "key/c" => "INFO" },
               "socket" => { "interrupt/kill-in-get" => "PASS" } }
      Report::Check::HTML.new(MadeCheck.of(rest, lines: [corrupt], **more)).to_s
    end
  end
end
