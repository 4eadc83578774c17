# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Explanation::OwnFilesTest < Minitest::Test
    def test_a_place_in_the_library_of_a_folder_is_a_file_there
      { "/me/dalli/lib/dalli.rb" => %w[lib/dalli.rb lib/dalli/client.rb], "/me/src/memcache.py" => %w[memcache.py],
        "/me/src/pymemcache/__init__.py" => %w[pymemcache/__init__.py pymemcache/client/base.py] }.each do |main, paths|
        paths.each { |path| assert_equal ["#{main[%r{\A/me/(?:src|dalli)}]}/#{path}", 12], own("/me", main).at("#{path}:12") }
      end
    end

    def test_places_of_other_libraries_of_the_scenario_and_of_traffic_are_not_among_them
      own = own("/me/dalli", "/me/dalli/lib/dalli.rb")

      assert_empty(["lib/connection_pool.rb:5", "/usr/lib/ruby/monitor.rb:9", "(scenario):13", "a.so", nil]
                     .filter_map { |place| own.at(place) })
    end

    def test_a_library_that_was_loaded_from_elsewhere_has_none
      assert_nil own("/me/dalli", "/me/.cache/built/lib/dalli.rb")
      assert_nil own("/me/dalli", "/me/dalli-old/lib/dalli.rb")
      assert_nil own(nil, "/me/dalli/lib/dalli.rb")
    end

    private

    def own(folder, main)
      process = { "type" => "process", "contender" => "dalli@path:.", "file" => main }
      cell = { "contender" => "dalli@path:.", "notation" => folder ? "dalli@path:#{folder},protocol=meta" : "dalli@git:abc123" }
      Stats::Explanation::OwnFiles.of(Record.from_lines([process]), cell)
    end
  end
end
