# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Lab::PairFilesTest < Minitest::Test
    def test_writes_each_once_in_its_order_and_removes_them_all
      files = Lab::PairFiles.new
      many = Catalog::Pairs.new(count: 30, seed: 1)
      paths = [many, many, many.first(3), many.with(seed: 2)].map { |pairs| files.path(pairs) }

      assert_equal 3, paths.uniq.size
      assert_equal many.texts.to_a, ::JSON.parse(File.read(paths.first)).to_a
      assert_equal 3, ::JSON.parse(File.read(paths[2])).size
      assert paths.all? { |path| File.absolute_path?(path) }
      files.remove
      assert_empty paths.select { |path| File.exist?(path) }
      assert_path_exists files.path(many)
    ensure
      files&.remove
    end

    def test_without_pairs_there_is_nothing_to_remove
      assert_nil Lab::PairFiles.new.remove
    end
  end
end
