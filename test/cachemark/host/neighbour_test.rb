# frozen_string_literal: true

require "test_helper"

class NeighbourTest < Minitest::Test
  Host = Cachemark::Host
  CPU = Host::Machine.facts["allowed_cpus"].last

  def setup
    skip "no taskset here" unless Host::Machine.facts["taskset"]
  end

  def test_runs_on_its_core_while_the_block_does
    pids = nil
    answer = Host::Neighbour.on(CPU) do
      pids = Processes.eventually { neighbours.then { |found| found if found.any? } }

      assert_equal 1, pids.size
      assert Processes.eventually { Host::Placement.of(pids.first) == [CPU.to_s] }
      assert Processes.eventually { busy?(pids.first) }
      :answer
    end

    assert_equal :answer, answer
    assert_gone pids
  end

  def test_is_gone_when_the_block_raises
    pids = nil
    assert_raises(ArgumentError) do
      Host::Neighbour.on(CPU) do
        pids = Processes.eventually { neighbours.then { |found| found if found.any? } }
        raise ArgumentError
      end
    end

    refute_empty pids
    assert_gone pids
  end

  def test_without_a_core_there_is_none
    assert_equal [], Host::Neighbour.on(nil) { neighbours }
  end

  private

  def assert_gone(pids) = assert(Processes.eventually { pids.none? { |pid| Processes.alive?(pid) } })

  # Processes two below this one that loop: the keeper is between.
  def neighbours
    keepers = children(Process.pid)
    keepers.flat_map { |keeper| children(keeper) }.select { |pid| read("/proc/#{pid}/cmdline").include?("loop {}") }
  end

  def children(pid)
    Dir.glob("/proc/#{pid}/task/*/children").flat_map { |path| read(path).split.map(&:to_i) }
  end

  def busy?(pid) = read("/proc/#{pid}/stat").rpartition(")").last.split[11].to_i.positive?

  def read(path)
    File.read(path)
  rescue SystemCallError
    ""
  end
end
