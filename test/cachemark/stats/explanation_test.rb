# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ExplanationTest < Minitest::Test
    def test_a_site_that_only_one_contender_has_is_a_difference_of_all_its_calls
      row = rows([[site("A#a", 2)]], [[site("A#a", 2), site("A#b", 3, place: "lib/b.rb:7")]]).first

      assert_equal ["A#b", "lib/b.rb:7", [0.0, 3.0], 3.0], [row.name, row.place, row.costs, row.difference]
    end

    # As in the verdicts of a gate; the name of the file is another one.
    def test_a_scenario_has_its_label
      lines = MadeExplanation.record.lines.map do |line|
        line["type"] == "cell" ? line.merge("scenario" => "client/get-plain", "definition" => { "label" => "get:plain" }) : line
      end

      assert_equal ["get:plain", "get"],
                   [Record.from_lines(lines), MadeExplanation.record].map { |record| Stats::Explanation.of(record).label }
    end

    def test_methods_match_by_name_wherever_they_are
      assert_empty rows([[site("A#a", 2, place: "lib/a.rb:1")]], [[site("A#a", 2, place: "lib/b.rb:9")]])
    end

    def test_increases_come_first_then_decreases_each_from_the_largest
      before = [[site("A#a", 9), site("A#b", 2), site("A#c", 0), site("A#d", 1)]]
      after = [[site("A#a", 1), site("A#b", 1), site("A#c", 2), site("A#d", 5)]]

      assert_equal [["A#d", 4.0], ["A#c", 2.0], ["A#a", -8.0], ["A#b", -1.0]],
                   rows(before, after).map { |row| [row.name, row.difference] }
    end

    def test_allocations_are_sorted_by_bytes
      before = [[site("String in A#a", 1, bytes: 40), site("Array in A#b", 1, bytes: 40)]]
      after = [[site("String in A#a", 5, bytes: 200), site("Array in A#b", 2, bytes: 900)]]

      assert_equal [["Array in A#b", 860.0], ["String in A#a", 160.0]],
                   rows(before, after, look: "allocations").map { |row| [row.name, row.bytes_difference] }
    end

    def test_the_place_is_the_line_that_differs_most_even_if_lines_have_moved
      before = [[site("Array in A#a", 1, place: "lib/a.rb:5", text: "one", bytes: 40),
                 site("Array in A#a", 4, place: "lib/a.rb:6", text: "four", bytes: 40)]]
      after = [[site("Array in A#a", 2, place: "lib/a.rb:5", text: "two", bytes: 40),
                site("Array in A#a", 1, place: "lib/a.rb:6", text: "one", bytes: 40),
                site("Array in A#a", 4, place: "lib/a.rb:7", text: "four", bytes: 40)]]

      assert_equal ["lib/a.rb:5"], rows(before, after, look: "allocations").map(&:place)
    end

    def test_lines_of_methods_that_only_one_contender_has_are_no_differences
      before = [[site("A#a", 1, text: "x = 1")]]
      after = [[site("A#a", 1, text: "x = 2"), site("A#b", 1, text: "y")]]

      assert_equal ["x = 2", "x = 1"], rows(before, after, look: "lines").map(&:text)
    end

    def test_a_difference_as_large_as_between_processes_is_chance
      look = look([[site("A#a", 1.0)], [site("A#a", 1.2)]], [[site("A#a", 1.3)], [site("A#a", 1.4)]])

      assert_equal [0, 1], [look.rows.size, look.varying]
    end

    def test_a_difference_far_larger_than_between_processes_is_none
      assert_equal 1, rows([[site("A#a", 1.0)], [site("A#a", 1.05)]], [[site("A#a", 2.0)], [site("A#a", 2.05)]]).size
    end

    def test_a_difference_that_is_not_the_same_in_each_call_is_not_steady
      steady = [[[1.0, 1.0], [2.0, 2.0]], [[1.0, 1.0], [2.0, 2.02]], [[1.02, 1.02], [1.9, 1.9]]].map do |before, after|
        look(*[before, after].map { |counts| counts.map { |count| [site("A#a", count)] } }).steady?
      end

      assert_equal [true, false, false], steady
    end

    def test_system_calls_that_differ_as_much_between_processes_are_chance
      traffic = ->(*writes) { MadeExplanation.traffic(writes: writes, round_trips: [1, 1]) }
      rows = ->(*writes) { MadeExplanation.of(more: traffic.call(*writes)).looks.first.rows }

      assert_empty rows.call([1.0, 2.0], [2.0, 1.5])
      assert_equal [[1.0, 2.0]], rows.call([1.0, 1.0], [2.0, 2.0]).map(&:costs)
    end

    def test_a_few_of_a_thousand_instructions_are_chance
      sides = [1000, 1000.5, 1003].map { |count| [[site("f", count, place: "a.so", text: nil)]] }

      assert_equal [0, 1], [sides[1], sides[2]].map { |after| rows(sides[0], after, look: "instructions").size }
    end

    def test_instructions_are_summed_by_library
      sites = ->(one, two) { [[site("f", one, place: "a.so", text: nil), site("g", two, place: "a.so", text: nil)]] }
      row = MadeExplanation.of(sites: { "instructions" => [sites.call(10, 20), sites.call(10, 50)] })
                           .looks.find { |look| look.name == "libraries" }.rows.first

      assert_equal ["a.so", "g", 30.0], [row.name, row.place, row.difference]
    end

    def test_traffic_is_what_strace_and_the_proxy_saw
      look = MadeExplanation.of(more: MadeExplanation.traffic(writes: [1, 2], round_trips: [1, 3])).looks.first

      assert_equal [["writes", [1.0, 2.0]], ["round trips", [1.0, 3.0]]], look.rows.map { |row| [row.name, row.costs] }
    end

    def test_a_look_without_its_instrument_says_why
      look = MadeExplanation.of(more: [MadeExplanation.unexplained("instructions")]).looks.first

      assert_equal ["instructions", "there is no valgrind here", "install the Debian package valgrind"],
                   [look.name, look.reason, look.try]
    end

    def test_its_own_line_is_that_of_the_first_increase_in_the_contenders_own_files
      before = [[site("A#a", 9, place: "lib/dalli/old.rb:3"), site("A#b", 1)]]
      after = [[site("A#a", 1), site("B#b", 9, place: "lib/pool.rb:5"), site("A#c", 2, place: "lib/dalli/a.rb:7")]]
      made = MadeExplanation.of(sites: { "calls" => [before, after] })
      own = Stats::Explanation::OwnFiles.new(main: "/me/dalli/lib/dalli.rb")

      assert_equal ["/me/dalli/lib/dalli/a.rb", 7], made.with(own: own).own_line
      assert_nil made.own_line
    end

    private

    def site(...) = MadeExplanation.site(...)
    def rows(before, after, look: "calls") = look(before, after, name: look).rows
    def look(before, after, name: "calls") = MadeExplanation.of(sites: { name => [before, after] }).looks.first
  end
end
