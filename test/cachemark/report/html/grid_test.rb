# frozen_string_literal: true

require "test_helper"

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
    assert_equal ["900", "A time.\nThe row b."], told(page)
    press(page, "Down")

    assert_equal ["1200000", "A time.\nThe row a."], told(page)
    press(page, "Escape")
    assert_empty told(page).last
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
    grid = HTML::Grid.new(id: "it", caption: "Rows", columns: columns, rows: ROWS, words: :first.to_proc,
                          origin: ->(row) { "The row #{row.first}." })
    HTML::Layout.page(title: "Grid", body: grid.to_s)
  end

  def sorted(page) = page.evaluate("document.querySelectorAll('thead th')[1].getAttribute('aria-sort')")

  def names(page)
    page.evaluate("Array.from(document.querySelectorAll('tbody tr:not([hidden]) th')).map((cell) => cell.innerText).join(' ')")
  end

  # What the figure under the focus says, and what is told of it.
  def told(page)
    page.evaluate(<<~JAVASCRIPT)
      (() => {
        const at = document.activeElement, tip = document.getElementById(at.getAttribute("aria-describedby"));
        return [at.innerText, getComputedStyle(tip).display === "none" ? "" : tip.innerText];
      })()
    JAVASCRIPT
  end
end
