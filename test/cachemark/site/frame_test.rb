# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::FrameTest < Minitest::Test
    def test_links_of_a_deeper_page_lead_up_first
      page = Site::Frame.new(root: "../").page(title: "a <b>", sections: [section("<p>body</p>"), nil], lead: "<p>lead</p>")

      assert_includes page, "<h1>a &lt;b&gt;</h1>"
      %w[index.html runs.html data.html feed.xml assets/report.css].each { |path| assert_includes page, %(href="../#{path}") }
      assert_includes page, %(src="../assets/page.js")
      assert_match(%r{<p>lead</p>.*<h2 id="one">one</h2>\n<p>body</p>}m, page)
    end

    def test_pieces_are_escaped
      assert_equal "<p>&lt;x&gt;</p>", Site::Frame.paragraph("<x>")
      assert_equal %(<a href="a&quot;b">c &amp; d</a>), Site::Frame.link("c & d", 'a"b')
      assert_equal "", Site::Frame.list([])
    end

    private

    def section(body) = Report::HTML::Section.new(id: "one", heading: "one", body: body)
  end
end
