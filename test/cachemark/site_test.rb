# frozen_string_literal: true

require "test_helper"

# Each kind of page as text: fixtures/site has what it must be. SITE_PAGES=write writes that again, for a review.
class SitePagesTest < Minitest::Test
  FOLDER = File.expand_path("../fixtures/site", __dir__)
  SITES = { "history" => %w[index clients/ruby-dalli releases/ruby-dalli versions/ruby-dalli/3.2.8..4.0.0 runs data],
            "results" => %w[index clients/ruby-dalli questions/compared questions/run questions/checked questions/lost rules
                            data],
            "later" => %w[index clients/ruby-dalli questions/run rules] }.freeze

  SITES.each do |name, pages|
    pages.each do |page|
      define_method("test_#{name}_#{page}") do
        text = MadeSites.text(self.class.texts.fetch(name).fetch("#{page}.html"))
        path = "#{FOLDER}/#{name}/#{page.tr("/", "-")}.txt"
        File.write(path, text) if ENV["SITE_PAGES"] == "write"

        assert_equal File.read(path, encoding: "UTF-8").lines, text.lines
      end
    end
  end

  def test_every_link_leads_to_a_file_and_every_page_is_linked
    [MadeSites.history, MadeSites.hostile, MadeSite.contents(ratios: { "" => nil }, changes: [])].each do |contents|
      links = SiteLinks.new(*Cachemark::Site::History.files(contents.with(records: true)))

      assert_empty links.problems + links.orphans
    end
    assert_empty SiteLinks.new(self.class.texts["results"].merge("feed.xml" => "")).problems.grep_v(/is not relative/)
  end

  def test_the_same_contents_make_the_same_bytes
    self.class.contents.each { |name, contents| assert_equal self.class.texts[name], MadeSites.texts(contents) }
  end

  def test_hostile_names_stay_text_and_inside_the_folder
    evil = MadeSites.contents_of(MadeResults.run({ "dalli@5.3.2" => 21.0 }, answer: [MadeSites::EVIL]))
    [MadeSites.hostile, evil].each do |contents|
      texts = MadeSites.texts(contents)

      texts.each_key { |path| assert_match(%r{\A[\w~-][\w.~-]*(/[\w~-][\w.~-]*)*\z}, path) }
      texts.select { |path, _| path.end_with?(".html") }.each { |path, text| refute_includes text, "<script>alert", path }
    end
  end

  def self.contents
    { "history" => MadeSites.history, "results" => MadeSites.results, "later" => MadeSites.results(method: 2) }
  end

  def self.texts = @texts ||= contents.transform_values { |one| MadeSites.texts(one) }
end

# The pages as a browser opens them from disk.
class SiteTest < Minitest::Test
  include ABrowser

  def setup
    SitePagesTest.texts.each do |name, texts|
      texts.each do |path, text|
        FileUtils.mkdir_p(File.dirname("#{folder}/#{name}/#{path}"))
        File.binwrite("#{folder}/#{name}/#{path}", text)
      end
    end
  end

  def test_every_page_is_quiet_and_fits_a_telephone_and_everybody
    page = nil
    SitePagesTest::SITES.slice("history", "results").each do |name, pages|
      pages.each do |path|
        page = whole("#{name}/#{path}.html", width: 375, height: 800, tab: page)

        assert_empty complaints(page) + violations(page), path
        refute sideways?(page), path
      end
    end
  end

  def test_a_visitor_gets_from_what_changed_to_its_figures
    page = whole("history/index.html")
    follow(page, "#changes-grid tbody a[href*='#change']", "/clients/ruby-dalli.html#change-")
    follow(drawn(page), "tr:target a", "#series-")

    assert_equal "client/get", page.at_css(":target").text
    assert_empty complaints(page)
  end

  # A chart moves what is below it while it is drawn.
  def test_a_visitor_gets_from_the_question_to_the_figure_and_its_record
    page = whole("results/index.html")
    follow(page, "#ruby-shipped tbody a[href*='clients/ruby-dalli']", "/clients/ruby-dalli.html")
    follow(drawn(page), "#costs-grid tbody a[href*='data.html#']", "data.html#")

    refute_nil page.at_css("tr:target a[href$='.json']")
  end

  def test_the_keyboard_alone_reaches_how_a_figure_is_measured
    page = whole("results/index.html")
    page.evaluate("document.querySelector('#ruby-shipped .tell').focus()")

    assert_includes page.at_css("#ruby-shipped .tell:focus + .tip").text,
                    "cachemark run memcached@1.8.0,ruby=3.3 --with memcached=1.6.45 --scenario client/get --for 60s"
  end

  def test_without_javascript_every_figure_is_there
    { "history/clients/ruby-dalli.html" => "1.60 [1.58, 1.62]", "results/index.html" => "21.0 µs ± 0.5 %" }.each do |path, figure|
      assert_includes visit(path, javascript: false).at_css("main").text.gsub(/[[:space:]]+/, " "), figure
    end
  end

  private

  # Follows a link to an address with that text, by the keyboard: a click may miss while the page scrolls.
  def follow(page, link, address)
    page.evaluate("document.querySelector(#{JSON.generate(link)}).focus()")
    press(page, "Enter")
    there = "location.href.includes(#{JSON.generate(address)}) && document.readyState === 'complete'"
    wait_for(page, "#{address} was not opened", there)
  end

  def whole(path, **look)
    visit(path, **look).tap { |page| drawn(page) if page.evaluate("document.querySelector('[data-chart]') !== null") }
  end
end

class SiteSlugTest < Minitest::Test
  PLAIN = { "ruby/mem_cache_store" => "ruby-mem_cache_store", "4.3.10" => "4.3.10", "3.0.0.pre-1" => "3.0.0.pre-1" }.freeze
  HOSTILE = ["", "..", "../x", "a/b/c", "ruby-dalli", "Ruby/Dalli", "<script>", "\u0000", "é", "con.", "x" * 300, "ruby/",
             ".git", "~", "a b", "4.3.10/..", "1..2"].freeze

  def test_plain_names_stay_readable_and_any_other_is_safe_in_a_folder_and_an_address
    PLAIN.each { |name, slug| assert_equal slug, of(name) }
    HOSTILE.each do |name|
      assert_match(/\A[a-z0-9.-]*~\h{12}\z/, of(name), name)
      refute_match(/\A\.|\.\.$/, of(name), name)
      assert_operator of(name).size, :<=, 80
    end
    assert_equal PLAIN.size + HOSTILE.size, [*PLAIN.keys, *HOSTILE].map { |name| of(name).downcase }.uniq.size
  end

  private

  def of(name) = Cachemark::Site::Slug.of(name)
end
