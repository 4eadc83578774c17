# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Tapping::CommandTest < Minitest::Test
    def test_each_protocol_has_its_own_names_for_it
      assert_equal %w[get get get get], %w[get gets gat gats].map { |name| of(name) }
      assert_equal %w[get get get get set add delete incr noop], %w[get getq getk getkq setq addq deleteq incrementq noop]
        .map { |name| of(name.sub("increment", "incr"), "binary") }
      assert_equal %w[get delete noop], %w[mg md mn].map { |name| of(name, "meta") }
    end

    def test_a_meta_store_says_in_its_mode_what_it_does
      assert_equal %w[set set add append prepend replace],
                   [[], %w[MS], %w[T60 ME], %w[MA], %w[MP], %w[MR]].map { |flags| of("ms", "meta", flags) }
      assert_equal %w[incr incr decr decr], [[], %w[MI], %w[MD], %w[M-]].map { |flags| of("ma", "meta", flags) }
    end

    def test_a_meta_read_that_sets_a_time_and_wants_no_value_is_a_touch
      assert_equal %w[touch get get], [%w[T60], %w[T60 v], %w[t]].map { |flags| of("mg", "meta", flags) }
    end

    private

    def of(name, protocol = "text", flags = [])
      exchange = Proxy::Exchange.new(name: name, protocol: protocol, outcome: "ok", details: { "request" => flags })
      Lab::Tapping::Command.of(exchange)
    end
  end
end
