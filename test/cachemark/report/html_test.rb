# frozen_string_literal: true

require "test_helper"

# The page of a run, and what all pages share, in a real browser.
class HTMLTest < Minitest::Test
  include ABrowser

  def test_every_kind_of_page_is_whole_and_asks_nobody
    self.class.pages.each do |kind, html|
      page = visit("#{kind}.html", html)
      drawn(page) if html.include?("data-chart")

      assert_empty complaints(page), kind
      assert_empty violations(page), kind
      refute sideways?(page), kind
    end
  end

  def test_a_telephone_shows_it_without_scrolling_the_page_sideways
    %w[run compare].each do |kind|
      page = drawn(visit("#{kind}.html", self.class.pages.fetch(kind), width: 375, scheme: "dark"))
      page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")

      refute sideways?(page), kind
      assert_empty violations(page), kind
    end
  end

  def test_the_first_screen_has_a_chart_and_no_table_of_many_clients_scrolls
    record = Cachemark::Record::Reader.read(Recorded.record("run-classic"), writer: "COMMAND")
    page = drawn(visit("page.html", html(record), width: 1280, height: 900))

    assert_operator page.evaluate("document.querySelector('.plot svg').getBoundingClientRect().top"), :<, 500
    wide = "Array.from(document.querySelectorAll('.scroll')).filter((one) => one.scrollWidth > one.clientWidth)"
    assert_empty page.evaluate("#{wide}.map((one) => one.getAttribute('aria-label'))")
  end

  # A line may be broken at a blank, but not at one between a number and its unit.
  def test_a_number_stays_on_the_line_of_its_unit
    texts = self.class.pages.flat_map { |kind, html| visit("#{kind}.html", html).evaluate("document.body.innerText").lines }

    assert_empty texts.grep(/\d (?:%|ns|µs|ms|s)(?!\w)/)
    refute_empty texts.grep(/\d\u00a0%/)
  end

  def test_names_that_are_markup_stay_text
    page = drawn(visit("page.html", html(MadePages.run(MadePages::HOSTILE))))

    assert_equal "Clients", page.evaluate("document.title")
    assert_includes page.evaluate("document.querySelector('#rows tbody').textContent"), MadePages::HOSTILE
    assert_empty complaints(page)
  end

  def test_without_javascript_every_figure_is_there_with_its_origin
    page = visit("page.html", html, javascript: false)
    rows = "document.querySelectorAll('#rows tbody tr')"

    assert_equal 1, page.evaluate("#{rows}.length")
    assert_match(/draws a chart here. Its figures are in/, page.evaluate("document.querySelector('.plot').innerText"))
    assert page.evaluate("Array.from(document.querySelectorAll('.tell')).every((tell) => tell.tabIndex === 0 && " \
                         "document.getElementById(tell.getAttribute('aria-describedby')).textContent !== '')")
    page.evaluate("document.querySelector('td .tell').focus()")
    assert_match(/Time per call.*8 fresh processes/m, page.evaluate("document.querySelector('td .tell + .tip').innerText"))
    assert_equal "block", style(page, "td .tell:focus + .tip", "display")
  end

  def test_colours_are_the_systems_or_those_that_were_chosen_and_paper_is_white
    page = visit("page.html", html, javascript: false, scheme: "dark")
    dark = style(page, "body", "backgroundColor")
    page.evaluate("document.getElementById('theme-light').checked = true")
    light = style(page, "body", "backgroundColor")
    page.evaluate("document.getElementById('theme-dark').checked = true")

    assert_equal ["rgb(255, 255, 255)", dark], [light, style(page, "body", "backgroundColor")]
    refute_equal dark, light
    page.command("Emulation.setEmulatedMedia", media: "print")
    assert_equal ["rgb(255, 255, 255)", "none"], [style(page, "body", "backgroundColor"), style(page, ".theme", "display")]
  end

  def test_it_prints_on_a4
    page = drawn(visit("page.html", html))
    pdf = page.pdf(encoding: :binary, prefer_css_page_size: true)

    assert_match(%r{/MediaBox \[0 0 59[45][.\d]* 84[12]}, pdf.b)
  end

  def test_a_table_of_the_classic_suite_stays_below_two_megabytes
    table = Said::Table.of(MadePages.run)
    samples = table.samples.group_by(&:scenario).values.first
    rows = Array.new(140) { |at| table.shown.first.with(scenario: "client/#{at}", label: "dalli:scenario number #{at}") }
    table = table.with(rows: rows, samples: rows.flat_map { |row| samples.map { |sample| sample.with(scenario: row.scenario) } })

    assert_operator html(MadePages.run, table: table).bytesize, :<, 2_000_000
  end

  class << self
    def pages = @pages ||= MadePages.all.to_h
  end

  private

  def html(record = MadePages.run, table: Said::Table.of(record))
    Cachemark::Report::Run.text(table, "html", record: record)
  end

  def style(page, selector, name) = page.evaluate("getComputedStyle(document.querySelector(#{selector.inspect})).#{name}")
end
