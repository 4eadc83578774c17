# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::FindingsProtocolsTest < Minitest::Test
    include MadeFindings

    PAIRS = "client/get-pairs"

    def test_two_that_speak_differently_over_pairs_are_told_both
      rows = [get("a", "binary"), get("b", "text")]

      assert_equal ["speaks binary, where b speaks text"], texts(*rows)
      assert_equal ["speaks text, where a speaks binary"], texts(*rows.reverse)
    end

    def test_the_reference_says_what_is_usual
      assert_equal ["speaks meta, where the reference (socket) speaks text"],
                   texts(get("a", "meta"), get("socket", "text", cell: { "shown" => false }), get("b", "binary"))
      assert_empty texts(get("a", "text"), get("socket", "text"), get("b", "binary"))
      assert_empty texts(get("socket", "text"), get("a", "binary"))
    end

    def test_who_shares_a_client_is_beside_who_does_not
      rows = [["a", "binary", "gevent-2,shared"], %w[b text gevent-2], %w[c text gevent-4]].map do |name, protocol, mode|
        get(name, protocol, cell: { "mode" => mode })
      end

      assert_equal ["speaks binary, where b speaks text"], texts(*rows)
      assert_empty texts(*rows.rotate(2))
    end

    def test_elsewhere_it_is_worth_a_line_in_the_table_of_work_only
      rows = %w[binary text].each_with_index.map { |protocol, at| row("c#{at}", SET, set(protocol: protocol)) }

      assert_equal [["speaks binary, where c1 speaks text", true]], findings(*rows).map { |one| [one.text, one.minor] }
      refute findings(get("a", "binary"), get("b", "text")).first.minor
    end

    private

    def get(name, protocol, **more)
      row(name, PAIRS, [command("get", count: 4, hits: 4, protocol: protocol)], pairs: 4, **more)
    end
  end
end
