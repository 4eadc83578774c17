# frozen_string_literal: true

require "test_helper"
require "rexml/document"

module Cachemark
  class Report::XMLTest < Minitest::Test
    BAD = "<a href=\"x\">&'\u0000\u001b[31m\n]]> \xff".dup.force_encoding("UTF-8").freeze

    def test_whatever_an_attribute_holds_can_be_read_again
      element = REXML::Document.new("<x#{Report::XML.attributes(one: BAD, two: 2)}/>").root

      assert_equal ["<a href=\"x\">&'??[31m\n]]> ?", "2"], %w[one two].map { |name| element.attributes[name] }
    end

    def test_whatever_a_text_holds_can_be_read_again
      assert_equal "<a href=\"x\">&'??[31m\n]]> ?", REXML::Document.new("<x>#{Report::XML.text(BAD)}</x>").root.text
    end
  end
end
