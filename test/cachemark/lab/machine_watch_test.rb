# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::MachineWatchTest < Minitest::Test
    PLACEMENT = Host::Placement.new(name: "one-core", server_cpus: [1], driver_cpus: [1], own_cpus: [0], pinned: true)
    Ring = Struct.new(:private?)

    def setup
      @live = ALab::Listener.new
      @now = 0.0
    end

    def test_passes_everything_on
      watch({}) { |machine_watch| machine_watch.notify(:cell, cell: 1) && machine_watch.notify(:round, number: 2) }

      assert_equal [{ cell: 1 }], @live.of(:cell)
      assert_equal [{ number: 2 }], @live.of(:round)
    end

    def test_names_the_process_that_uses_the_measured_core
      watch(process(700, "stress (a)", cpu: 1, ticks: 0)) do |machine_watch, root|
        machine_watch.notify(:cell)
        write(root, process(700, "stress (a)", cpu: 1, ticks: 100))
        later(machine_watch)
        write(root, process(700, "stress (a)", cpu: 1, ticks: 102))
        later(machine_watch)
      end

      assert_equal [{ "core 1 is shared with stress (a) (pid 700)" => 0.5 }, {}], found
    end

    def test_processes_on_other_cores_and_our_own_are_not_reported
      ours = Process.pid
      before = { **process(ours, "ruby", cpu: 0, ticks: 0), **process(700, "driver", parent: ours, cpu: 1, ticks: 0),
                 **process(701, "elsewhere", cpu: 0, ticks: 0) }
      after = { **process(700, "driver", parent: ours, cpu: 1, ticks: 200), **process(701, "elsewhere", cpu: 0, ticks: 200) }
      watch(before) do |machine_watch, root|
        machine_watch.notify(:cell)
        write(root, after)
        later(machine_watch)
      end

      assert_empty found
    end

    def test_reports_steal_time_of_that_core
      watch("proc/stat" => stat(busy: 0, steal: 0)) do |machine_watch, root|
        machine_watch.notify(:cell)
        write(root, "proc/stat" => stat(busy: 80, steal: 20))
        later(machine_watch)
      end

      assert_equal [{ "the host takes CPU time away" => 0.2 }], found
    end

    def test_looks_now_and_then_and_only_before_a_block
      watch("proc/stat" => stat(busy: 0, steal: 0)) do |machine_watch, root|
        machine_watch.notify(:cell)
        write(root, "proc/stat" => stat(busy: 80, steal: 20))
        @now += 1
        machine_watch.notify(:cell)
        @now += 5
        machine_watch.notify(:round)
      end

      assert_empty found
    end

    def test_watches_only_private_servers_on_their_own_cores
      shared = PLACEMENT.with(own_cpus: [0, 1])
      over = ->(placement, own) { Lab::MachineWatch.over(@live, placement, Ring.new(own), clock: -> { @now }) }

      [over.call(shared, true), over.call(PLACEMENT, false)].each { |live| assert_same @live, live }
      assert_instance_of Lab::MachineWatch, over.call(PLACEMENT, true)
    end

    private

    def watch(files)
      FolderTree.open("proc/stat" => stat(busy: 0, steal: 0), **files) do |root|
        yield Lab::MachineWatch.new(@live, PLACEMENT, clock: -> { @now }, root: root), root
      end
    end

    def later(machine_watch)
      @now += 2
      machine_watch.notify(:cell)
    end

    def found = @live.of(:disturbance).map { |facts| facts[:found] }

    def write(root, files)
      files.each { |path, text| FileUtils.mkdir_p(File.dirname("#{root}/#{path}")) && File.write("#{root}/#{path}", text) }
    end

    def stat(busy:, steal:) = "cpu #{busy} 0 0 0 0 0 0 #{steal}\ncpu1 #{busy} 0 0 0 0 0 0 #{steal}\n"

    # utime is the 14th field, the core the 39th.
    def process(pid, name, cpu:, ticks:, parent: 1)
      text = "#{pid} (#{name}) R #{parent} #{(["0"] * 9).join(" ")} #{ticks} 0 #{(["0"] * 23).join(" ")} #{cpu}\n"
      { "proc/#{pid}/stat" => text, "proc/#{pid}/task/#{pid}/stat" => text }
    end
  end
end
