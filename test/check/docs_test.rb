# frozen_string_literal: true

require "test_helper"

module Check
  class DocsTest < Minitest::Test
    include FixtureTree

    KEEPER = <<~RUBY
      module Cachemark
        module Host
          # Keeps.
          class Keeper
            def spawn(argv)
              argv
            end

            def pid = 1

            private

            def hidden
              1
            end
          end
        end
      end
    RUBY

    def test_refuses_a_class_without_a_comment
      source = "module Cachemark\n  module Host\n    class Keeper\n    end\n    Facts = Value.define(:cpu)\n  end\nend\n"
      keeper = "lib/cachemark/host/keeper.rb"
      assert_equal ["#{keeper}:3: Keeper has no comment", "#{keeper}:5: Facts has no comment"],
                   problems_of("docs", "lib/cachemark/host/keeper.rb" => source)
    end

    def test_asks_for_the_methods_that_another_room_can_call
      tree = { "lib/cachemark/host/keeper.rb" => KEEPER, "lib/cachemark/lab/run.rb" => "Host::Keeper" }
      assert_equal ["lib/cachemark/host/keeper.rb:5: spawn has no comment"], problems_of("docs", tree)
    end

    def test_leaves_the_methods_of_a_room_to_itself
      assert_empty problems_of("docs", "lib/cachemark/host/keeper.rb" => KEEPER, "lib/cachemark/lab/run.rb" => "")
    end
  end
end
