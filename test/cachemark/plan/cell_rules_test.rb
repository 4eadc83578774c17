# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ModeRulesTest < Minitest::Test
    SHARED = "threads-4,shared"

    def test_what_every_contender_has_passes
      assert_nil Plan::Cell::Modes.check([cell("dalli"), cell("dalli", "threads-4"), cell("memcached", "threads-4")])
    end

    def test_a_mode_that_nobody_has_is_refused
      assert_equal "--mode gevent-8: Ruby has no mode gevent: it has sync, threads, processes and fibers\n" \
                   "name a mode that one of these contenders has",
                   refused([cell("dalli"), cell("dalli", "gevent-8"), cell("memcached", "gevent-8")])
    end

    def test_processes_cannot_share_a_client
      assert_match(/\A--mode processes-2,shared: processes share no memory, so that they cannot share a client$/,
                   refused([cell("dalli", "processes-2,shared"), cell("pylibmc", "processes-2,shared")]))
    end

    def test_a_mode_that_somebody_has_is_not
      assert_nil Plan::Cell::Modes.check([cell("dalli", "gevent-8"), cell("pylibmc", "gevent-8")])
    end

    def test_who_rides_along_does_not_make_it_one_that_somebody_has
      assert_match(/no mode gevent/, refused([cell("dalli", "gevent-8"), cell("python/socket", "gevent-8").with(shown: false)]))
    end

    def test_a_mode_that_a_client_warns_of_is_refused_with_the_source
      message = refused([cell("memcached", SHARED), cell("memcached", SHARED, scenario: "client/set"), cell("dalli", SHARED)])

      assert_equal "memcached is not safe in mode threads-4,shared: its README: each thread requires its own Memcached " \
                   "instance (https://www.rubydoc.info/gems/memcached)", message.lines.first.chomp
      assert_match(/\A--unsafe /, message.lines.last)
      assert_equal 2, message.lines.size
    end

    def test_who_has_heard_the_warning_may
      assert_nil Plan::Cell::Modes.check([cell("memcached", SHARED)], unsafe: true)
    end

    def test_each_worker_needs_something_to_do
      cells = [cell("dalli"), cell("dalli", "threads-8")]

      assert_equal "--iterations 7 does not give each worker of threads-8 one\nmeasure at least 8", refused(cells, iterations: 7)
      assert_nil Plan::Cell::Modes.check(cells, iterations: 8)
    end

    def test_each_worker_needs_a_pair
      pairs = cell("dalli", "threads-8", scenario: "client/get-pairs")
      few = pairs.with(scenario: pairs.scenario.over(7))

      assert_nil Plan::Cell::Modes.check([pairs])
      assert_equal "threads-8 has more workers than there are pairs (7)\ntake fewer workers, or more pairs (--data)",
                   refused([few])
    end

    private

    def cell(name, mode = "sync", scenario: "client/get") = MadeCells.cell(contender: name, mode: mode, scenario: scenario)

    def refused(cells, **wishes) = assert_raises(Usage) { Plan::Cell::Modes.check(cells, **wishes) }.message
  end
end

class PlanForeignKeysTest < Minitest::Test
  KEYS = Cachemark::Plan::Cell::ForeignKeys

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
