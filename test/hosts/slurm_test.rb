# frozen_string_literal: true

require "test_helper"

# Comparisons and gates on a real Slurm of three nodes.
class SlurmHostsTest < Minitest::Test
  include OnHosts

  each_takes 15

  def test_nodes_of_slurm_gate_a_repository_that_they_share_and_leave_no_job
    AClientRepository.open do |client|
      client.slow_down
      gate = %w[gate --base git:HEAD~1 --scenario client/get --for 40s]
      on_slurm do
        code, document = finished(*%w[--on slurm --replicas 3], command: gate, chdir: client.dir)

        assert_equal [1, "regression"], [code, document["decision"]], said
        assert_equal(%w[n1 n2 n3], document["verdicts"].first["hosts"].map { |host| host["host"] })
        assert_empty @hosts.jobs
      end
    end
  end

  def test_a_node_of_slurm_that_dies_costs_only_its_own_data
    on_slurm do
      start(*%w[--on slurm --replicas 2 --for 14s])
      measured(2)
      @hosts.kill_node("n2")
      code, document = ended

      assert_equal 0, code, said
      assert_match(/^lost n2: /, document["notes"].join("\n"))
    end
  end

  def test_a_signal_cancels_the_jobs_of_slurm
    on_slurm do
      start(*%w[--on slurm --replicas 2 --for 60s])
      measured(2)
      Process.kill("TERM", @pid)

      assert_equal 143, ended.first, said
      assert(Processes.eventually { @hosts.jobs.empty? })
      assert_nothing_left
    end
  end

  def test_the_jobs_of_slurm_end_with_a_coordinator_that_is_killed
    on_slurm do
      start(*%w[--on slurm --replicas 2 --for 60s])
      measured(2)
      kill_coordinator

      assert_nothing_left
      assert(Processes.eventually(20) { @hosts.jobs.empty? })
    end
  end

  private

  def on_slurm
    skip SlurmCluster.lacking if SlurmCluster.lacking
    @hosts = SlurmCluster.new.start
    yield
  end
end
