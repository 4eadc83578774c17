# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ControlsTest < Minitest::Test
    FILES = { "dalli-3.2.8/lib/dalli.rb" => "module Dalli; class Client; def get(key) = key; end; end\n",
              "dalli-3.2.8/dalli.gemspec" => "# the gemspec\n" }.freeze

    def test_every_control_is_a_contender_and_the_first_is_the_baseline
      assert_equal Lab::Controls::CONTENDERS, folders.keys
      assert_empty Lab::Controls::EXPECTED.map { |_shows, contender| contender } - Lab::Controls::CONTENDERS.drop(1)
    end

    def test_every_verdict_but_unresolved_is_expected_of_some
      assert_equal %w[faster invalid same slower], Lab::Controls::EXPECTED.map(&:last).uniq.sort
    end

    def test_the_same_code_lies_in_two_folders
      in_folders do |folders|
        steady, twin = folders.values_at("steady", "twin")

        refute_equal steady, twin
        assert_equal(*[steady, twin].map { |folder| File.read("#{folder}/lib/dalli.rb") })
        assert_equal steady, folders["deceived"]
      end
    end

    def test_what_is_slow_counts_further_and_what_is_fast_not_at_all
      counts = in_folders { |folders| folders.slice("steady", "slow", "fast").transform_values { |folder| loops(folder) } }

      assert_equal({ "steady" => 800, "slow" => 2_000, "fast" => 0 }, counts)
    end

    def test_what_is_busy_asks_once_more
      in_folders { |folders| assert_match(/^ +super\n +super$/, File.read("#{folders["busy"]}/lib/dalli.rb")) }
    end

    private

    def loops(folder) = File.read("#{folder}/lib/dalli.rb")[/spin = (\d+)/, 1].to_i

    def folders = in_folders { |folders| folders }

    def in_folders
      FolderTree.open(FILES) do |root|
        target = Lab::Spoiling::Target.new(file: "dalli.rb", owner: "Dalli::Client", name: "get")
        spoiling = Lab::Spoiling.new(source: "#{root}/dalli-3.2.8", into: "#{root}/controls", target: target)
        yield Lab::Controls.new(spoiling).folders
      end
    end
  end
end
