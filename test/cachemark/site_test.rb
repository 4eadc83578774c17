# frozen_string_literal: true

require "test_helper"

# The pages as a browser opens them from disk.
class SiteTest < Minitest::Test
  include ABrowser

  PAGES = %w[index.html clients/ruby-dalli.html releases/ruby-dalli.html versions/ruby-dalli/3.2.8..4.0.0.html runs.html
             data.html].freeze
  CHARTS = %w[clients/ruby-dalli.html releases/ruby-dalli.html versions/ruby-dalli/3.2.8..4.0.0.html].freeze

  def setup
    tracks = %w[client/get client/a-long-name-of-a-scenario].map { |scenario| MadeSite.track(scenario: scenario) }
    pages = Cachemark::Site::Pages.new(MadeSite.contents(tracks: tracks))
    Cachemark::Site::Folder.new("#{folder}/site").fill(pages.texts)
  end

  def test_every_page_is_quiet_and_fits_a_telephone
    PAGES.each do |path|
      page = whole(path, width: 375, height: 800)

      assert_empty complaints(page), path
      refute sideways?(page), path
    end
  end

  def test_pages_are_for_everybody
    (["index.html"] + CHARTS.first(1)).each { |path| assert_empty violations(whole(path)), path }
  end

  def test_a_visitor_gets_from_what_changed_to_its_figures
    page = open("index.html")
    page.at_css("#changes-grid tbody a[href*='#change']").click
    page.network.wait_for_idle

    assert_match(%r{/clients/ruby-dalli\.html#change-\h{12}\z}, page.current_url)
    page.at_css("tr:target a").click

    assert_match(/#series-\h{12}\z/, page.current_url)
    assert_equal "client/get", page.at_css(":target").text
    assert_empty complaints(page)
  end

  def test_without_javascript_every_figure_is_there
    page = open("clients/ruby-dalli.html", javascript: false)

    assert_includes page.body, "1.60 [1.58, 1.62]"
    assert_includes page.at_css(".plot").text, "Its figures are in the tables of this page."
  end

  private

  def open(path, **more) = visit("site/#{path}", **more)
  def whole(path, **more) = open(path, **more).tap { |page| drawn(page) if CHARTS.include?(path) }
end
