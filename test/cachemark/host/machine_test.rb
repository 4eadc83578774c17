# frozen_string_literal: true

require "test_helper"
require "json"
require "socket"

class MachineTest < Minitest::Test
  Machine = Cachemark::Host::Machine

  def test_this_machine_can_be_described
    facts = Machine.facts

    assert_operator facts["cores"], :>=, 1
    assert_operator facts["allowed_cpus"].size, :>=, 1
    assert_operator facts["memory_bytes"], :>, 1 << 20
    assert_equal facts, JSON.parse(JSON.generate(facts))
  end

  def test_nothing_names_the_machine
    refute_includes Machine.facts.except("kernel").to_s, Socket.gethostname if Socket.gethostname.size > 4
  end

  def test_an_unknown_system_is_full_of_nil_and_never_a_failure
    FolderTree.open({}) do |root|
      facts = Machine.facts(root: root, path: "")

      assert_nil facts["cpu"]
      assert_nil facts["load"]
      assert_equal false, facts["taskset"]
      assert_equal (0...facts["cores"]).to_a, facts["allowed_cpus"]
    end
  end

  def test_machines_of_one_kind_have_one_identity
    same = [identity("AMD EPYC", "1000000"), identity("AMD EPYC", "1000001")]

    assert_equal 1, same.uniq.size
    refute_equal same.first, identity("Intel Xeon", "1000000")
    refute_equal same.first, identity("AMD EPYC", "64000000")
    refute_equal same.first, identity("AMD EPYC", "1000000", kernel: "6.2.0")
  end

  def test_taskset_is_looked_for_on_the_path
    FolderTree.open("bin/taskset" => "") do |root|
      refute Machine.facts(root: root, path: "/no:#{root}/bin")["taskset"]
      File.chmod(0o755, "#{root}/bin/taskset")

      assert Machine.facts(root: root, path: "/no:#{root}/bin")["taskset"]
    end
  end

  private

  def identity(model, memory_kb, kernel: "6.1.0")
    files = { "proc/cpuinfo" => "model name : #{model}\n", "proc/meminfo" => "MemTotal:   #{memory_kb} kB\n",
              "proc/sys/kernel/osrelease" => kernel }
    FolderTree.open(files) { |root| Machine.facts(root: root)["identity"] }
  end
end
