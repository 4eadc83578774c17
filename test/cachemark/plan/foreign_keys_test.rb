# frozen_string_literal: true

require "test_helper"

class PlanForeignKeysTest < Minitest::Test
  KEYS = Cachemark::Plan::ForeignKeys

  def test_a_key_may_fill_what_prefix_and_namespace_leave
    assert_nil KEYS.too_long([cell("k" * 242)])
    assert_nil KEYS.too_long([cell("k" * 239, namespace: "ns")])
  end

  def test_names_the_cell_and_the_key_that_are_too_long
    too_long = cell("k" * 243)

    assert_equal [too_long, "k2", 243], KEYS.too_long([cell("k"), too_long])
    assert KEYS.too_long([cell("k" * 240, namespace: "ns")])
  end

  def test_counts_bytes
    assert KEYS.too_long([cell("ü" * 122)])
  end

  def test_a_workers_key_may_be_longer_than_the_scenarios
    sync = cell("b", namespace: "n" * 239)
    crowded = sync.with(mode: "threads-16")

    assert_nil KEYS.too_long([sync])
    assert_equal [crowded, "k1", 3], KEYS.too_long([crowded])
  end

  private

  def cell(key, **options)
    scenario = MadeCells.made_scenario([]).with(keys: { "k1" => "a", "k2" => key })
    contender = MadeCells.contender("memcached", options: options.transform_keys(&:to_s))
    MadeCells.cell(contender: contender, scenario: scenario)
  end
end
