# frozen_string_literal: true

require "test_helper"

class TreeTest < Minitest::Test
  def test_what_cannot_be_read_is_nil
    FolderTree.open("a/file" => " text \n", "a/empty" => "\n") do |root|
      tree = Cachemark::Host::Machine::Tree.new(root)

      assert_equal ["text", nil, nil, nil], %w[a/file a/empty a/absent a].map { |path| tree.read(path) }
      assert_equal "ex", tree.find("a/file", /t(ex)t/)
      assert_nil tree.find("a/absent", /(x)/)
      assert_equal %w[a/empty a/file], tree.glob("a/*")
      assert tree.exist?("a/empty")
    end
  end
end
