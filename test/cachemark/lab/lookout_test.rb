# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::LookoutTest < Minitest::Test
    PLACEMENT = Host::Placement.new(name: "one-core", server_cpus: [1], driver_cpus: [1], own_cpus: [0], pinned: true)
    Rig = Struct.new(:aside?, :ring, :placement)
    Ring = Struct.new(:private?)

    def setup
      @live = ALab::Listener.new
      @now = 0.0
    end

    def test_passes_everything_on
      watch({}) { |lookout| lookout.tell(:cell, cell: 1) && lookout.tell(:round, number: 2) }

      assert_equal [{ cell: 1 }], @live.of(:cell)
      assert_equal [{ number: 2 }], @live.of(:round)
    end

    def test_names_whoever_takes_the_measured_core
      watch(process(700, "stress (a)", cpu: 1, ticks: 0)) do |lookout, root|
        lookout.tell(:cell)
        write(root, process(700, "stress (a)", cpu: 1, ticks: 100))
        later(lookout)
        write(root, process(700, "stress (a)", cpu: 1, ticks: 102))
        later(lookout)
      end

      assert_equal [{ "core 1 is shared with stress (a) (pid 700)" => 0.5 }, {}], found
    end

    def test_others_and_our_own_are_nobodys_business
      ours = Process.pid
      before = { **process(ours, "ruby", cpu: 0, ticks: 0), **process(700, "driver", parent: ours, cpu: 1, ticks: 0),
                 **process(701, "elsewhere", cpu: 0, ticks: 0) }
      after = { **process(700, "driver", parent: ours, cpu: 1, ticks: 200), **process(701, "elsewhere", cpu: 0, ticks: 200) }
      watch(before) do |lookout, root|
        lookout.tell(:cell)
        write(root, after)
        later(lookout)
      end

      assert_empty found
    end

    def test_tells_of_time_that_the_host_takes_away_from_that_core
      watch("proc/stat" => stat(busy: 0, stolen: 0)) do |lookout, root|
        lookout.tell(:cell)
        write(root, "proc/stat" => stat(busy: 80, stolen: 20))
        later(lookout)
      end

      assert_equal [{ "the host takes CPU time away" => 0.2 }], found
    end

    def test_looks_now_and_then_and_only_before_a_block
      watch("proc/stat" => stat(busy: 0, stolen: 0)) do |lookout, root|
        lookout.tell(:cell)
        write(root, "proc/stat" => stat(busy: 80, stolen: 20))
        @now += 1
        lookout.tell(:cell)
        @now += 5
        lookout.tell(:round)
      end

      assert_empty found
    end

    def test_what_is_not_ours_alone_is_not_watched
      [[false, true], [true, false]].each do |aside, own|
        assert_same @live, Lab::Lookout.over(@live, Rig.new(aside, Ring.new(own), PLACEMENT), clock: -> { @now })
      end
      assert_instance_of Lab::Lookout, Lab::Lookout.over(@live, Rig.new(true, Ring.new(true), PLACEMENT), clock: -> { @now })
    end

    private

    def watch(files)
      FolderTree.open("proc/stat" => stat(busy: 0, stolen: 0), **files) do |root|
        yield Lab::Lookout.new(@live, PLACEMENT, clock: -> { @now }, root: root), root
      end
    end

    def later(lookout)
      @now += 2
      lookout.tell(:cell)
    end

    def found = @live.of(:disturbance).map { |facts| facts[:found] }

    def write(root, files)
      files.each { |path, text| FileUtils.mkdir_p(File.dirname("#{root}/#{path}")) && File.write("#{root}/#{path}", text) }
    end

    def stat(busy:, stolen:) = "cpu #{busy} 0 0 0 0 0 0 #{stolen}\ncpu1 #{busy} 0 0 0 0 0 0 #{stolen}\n"

    # utime is the 14th field, the core the 39th.
    def process(pid, name, cpu:, ticks:, parent: 1)
      text = "#{pid} (#{name}) R #{parent} #{(["0"] * 9).join(" ")} #{ticks} 0 #{(["0"] * 23).join(" ")} #{cpu}\n"
      { "proc/#{pid}/stat" => text, "proc/#{pid}/task/#{pid}/stat" => text }
    end
  end
end
