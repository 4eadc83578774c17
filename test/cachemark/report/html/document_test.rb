# frozen_string_literal: true

require "test_helper"
require "cgi"

# What the page of a run says, as text; that it works is shown by HTMLTest.
class DocumentTest < Minitest::Test
  HTML = Cachemark::Report::HTML

  def html = HTML.new(Said::Table.of(record), record: record).to_s

  def record = @record ||= MadePages.run

  def test_a_row_leads_to_how_it_is_repeated
    assert_includes html, %(<a href="#repeat-1" aria-label="how to repeat dalli:set">how</a>)
    assert_match(%r{<tr id="repeat-1">.*?<code>cachemark run --locked run.jsonl dalli --scenario client/set</code>}m, html)
  end

  def test_what_a_shell_would_take_for_something_else_is_quoted
    row = MadeRecord.row(contender: "it's $HOME", label: "x")
    repeats = HTML::Repeats.new([row], all: ["run"], command: ->(one) { ["run", one.contender, "dalli,binary=on"] })

    assert_includes CGI.unescapeHTML(repeats.section.body), %q(cachemark run 'it'\''s $HOME' dalli,binary=on)
  end

  def test_it_says_where_it_comes_from
    origin = html[/<h2 id="origin">.*/m]

    ["AMD EPYC", "memcached 1.6.18", "2026-11-21T10:00:00Z", "0.1.0", "<code>cachemark run</code>", "<code>run.jsonl</code>",
     "placement one-core", "ruby 3.1.2"].each { |fact| assert_includes origin, fact }
  end

  def test_every_figure_tells_what_it_is_and_what_it_is_made_of
    assert_includes html, "paired by round, with its 95 % interval.\n" \
                          "dalli, dalli:set: 8 fresh processes, 24 blocks, 2,400 iterations of 3 calls"
  end

  def test_a_row_without_a_speed_says_why
    table = Said::Table.of(record)
    rows = table.rows.map { |row| row.with(status: "invalid", reason: "wrong value for k1", wall_ns: nil) }
    html = HTML.new(table.with(rows: rows)).to_s

    assert_match(%r{<span class="tell status"[^>]*>invalid</span><span[^>]*>invalid: wrong value for k1\n}, html)
  end

  def test_figures_that_only_a_chart_has_are_there_as_text
    unfolded = html.scan(%r{<details class="figures">.*?</details>}m)

    assert_equal ["Distribution over processes", "Over time inside the run"], unfolded.map { |one| one[/chart: (.*?)</, 1] }
    assert_equal 8, unfolded.first[%r{<th scope="row">dalli client/set sync</th>(.*?)</td>}, 1].scan(/2\.0\d\d us/).size
    assert_match(/\d s [+-]\d\.\d %/, unfolded.last)
  end

  def test_what_the_terminal_says_below_its_table_is_there_too
    table = Said::Table.of(record)
    rows = table.rows.map { |row| row.with(footnotes: ["of #{row.contender} <alone>"]) }
    html = HTML.new(table.with(rows: rows, notes: ["the machine was busy"])).to_s

    assert_includes html, %(<li id="note-1">of dalli &lt;alone&gt;</li>)
    assert_includes html, %(<a href="#note-1">1</a>)
    assert_includes html, "<li>the machine was busy</li>"
  end
end
