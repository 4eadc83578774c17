# frozen_string_literal: true

require "objspace"
require "socket"
require "test_helper"

module Cachemark
  class Fault::Injector::WireLogTest < Minitest::Test
    def test_a_trial_of_two_hundred_calls_is_kept_whole
      octets = noted(500)

      assert_equal [500, [0, 1, "client", "0"], [499, 1, "client", "499"]], [octets.size, octets.first, octets.last]
    end

    def test_a_longer_trial_keeps_its_first_and_last_pieces_and_the_size_of_the_gap
      octets = noted(1_000)
      gap = octets.delete_at(100)

      assert_equal [599, nil, "left out", "", { "pieces" => 500, "bytes" => 1_500 }], gap
      assert_equal [*0..99, *600..999], octets.map(&:first)
    end

    def test_the_pieces_around_the_first_strike_are_kept_too
      octets = noted(1_500, strikes: [300, 700])

      assert_equal [*0..99, *280..340, *1_100..1_499], octets.reject { |piece| piece[2] == "left out" }.map(&:first)
      assert_equal [[100, 180], [162, 759]],
                   octets.each_with_index.filter_map { |piece, at| [at, piece[4]["pieces"]] if piece[2] == "left out" }
    end

    def test_a_long_piece_is_truncated_and_counts_whole_in_a_gap
      octets = noted(501) { |number| "x" * (number.between?(99, 100) ? 2_030 : 2_000) }

      assert_equal [2_000, { "bytes" => 30 }], octets[99].then { |piece| [piece[3].bytesize, piece[4]] }
      assert_equal [{ "pieces" => 1, "bytes" => 2_030 }, 4], [octets[100][4], octets[101].size]
    end

    def test_a_returned_log_does_not_change_later
      octets = noting(600)
      before = octets.to_a
      octets.add(600, 1, "client", "more")

      assert_equal({ "pieces" => 100, "bytes" => 300 }, before[100][4])
    end

    def test_a_piece_keeps_no_larger_buffer
      octets = Fault::Injector::WireLog.new
      reader, writer = UNIXSocket.pair
      writer.write("b" * 100)
      octets.add(0, 1, "server", reader.read_nonblock(1 << 16))

      note = octets.to_a.first.last
      held = [note, *ObjectSpace.reachable_objects_from(note).grep(String)]

      assert_operator held.sum { |text| ObjectSpace.memsize_of(text) }, :<, 5_000
    ensure
      [reader, writer].each(&:close)
    end

    def test_a_secret_is_hidden_also_where_it_is_split
      pieces = [[1, 1, "client", "set login 0 0 8\r\nu sec"], [2, 2, "client", "get a\r\n"], [3, 1, "server", "STORED\r\n"],
                [4, 1, "client", "ret\r\nget secret\r\n", { "bytes" => 9 }], [5, nil, "left out", "", { "pieces" => 1 }]]
      hidden = Fault::Injector::WireLog.without(pieces, "secret")

      assert_equal ["set login 0 0 8\r\nu ***", "get a\r\n", "STORED\r\n", "***\r\nget ******\r\n", ""],
                   hidden.map { |piece| piece[3] }
      assert_equal pieces.map { |piece| piece.values_at(0, 1, 2, 4) }, hidden.map { |piece| piece.values_at(0, 1, 2, 4) }
      assert_equal "ret\r\nget secret\r\n", pieces[3][3]
    end

    private

    def noted(...) = noting(...).to_a

    # So many pieces, each its number, or what the block makes of it; the fault strikes with those of these numbers.
    def noting(size, strikes: [], &text)
      Fault::Injector::WireLog.new.tap do |octets|
        size.times do |number|
          octets.add(number, 1, "client", (text || :to_s.to_proc).call(number))
          octets.fault_injected if strikes.include?(number)
        end
      end
    end
  end
end
