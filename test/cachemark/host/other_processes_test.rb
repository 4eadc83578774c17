# frozen_string_literal: true

require "test_helper"
require "etc"
require "rbconfig"

class OtherProcessesTest < Minitest::Test
  Host = Cachemark::Host
  TICKS = Etc.sysconf(Etc::SC_CLK_TCK)

  # A folder that holds these processes, on two cores that were busy for so many seconds. A process is pid => [name, parent,
  # seconds of CPU, cores of its threads, seconds of children that have ended].
  def self.tree(processes, busy: [0, 0])
    stat = busy.each_with_index.map { |seconds, cpu| "cpu#{cpu} #{(seconds * TICKS).round} 0 0 9 9 50 50 0 0 0\n" }
    files = processes.flat_map do |pid, (name, parent, cpu_s, cpus, reaped_s)|
      own = line([pid, name, parent, cpu_s, reaped_s || 0], cpus.first)
      cpus.each_with_index.map { |cpu, at| ["proc/#{pid}/task/#{pid + at}/stat", line([pid + at, name, parent, 0, 0], cpu)] } <<
        ["proc/#{pid}/stat", own]
    end
    { "proc/stat" => "cpu  0 0 0 0\n#{stat.join}", **files.to_h }
  end

  def self.line((pid, name, parent, cpu_s, reaped_s), cpu)
    fields = Array.new(50, 0)
    fields.fill("0")[0, 2] = ["S", parent]
    fields[11, 4] = [cpu_s, reaped_s].flat_map { |seconds| [(seconds * TICKS / 2).round] * 2 }
    fields[36] = cpu
    "#{pid} (#{name}) #{fields.join(" ")}\n"
  end

  BEFORE = { 1 => ["init", 0, 5, [0]], 10 => ["cachemark", 1, 3, [0]], 11 => ["keeper", 10, 1, [0]],
             20 => ["cc1 (plus)", 1, 8, [1]], 30 => ["java", 1, 2, [0, 1]], 40 => ["idle", 1, 2, [0]] }.freeze
  AFTER = { **BEFORE, 10 => ["cachemark", 1, 4, [0]], 11 => ["keeper", 10, 1.5, [1], 1.5], 20 => ["cc1 (plus)", 1, 16, [1]],
            30 => ["java", 1, 6, [0, 1]], 50 => ["new", 1, 1, [1]] }.freeze

  def test_names_those_that_lived_through_both_looks_but_not_ours
    found = between({ busy: [0, 0] }, { busy: [6, 12] })

    assert_equal [[20, "cc1 (plus)", 0.8, [1]], [30, "java", 0.4, [0, 1]]],
                 found["named"].map { |one| one.values_at("pid", "name", "share", "cpus") }
    assert_in_delta 10, found["seconds"]
  end

  # 18 s in all, less 3 s of ours and 12 s of those with a name.
  def test_unnamed_time_is_the_rest_of_the_busy_time
    assert_in_delta 0.3, between({ busy: [0, 0] }, { busy: [6, 12] })["unnamed"]
    assert_in_delta 0, between({ busy: [0, 0] }, { busy: [1, 2] })["unnamed"]
  end

  def test_only_the_cores_that_were_asked_for_count
    assert_in_delta 0.3, between({ busy: [0, 0] }, { busy: [99, 18] }, cpus: [1])["unnamed"]
  end

  def test_a_name_cannot_write_on_the_terminal
    files = self.class.tree({ **BEFORE, 20 => ["a\eb\n(", 1, 8, [1]] })
    FolderTree.open(files) do |root|
      assert_equal "a?b?(", Host::OtherProcesses.new(root: root).look.processes.fetch(20).name
    end
  end

  def test_without_proc_nothing_is_known
    FolderTree.open({}) { |root| assert_nil Host::OtherProcesses.new(root: root).look }
    assert_nil Host::OtherProcesses.new.between(nil, nil)
  end

  def test_sees_a_real_one_and_not_what_we_start
    skip "no /proc here" unless File.exist?("/proc/stat")

    stranger = Process.spawn(RbConfig.ruby, "--disable-gems", "-e", "loop {}")
    others = Host::OtherProcesses.new(pid: -1)
    ours = Host::OtherProcesses.new
    before = others.look

    assert(Processes.eventually { named(others, before).include?(stranger) })
    refute_includes named(ours, before), stranger
  ensure
    Process.kill("KILL", stranger)
    Process.wait(stranger)
  end

  private

  def named(others, before) = others.between(before, others.look)["named"].map { |one| one["pid"] }

  # Ten seconds between two looks, in which ours took three.
  def between(first, second, cpus: [0, 1])
    clock = [0.0, 10.0].each
    before, after = [[BEFORE, first], [AFTER, second]].map { |processes, more| self.class.tree(processes, **more) }
    FolderTree.open(before) do |root|
      others = Host::OtherProcesses.new(root: root, cpus: cpus, pid: 10, clock: clock.method(:next))
      look = others.look
      after.each { |path, text| FileUtils.mkdir_p(File.dirname("#{root}/#{path}")) && File.write("#{root}/#{path}", text) }
      return others.between(look, others.look)
    end
  end

  # A process that uses a core on purpose.
end
