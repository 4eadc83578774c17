# frozen_string_literal: true

require "test_helper"

module Check
  class GlobsTest < Minitest::Test
    include FixtureTree

    def test_refuses_a_folder_in_a_pattern
      ['Dir.glob(File.join(folder, "*"))', "Dir[pattern]", 'x = Dir.glob("#{dumps}.*").first'].each do |source|
        assert_equal ["lib/a.rb:1: a pattern needs base:, or Paths.matching"], problems_of("globs", "lib/a.rb" => source), source
      end
    end

    def test_accepts_a_base_and_processes
      ['Dir.glob("*", base: folder)', 'Dir.glob("/proc/[0-9]*/stat")', "Dir.children(folder)"].each do |source|
        assert_empty problems_of("globs", "lib/a.rb" => source), source
      end
    end
  end
end
