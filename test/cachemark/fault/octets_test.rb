# frozen_string_literal: true

require "test_helper"
require "objspace"
require "socket"

module Cachemark
  class Fault::OctetsTest < Minitest::Test
    def test_all_of_a_trial_of_two_hundred_calls_is_kept
      octets = noted(500)

      assert_equal [500, [0, 1, "client", "0"], [499, 1, "client", "499"]], [octets.size, octets.first, octets.last]
    end

    def test_of_more_the_first_and_the_last_are_kept_and_it_is_told_how_much_is_left_out_between_them
      octets = noted(1_000)
      gap = octets.delete_at(100)

      assert_equal [599, nil, "left out", "", { "pieces" => 500, "bytes" => 1_500 }], gap
      assert_equal [*0..99, *600..999], octets.map(&:first)
    end

    def test_what_lies_around_the_first_strike_is_kept_too
      octets = noted(1_500, strikes: [300, 700])

      assert_equal [*0..99, *280..340, *1_100..1_499], octets.reject { |piece| piece[2] == "left out" }.map(&:first)
      assert_equal [[100, 180], [162, 759]],
                   octets.each_with_index.filter_map { |piece, at| [at, piece[4]["pieces"]] if piece[2] == "left out" }
    end

    def test_of_a_long_piece_it_is_told_how_much_is_left_out_and_it_counts_whole_in_a_gap
      octets = noted(501) { |number| "x" * (number.between?(99, 100) ? 2_030 : 2_000) }

      assert_equal [2_000, { "bytes" => 30 }], octets[99].then { |piece| [piece[3].bytesize, piece[4]] }
      assert_equal [{ "pieces" => 1, "bytes" => 2_030 }, 4], [octets[100][4], octets[101].size]
    end

    def test_what_is_told_does_not_change_with_what_comes_then
      octets = noting(600)
      before = octets.to_a
      octets.add(600, 1, "client", "more")

      assert_equal({ "pieces" => 100, "bytes" => 300 }, before[100][4])
    end

    def test_a_piece_is_no_larger_than_what_it_says
      octets = Fault::Octets.new
      reader, writer = UNIXSocket.pair
      writer.write("b" * 100)
      octets.add(0, 1, "server", reader.read_nonblock(1 << 16))

      note = octets.to_a.first.last
      held = [note, *ObjectSpace.reachable_objects_from(note).grep(String)]

      assert_operator held.sum { |text| ObjectSpace.memsize_of(text) }, :<, 5_000
    ensure
      [reader, writer].each(&:close)
    end

    private

    def noted(...) = noting(...).to_a

    # So many pieces, each its number, or what the block makes of it; the fault strikes with those of these numbers.
    def noting(size, strikes: [], &text)
      Fault::Octets.new.tap do |octets|
        size.times do |number|
          octets.add(number, 1, "client", (text || :to_s.to_proc).call(number))
          octets.strike if strikes.include?(number)
        end
      end
    end
  end
end
