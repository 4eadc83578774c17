# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::WorkerKeysTest < Minitest::Test
    def test_the_last_characters_are_the_workers_number
      keys = of({ "k1" => "Short", "k2" => "Sym1-2-3::45" }, 4)

      assert_equal({ "k1" => "Shor0", "k2" => "Sym1-2-3::40" }, keys.first)
      assert_equal({ "k1" => "Shor3", "k2" => "Sym1-2-3::43" }, keys.last)
      assert_equal %w[Sho00 Sho15], of({ "k1" => "Short" }, 16).values_at(0, 15).map { |own| own["k1"] }
    end

    def test_keys_that_would_become_one_are_numbered_further_from_their_end
      assert_equal [{ "a" => "01", "b" => "02" }, { "a" => "11", "b" => "12" }], of({ "a" => "k1", "b" => "k2" }, 2)
      assert_equal [%w[key-001 key-000], %w[key-101 key-100]], of(hundred, 2).map { |own| own.values.values_at(0, 99) }
    end

    def test_no_two_workers_have_one_in_common_and_lengths_stay
      [hundred, { "a" => "Short", "b" => "#{"Long" * 40}x" }, MadeCells.scenario("store/mixed").keys].each do |keys|
        made = of(keys, 16)

        assert_equal keys.size * 16, made.flat_map(&:values).uniq.size
        made.each { |own| assert_equal keys.transform_values(&:bytesize), own.transform_values(&:bytesize) }
      end
    end

    def test_the_longest_keys_stay_as_long_as_memcached_takes
      keys = Array.new(60) { |number| ["k#{number}", "#{"x" * 248}#{number.to_s.rjust(2, "0")}"] }.to_h
      made = of(keys, 256).flat_map(&:values)

      assert_equal [[250], 60 * 256], [made.map(&:bytesize).uniq, made.uniq.size]
    end

    def test_bytes_of_other_alphabets_are_counted_and_not_cut
      keys = { "a" => "ключ", "b" => "日本語", "c" => "café" }
      made = of(keys, 4)

      assert_equal [{ "a" => "клю03", "b" => "日本003", "c" => "caf03" }], made.last(1)
      made.each { |own| assert_equal keys.transform_values(&:bytesize), own.transform_values(&:bytesize) }
      assert(made.flat_map(&:values).all?(&:valid_encoding?))
    end

    def test_a_key_that_is_too_short_gets_the_number_behind_it
      assert_equal %w[k100 k215], of({ "a" => "k1", "b" => "k2" }, 16).then { |made| [made.first["a"], made.last["b"]] }
      assert_equal %w[0 1], of({ "a" => "" }, 2).map { |own| own["a"] }
    end

    def test_two_names_of_one_key_stay_so
      assert_equal [%w[Shor0 Shor0], %w[Shor1 Shor1]], of({ "a" => "Short", "b" => "Short" }, 2).map(&:values)
    end

    def test_without_keys_there_are_none
      assert_equal [{}, {}], of({}, 2)
    end

    private

    def of(...) = Plan::WorkerKeys.of(...)

    def hundred = Array.new(100) { |number| ["k#{number}", format("key-%03d", number + 1)] }.to_h
  end
end
