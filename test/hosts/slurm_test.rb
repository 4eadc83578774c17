# frozen_string_literal: true

require "test_helper"

# Comparisons and gates on a real Slurm of three nodes, which all tests of a process share.
class SlurmHostsTest < Minitest::Test
  include OnHosts

  each_takes 15

  def setup
    super
    skip SlurmCluster.lacking if SlurmCluster.lacking
    @slurm = SlurmCluster.shared
  end

  def test_nodes_of_slurm_gate_a_repository_that_they_share_and_leave_no_job
    gate = %w[gate --base git:HEAD~1 --metric allocations --scenario client/get --for 1s]
    code, document = finished(*%w[--on slurm --on 3], command: gate, chdir: AClientRepository.slower.dir)

    assert_equal [1, "regression"], [code, document["decision"]], said
    assert_equal(%w[n1 n2 n3], document["verdicts"].first["hosts"].map { |host| host["host"] })
    assert_empty @slurm.jobs
  end

  def test_a_node_of_slurm_that_dies_costs_only_its_own_data_and_no_job_outlives_a_coordinator_that_is_terminated
    start(*%w[--on slurm --on 2 --for 60s])
    measured(2)
    @slurm.kill_node("n2")
    assert Processes.eventually(ARun::HANGS_S) { said.include?("n2: ended early") }, said
    Process.kill("TERM", @pid)
    code, document = ended

    assert_equal 143, code, said
    assert_match(/^lost n2: /, document["notes"].join("\n"))
    assert_no_job
  end

  def test_no_job_outlives_a_coordinator_that_is_killed
    start(*%w[--on slurm --on 2 --for 60s])
    measured(2, "block")
    kill_coordinator

    assert_no_job
  end

  private

  def assert_no_job
    assert_nothing_left
    assert(Processes.eventually(20) { @slurm.jobs.empty? })
  end

  def variables = @slurm.variables
end
