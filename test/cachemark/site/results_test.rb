# frozen_string_literal: true

require "test_helper"
require "tmpdir"

# The pages of results as a browser opens them from disk.
class SiteResultsTest < Minitest::Test
  include ABrowser

  Results = Cachemark::Results
  QUESTION = Cachemark::Catalog::Campaign::Step.new(id: "dalli-5-or-4", argv: %w[compare dalli@4.3.10 dalli@5.3.2],
                                                    question: "Is dalli 5 slower than dalli 4?", about: "Both on one Ruby.")
  CAMPAIGN = Cachemark::Catalog::Campaign.new(id: "c", title: "c", summary: "c", steps: [QUESTION].freeze)
  PAGES = %w[index.html clients/ruby-dalli.html clients/python-pylibmc.html questions/dalli-5-or-4.html rules.html
             data.html].freeze
  CHARTS = %w[index.html clients/ruby-dalli.html questions/dalli-5-or-4.html].freeze
  FASTPATH = { "dalli@5.3.2,string_fastpath=on" => { "string_fastpath" => %w[on off] } }.freeze
  CAMPAIGNS = %w[2026-11-25T10:00:00Z 2026-11-26T10:00:00Z].map do |at|
    { "id" => "standard", "begun" => at, "step" => "a" }
  end.freeze
  COSTS = { "dalli@5.3.2" => 21.0, "dalli@5.3.2,string_fastpath=on" => 19.0, "memcached@1.8.0" => 15.0, "socket" => 14.0 }.freeze
  OUTCOMES = { "dalli@5.3.2" => { "FAIL" => 2, "PASS" => 300 }, "dalli@5.3.2,string_fastpath=on" => { "FAIL" => 3 },
               "memcached@1.8.0" => { "CORRUPT" => 4, "HANG" => 1 } }.freeze
  FASTER = "dalli 5.3.2 is 10 % faster than dalli 4.3.10 in get."
  RESULTS = [
    MadeResults.run(COSTS, departures: FASTPATH),
    MadeResults.run({ "dalli@4.3.10" => 25.0 }, runtimes: { "dalli@4.3.10" => "3.1.2" }),
    MadeResults.run({ "pylibmc@1.6.3" => 17.0, "pymemcache@4.0.0" => 20.0 }, campaign: CAMPAIGNS.first),
    MadeResults.run({ "pylibmc@1.6.3" => { us: 17.2, ratio: 1.15 } }, at: "2026-11-26T11:00:00Z", campaign: CAMPAIGNS.last),
    MadeResults.run({ "dalli@5.3.2" => { us: 30.0, ratio: 1.41 } }, machine: { id: "aaaa0000bbbb1111", cpu: "Intel Xeon" }),
    MadeResults.check(OUTCOMES, departures: FASTPATH),
    MadeResults.check({ "pylibmc@1.6.3" => { "CORRUPT" => 1, "FAIL" => 4 }, "pymemcache@4.0.0" => { "HANG" => 1 } }),
    MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", -0.1, [-0.11, -0.09], verdict: "faster", argv: QUESTION.argv,
                        campaign: { "id" => "c", "begun" => "2026-11-26T10:00:00Z", "step" => QUESTION.id }),
    MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", -0.08, [-0.09, -0.07], verdict: "faster",
                        machine: { id: "aaaa0000bbbb1111", cpu: "Intel Xeon" })
  ].freeze

  def setup
    super
    survey = Results::Survey.new(RESULTS.sort_by(&:started_at))
    contents = Cachemark::Site::Results::Contents.new(survey: survey, campaigns: [CAMPAIGN],
                                                      repository: "https://example.org/cachemark")
    pages = Cachemark::Site::Results::Pages.new(contents, Results::Folder.new("#{folder}/none"))
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
    PAGES.each { |path| assert_empty violations(whole(path)), path }
  end

  # A chart moves what is below it while it is drawn.
  def test_a_visitor_gets_from_the_question_to_the_figure_and_its_record
    page = whole("index.html")

    assert_includes page.body, "ruby/memcached 1.8.0 and dalli 5.3.2 are on the frontier"
    follow(page, "#ruby-shipped tbody a[href*='clients/ruby-dalli']", "/clients/ruby-dalli.html")

    assert_includes words(page), "cachemark check dalli@5.3.2,ruby=3.3 --memcached 1.6.45 --case interrupt/fail-0 --seed 7"
    follow(drawn(page), "#costs-grid tbody a[href*='data.html#']", "data.html#")

    assert_match(/data\.html#20261126T100000Z-\h{12}\z/, page.current_url)
    refute_nil page.at_css("tr:target a[href$='.json']")
  end

  def test_the_keyboard_alone_reaches_how_a_figure_is_measured
    page = open("index.html")
    page.evaluate("document.querySelector('#ruby-shipped .tell').focus()")

    assert_includes page.at_css("#ruby-shipped .tell:focus + .tip").text,
                    "cachemark run memcached@1.8.0,ruby=3.3 --memcached 1.6.45 --scenario client/get --for 60s"
  end

  def test_without_javascript_every_figure_is_there
    page = open("index.html", javascript: false)

    ["15.0 µs ± 0.5 %", "21.0 µs ± 0.5 %", "string_fastpath=on (default off)", "reproduced on 2 machines"].each do |text|
      assert_includes words(page), text
    end
  end

  def test_a_question_has_its_answer_its_chart_and_its_command
    page = whole("questions/dalli-5-or-4.html")
    text = words(page)

    [FASTER, "Both on one Ruby.", "-10.0 % [-11.0, -9.0]", "cachemark compare dalli@4.3.10 dalli@5.3.2"].each do |words|
      assert_includes text, words
    end
    refute_nil page.at_css(".plot.drawn svg")
  end

  def test_the_data_page_says_how_far_campaigns_and_machines_agree
    text = words(open("data.html"))

    assert_match(/standard of 2026-11-25T10:00:00Z .* and standard of 2026-11-26T10:00:00Z .*: 1 common figure of × socket/, text)
    assert_includes text, "which differ by 1.5 %"
    assert_includes text, "which differ by 0.7 %"
    refute_includes text, "configurations checked in both"
    assert_includes text, "1 common comparison, 1 with the same verdict. Their changes differ by 2.0 percentage points"
    assert_includes text, "dalli 5.3.2 against dalli 4.3.10 in client/get: faster -10.0 % [-11.0, -9.0] " \
                          "and faster -8.0 % [-9.0, -7.0]"
  end

  private

  # Follows a link to an address with that text, by the keyboard: a click may miss while the page scrolls.
  def follow(page, link, address)
    page.evaluate("document.querySelector(#{JSON.generate(link)}).focus()")
    press(page, "Enter")
    there = "location.href.includes(#{JSON.generate(address)}) && document.readyState === 'complete'"
    wait_for(page, "#{address} was not opened", there)
  end

  # The text of a page, with plain blanks.
  def words(page) = page.at_css("main").text.gsub(/[[:space:]]+/, " ")

  def open(path, **more) = visit("site/#{path}", **more)
  def whole(path, **more) = open(path, **more).tap { |page| drawn(page) if CHARTS.include?(path) }
end
