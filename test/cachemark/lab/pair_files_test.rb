# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Lab::PairFilesTest < Minitest::Test
    include MemcachedServer

    def test_writes_each_once_in_its_order_and_they_last_as_long_as_the_keeper
      files = Lab::PairFiles.new(keeper)
      many = Catalog::Pairs.new(count: 30, seed: 1)
      paths = [many, many, many.first(3), many.with(seed: 2)].map { |pairs| files.path(pairs) }

      assert_equal 3, paths.uniq.size
      assert_equal many.texts.to_a, ::JSON.parse(File.read(paths.first)).to_a
      assert_equal 3, ::JSON.parse(File.read(paths[2])).size
      assert paths.all? { |path| File.absolute_path?(path) }
      keeper.stop
      refute_path_exists File.dirname(paths.first)
    end

    def test_a_disk_without_room_is_told
      full = Object.new
      def full.folder(_name) = raise(Errno::ENOSPC, "somewhere")

      error = assert_raises(Trouble) { Lab::PairFiles.new(full).path(Catalog::Pairs.new(count: 1, seed: 1)) }
      assert_match(/\Athe pairs cannot be written: No space left on device.*\nmake room in /, error.message)
    end
  end
end
