# frozen_string_literal: true

require "test_helper"
require "yaml"

# The page of a run, and what all pages share, in a real browser.
class HTMLTest < Minitest::Test
  include ABrowser

  # Kinds that are looked at on a telephone too, in the dark.
  NARROW = %w[run sweep compare].freeze

  # A line may be broken at a blank, but not at one between a number and its unit.
  def test_every_kind_of_page_is_whole_and_for_everybody_and_asks_nobody
    page = nil
    texts = MadePages.all.flat_map do |kind, html|
      page = drawn(visit("#{kind}.html", html, tab: page))

      assert_empty complaints(page), kind
      assert_empty violations(page), kind
      refute sideways?(page), kind
      page.evaluate("document.body.innerText").lines.tap { on_a_telephone(page, kind) if NARROW.include?(kind) }
    end

    assert_empty texts.grep(/\d (?:%|ns|µs|ms|s)(?!\w)/)
    refute_empty texts.grep(/\d\u00a0%/)
  end

  def test_the_first_screen_has_a_chart_and_no_table_of_many_clients_scrolls_and_a_name_breaks_only_between_its_words
    page = classic(width: 1280)

    assert_operator page.evaluate("document.querySelector('.plot svg').getBoundingClientRect().top"), :<, 500
    wide = "Array.from(document.querySelectorAll('.scroll')).filter((one) => one.scrollWidth > one.clientWidth)"
    assert_empty page.evaluate("#{wide}.map((one) => one.getAttribute('aria-label'))")
    assert_empty broken_words(page)
    assert_empty page.evaluate("document.querySelector('.plot svg').textContent").scan(/\w*…/)
  end

  def test_a_telephone_shows_the_time_per_call_without_scrolling
    page = classic(width: 375)
    times = "Array.from(document.querySelectorAll('#rows tbody td:nth-child(3)'))"

    assert_operator page.evaluate("#{times}.map((cell) => cell.getBoundingClientRect().right)").max, :<=, 375 - 16
  end

  def test_charts_use_the_width_of_a_telephone_and_not_more
    page = classic(width: 375)
    share = "(plot) => plot.querySelector('svg').width.baseVal.value / plot.clientWidth"

    assert_operator page.evaluate("Array.from(document.querySelectorAll('.plot')).map(#{share})").max, :<=, 1.02
  end

  def test_the_caption_of_a_table_that_scrolls_is_inside_the_window
    page = classic(width: 375)
    ends = page.evaluate(<<~JAVASCRIPT)
      Array.from(document.querySelectorAll("caption")).map((caption) => {
        const words = Array.from(caption.childNodes);
        caption.textContent = "words ".repeat(30);
        const end = caption.getBoundingClientRect().right;
        caption.replaceChildren(...words);
        return end;
      })
    JAVASCRIPT

    assert_operator ends.max, :<=, 360
  end

  def test_an_option_stays_on_one_line
    page = classic(width: 375)
    split = "Array.from(document.querySelectorAll('code span')).filter((option) => option.getClientRects().length > 1)"

    assert_operator page.evaluate("document.querySelectorAll('code span').length"), :>, 100
    assert_empty page.evaluate("#{split}.map((option) => option.innerText)")
  end

  def test_names_that_are_markup_stay_text
    page = hostile

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
    pdf = hostile.pdf(encoding: :binary, prefer_css_page_size: true)

    assert_match(%r{/MediaBox \[0 0 59[45][.\d]* 84[12]}, pdf.b)
  end

  def test_a_table_of_the_classic_suite_stays_below_two_megabytes
    table = Said::Table.of(MadePages.run)
    samples = table.samples.group_by(&:scenario).values.first
    rows = Array.new(140) { |at| table.shown.first.with(scenario: "client/#{at}", label: "dalli:scenario number #{at}") }
    table = table.with(rows: rows, samples: rows.flat_map { |row| samples.map { |sample| sample.with(scenario: row.scenario) } })

    assert_operator html(MadePages.run, table: table).bytesize, :<, 2_000_000
  end

  private

  def html(record = MadePages.run, table: Said::Table.of(record))
    Cachemark::Report::Run.text(table, "html", record: record)
  end

  # The page of a run with many clients.
  def classic(**look)
    common("classic.html", **look) { html(Cachemark::Record::Reader.read(Recorded.record("run-classic"), writer: "COMMAND")) }
  end

  def hostile = common("page.html") { html(MadePages.run(MadePages::HOSTILE)) }

  def on_a_telephone(page, kind)
    resize(page, width: 375, scheme: "dark")
    assert_verdicts_are_in_sight(page) if kind == "compare"
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")

    refute sideways?(page), kind
    assert_empty violations(page), kind
  end

  # Each verdict and its change are inside of the box that scrolls.
  def assert_verdicts_are_in_sight(page)
    hidden = page.evaluate(<<~JAVASCRIPT)
      Array.from(document.querySelectorAll("#verdicts tbody td")).filter((cell) => {
        const box = cell.closest(".scroll").getBoundingClientRect(), own = cell.getBoundingClientRect();
        return cell.innerText !== "" && (own.left < box.left || own.right > box.right);
      }).map((cell) => cell.innerText)
    JAVASCRIPT

    assert_empty hidden
    assert_match(/▲ slower\s+\+5\.\d/, page.evaluate("document.querySelector('#verdicts tbody tr').innerText"))
  end

  # The words in tables that continue on the next line.
  def broken_words(page)
    page.evaluate(<<~JAVASCRIPT)
      Array.from(document.querySelectorAll(".data th, .data td.left")).filter((cell) => {
        const letters = [], walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
          if (walk.currentNode.parentElement.closest(".tip, code")) continue;
          Array.from(walk.currentNode.data).forEach((letter, at) => {
            const range = document.createRange();
            range.setStart(walk.currentNode, at);
            range.setEnd(walk.currentNode, at + 1);
            letters.push([letter, range.getBoundingClientRect().top]);
          });
        }
        return letters.some(([letter, top], at) => at && top > letters[at - 1][1] + 5 && /[a-z0-9]/i.test(letters[at - 1][0]) && /[a-z0-9]/i.test(letter));
      }).map((cell) => cell.innerText)
    JAVASCRIPT
  end

  def style(page, selector, name) = page.evaluate("getComputedStyle(document.querySelector(#{selector.inspect})).#{name}")
end

# Tables that sort, filter and tell, by the keyboard alone.
class GridTest < Minitest::Test
  include ABrowser

  HTML = Cachemark::Report::HTML
  ROWS = [["b", 900], ["a", 1_200_000], ["c", nil], ["d", 3_000], ["e & <f>", 40], ["g", 7]].freeze

  def test_a_heading_sorts_by_value_with_empty_cells_last
    page = visit("grid.html", html)
    page.evaluate("document.querySelectorAll('th button')[1].focus()")
    press(page, "Enter")

    assert_equal ["ascending", "g e & <f> b d a c"], [sorted(page), names(page)]
    press(page, "Enter")
    assert_equal ["descending", "a d b e & <f> g c"], [sorted(page), names(page)]
  end

  def test_typing_leaves_the_rows_that_have_the_words
    page = visit("grid.html", html)
    page.evaluate("document.querySelector('.filter input').focus()")
    press(page, "f", ">")

    assert_equal "e & <f>", names(page)
    assert_equal "1 of 6 rows", page.evaluate("document.querySelector('.filter [role=status]').innerText")
  end

  def test_arrows_move_between_figures_and_each_shows_its_origin
    page = visit("grid.html", html)
    page.evaluate("document.querySelector('.tell').focus()")
    assert_equal ["900", "A time.\nThe row b."], focused(page)
    press(page, "Down")

    assert_equal ["1200000", "A time.\nThe row a."], focused(page)
    press(page, "Escape")
    assert_empty focused(page).last
    assert_equal 1, page.evaluate("document.querySelectorAll('.tell[tabindex=\"0\"]').length")
  end

  def test_tab_reaches_all_that_can_be_used
    page = visit("grid.html", html)
    seen = Array.new(8) do
      press(page, "Tab")
      page.evaluate("document.activeElement.className || document.activeElement.tagName + (document.activeElement.type || '')")
    end

    assert_equal ["skip", "INPUTradio", "INPUTsearch", "scroll", "BUTTONbutton", "BUTTONbutton", "tell"], seen.first(7)
  end

  private

  def html
    columns = [Cachemark::Report::Column.words("name", &:first),
               Cachemark::Report::Column.figures("time", number: :last.to_proc, how: "A time.") { |row| row.last.to_s }]
    table = Cachemark::Report::Table.of_rows(id: "it", caption: "Rows", columns: columns, rows: ROWS, words: :first.to_proc,
                                             origin: ->(row) { "The row #{row.first}." })
    HTML.new(Cachemark::Report::Document.new(title: "Grid", origin: nil, parts: [table], data: nil)).to_s
  end

  def sorted(page) = page.evaluate("document.querySelectorAll('thead th')[1].getAttribute('aria-sort')")

  def names(page)
    page.evaluate("Array.from(document.querySelectorAll('tbody tr:not([hidden]) th')).map((cell) => cell.innerText).join(' ')")
  end

  # The figure under the focus, and its description.
  def focused(page)
    page.evaluate(<<~JAVASCRIPT)
      (() => {
        const at = document.activeElement, tip = document.getElementById(at.getAttribute("aria-describedby"));
        return [at.innerText, getComputedStyle(tip).display === "none" ? "" : tip.innerText];
      })()
    JAVASCRIPT
  end
end

# The page around every report.
class LayoutTest < Minitest::Test
  include ABrowser

  Report = Cachemark::Report
  Layout = Report::HTML::Layout
  Part = Report::Part
  POINTS = [3, 300].zip(%w[</script><b> b]).map do |at, name|
    { group: "all", name: name, at: at, low: at, high: at, text: name }
  end.freeze

  def test_a_page_with_everything_inside_asks_nobody
    page = common("page.html") { html }

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
    page = common("page.html") { html }
    place = page.evaluate("(({ x, y, width, height }) => [x + width / 2, y + height / 2])" \
                          "(document.querySelector('.mark-symbol path').getBoundingClientRect())")
    page.mouse.move(x: place.first, y: place.last)

    assert_equal "</script><b>", page.evaluate("document.querySelector('.tip.shown').textContent")
  end

  def test_without_charts_there_is_nothing_to_draw_them_with
    assert_operator html(parts: [Part::Text.new(text: "words")]).bytesize, :<, 30_000
  end

  def test_licences_travel_with_what_they_are_for
    page = html
    %w[vega vega-lite].each { |name| assert_includes page, Cachemark::Paths.shipped("report/html/assets/#{name}.LICENSE") }
    bundled = YAML.safe_load_file("#{Cachemark::ROOT}/setup/release/bundled.yml").flat_map { |entry| entry["contains"] || [] }

    assert_operator bundled.size, :>, 20
    bundled.each { |entry| assert_includes page, entry.values_at("name", "version").compact.join(" ") }
    Layout.assets.each_value { |bytes| refute_match(%r{</script|sourceMappingURL}i, bytes) }
  end

  private

  # The labels of the axes.
  def labels(page) = page.evaluate("document.querySelector('.plot svg').textContent")

  def html(parts: chart, **more)
    document = Report::Document.new(title: "Costs & <others>", origin: nil, parts: parts, data: nil)
    Report::HTML.new(document, **more).to_s
  end

  def chart
    of = { id: "one", title: "Costs", words: "Each of them, as in the table.", points: POINTS, axis: "µs", type: "linear",
           switch: true }
    [Part::Heading.new(id: "it", text: "It"), Part::Chart.new(kind: :estimates, of: of)]
  end
end

# The pieces of a text.
class PiecesTest < Minitest::Test
  Part = Cachemark::Report::Part

  def test_pieces_are_escaped
    assert_equal "<p>&lt;x&gt;</p>", body("<x>")
    assert_equal %(<p><a href="../a&quot;b" aria-label="x">c &amp; d</a> <code>&lt;</code><br>e</p>),
                 body([Part::Lines.new(texts: [[phrase("c & d", to: 'a"b', label: "x"), " ", phrase("<", code: true)], "e"])])
    assert_equal "<details><summary>1 &lt;</summary>&gt;</details>", body(Part::Fold.new(summary: "1 <", parts: [">"]))
    assert_equal ["", ""], [body(Part::List.new(items: [])), body(Part::Heading.new(id: "x", text: "nothing below it"))]
  end

  def test_only_paths_lead_to_the_top_of_the_site_first
    assert_equal %w[../x #x https://example.org/x],
                 %w[x #x https://example.org/x].map { |to| body(phrase("x", to: to))[/href="(.*?)"/, 1] }
  end

  private

  def phrase(text, **more) = Part::Phrase.new(text: text, **more)

  def body(part)
    part = Part::Text.new(text: part) unless part.respond_to?(:on)
    document = Cachemark::Report::Document.new(title: "Title", origin: nil, parts: [part], data: nil)
    Cachemark::Report::HTML.new(document, root: "../", assets: "assets/").to_s[%r{</h1>\n(.*?)\n</main>}m, 1].strip
  end
end
