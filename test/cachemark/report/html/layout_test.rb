# frozen_string_literal: true

require "test_helper"

# The page around every report.
class LayoutTest < Minitest::Test
  include ABrowser

  Layout = Cachemark::Report::HTML::Layout
  SPEC = { data: { values: [{ name: "</script><b>", cost: 3 }, { name: "b", cost: 30 }] }, mark: "point",
           usermeta: { scales: "linear" },
           encoding: { x: { field: "cost", type: "quantitative", scale: { type: "linear" } },
                       y: { field: "name", type: "nominal" }, tooltip: { field: "name" } } }.freeze

  def test_a_page_with_everything_inside_asks_nobody
    page = drawn(visit("page.html", html))

    assert_empty complaints(page)
    assert_includes page.evaluate("document.querySelector('.plot svg').textContent"), "</script><b>"
    assert_equal "Costs & <others>", page.evaluate("document.title")
    assert_equal "#it", page.evaluate("document.querySelector('nav a').getAttribute('href')")
  end

  def test_a_page_of_a_site_links_what_it_needs
    FileUtils.mkdir_p([File.join(folder, "assets"), File.join(folder, "sub")])
    Layout.assets.each { |name, bytes| File.binwrite(File.join(folder, "assets", name), bytes) }
    page = drawn(visit("sub/page.html", html(assets: "assets/", root: "../", nav: [["Home", "index.html"]])))

    assert_empty complaints(page)
    assert_equal "../index.html", page.evaluate("document.querySelector('nav a').getAttribute('href')")
    assert_operator page.evaluate("document.documentElement.outerHTML.length"), :<, 100_000
  end

  def test_nothing_may_be_loaded_run_or_sent_that_is_not_the_pages_own
    foreign = "<img src='https://example.com/a.png'><script>document.title = 'x'</script>"
    page = visit("page.html", html.sub("</main>", "#{foreign}</main>"))

    assert_equal "Costs & <others>", page.evaluate("document.title")
    assert_equal 2, complaints(page).grep(/Content Security Policy/).size
  end

  def test_a_chart_has_a_linear_and_a_logarithmic_axis
    page = drawn(visit("page.html", html))
    before = labels(page)
    page.evaluate("document.querySelector('.scales input[value=log]').click()")
    after = 500.times.lazy.map { labels(page).tap { sleep 0.02 } }.find { |labels| labels != before }

    assert_match(/\A0.*30/, before)
    refute_nil after
    refute_match(/\A0/, after)
  end

  def test_a_point_shows_its_text_under_the_mouse
    page = drawn(visit("page.html", html))
    place = page.evaluate("(({ x, y, width, height }) => [x + width / 2, y + height / 2])" \
                          "(document.querySelector('.mark-symbol path').getBoundingClientRect())")
    page.mouse.move(x: place.first, y: place.last)

    assert_equal "</script><b>", page.evaluate("document.querySelector('.tip.shown').textContent")
  end

  def test_without_charts_there_is_nothing_to_draw_them_with
    assert_operator Layout.page(title: "Words", body: "<p>words</p>").bytesize, :<, 30_000
  end

  def test_licences_travel_with_what_they_are_for
    assert_equal 2, html.scan("Redistributions in binary form must reproduce").size
    Layout.assets.each_value { |bytes| refute_match(%r{</script|sourceMappingURL}i, bytes) }
  end

  private

  # What stands at the axes.
  def labels(page) = page.evaluate("document.querySelector('.plot svg').textContent")

  def html(nav: [["It", "#it"]], **more)
    chart = Cachemark::Report::HTML::Chart.place("one", title: "Costs", words: "Each of them, as in the table.")
    body = "<h2 id='it'>It</h2>#{chart}"
    Layout.page(title: "Costs & <others>", body: body, specs: { "one" => SPEC }, nav: nav, **more)
  end
end
