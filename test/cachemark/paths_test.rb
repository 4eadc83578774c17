# frozen_string_literal: true

require "test_helper"
require "minitest/mock"

module Cachemark
  class PathsTest < Minitest::Test
    def test_follows_the_xdg_folders
      paths = Paths.new("XDG_CACHE_HOME" => "/c", "XDG_STATE_HOME" => "/s", "HOME" => "/h")
      assert_equal ["/c/cachemark", "/s/cachemark/records", "/s/cachemark/calibration.jsonl", "/s/cachemark/history"],
                   [paths.cache, paths.records, paths.calibration, paths.history]
    end

    def test_falls_back_to_the_home_and_ignores_relative_folders
      paths = Paths.new("XDG_CACHE_HOME" => "c", "XDG_STATE_HOME" => "", "HOME" => "/h")
      assert_equal ["/h/.cache/cachemark", "/h/.local/state/cachemark/records"], [paths.cache, paths.records]
    end

    def test_a_user_without_a_home_names_the_folders
      Etc.stub(:getpwuid, -> { raise ArgumentError, "can't find user for 54321" }) do
        [{}, { "HOME" => "" }, { "HOME" => "h" }].each do |env|
          error = assert_raises(Usage) { Paths.new(env).cache }

          assert_match(/HOME is not set.*\nset XDG_CACHE_HOME and XDG_STATE_HOME/, error.message)
          assert_equal ["/c/cachemark", nil], [Paths.new({ **env, "XDG_CACHE_HOME" => "/c" }).cache, Paths.home(env)]
        end
        assert_equal "/h/.cache/cachemark", Paths.new("HOME" => "/h").cache
      end
    end

    def test_two_records_of_one_process_have_two_names
      Dir.mktmpdir do |state|
        paths = Paths.new("XDG_STATE_HOME" => state, "HOME" => "/h")
        FileUtils.mkdir_p(paths.records)
        names = Array.new(20) { paths.new_record.tap { |path| FileUtils.touch(path) } }

        assert_equal names, names.uniq
        assert_match(%r{/\d{8}T\d{6}-#{Process.pid}(-\d+)?\.jsonl\z}, names.last)
      end
    end

    def test_a_folder_is_never_part_of_a_pattern
      ["x [old]", "r{1}", "a*", 'b\\c?'].each do |name|
        FolderTree.open("#{name}/1/a.json" => "", "#{name}/b.json" => "") do |root|
          assert_equal ["#{root}/#{name}/1/a.json"], Paths.matching("#{root}/#{name}", "*/*.json")
        end
      end
      assert_empty Paths.matching("/no/such/folder", "*")
    end

    def test_reads_files_that_come_with_the_code_once
      text = Paths.shipped("report/html/assets/report.css")

      assert_match(/color-scheme/, text)
      assert_same text, Paths.shipped("report/html/assets/report.css")
    end
  end
end
