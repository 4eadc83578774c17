# frozen_string_literal: true

require "test_helper"

module Check
  class QuietTest < Minitest::Test
    include FixtureTree

    def test_refuses_talk_and_exits_outside_cli
      ["puts 1", "exit", "x = `ls`", "$stdout.write 1", "ENV[\"A\"]", "system(\"ls\")"].each do |source|
        assert_equal 1, problems_of("quiet", "lib/cachemark/lab/run.rb" => source).size, source
        assert_empty problems_of("quiet", "lib/cachemark/cli/run.rb" => source), source
      end
    end

    def test_refuses_io_clocks_and_chance_in_pure_rooms
      ["File.read(1)", "::Process.clock_gettime(1)", "Time.now", "rand", "rand(3)", "Random.new_seed", "sleep 1"].each do |source|
        assert_equal 1, problems_of("quiet", "lib/cachemark/stats/row.rb" => source).size, source
        assert_empty problems_of("quiet", "lib/cachemark/host/keeper.rb" => source), source
      end
    end

    def test_accepts_a_seeded_generator_and_words_that_only_look_alike
      assert_empty problems_of("quiet", "lib/cachemark/plan/order.rb" => "Random.new(seed).rand; system = 1; system; x.puts; Plan::File")
    end
  end
end
