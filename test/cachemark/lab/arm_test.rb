# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ArmTest < Minitest::Test
    include ALab

    def test_a_process_with_its_client_loaded
      arm = launch

      assert_nil arm.reason
      assert_equal ["p1a.socket", "socket", arm.session.hello["runtime"]], arm.facts.values_at(:process, :contender, :runtime)
      assert_match(/\h{64}/, arm.facts[:digest])
    end

    def test_a_process_is_told_its_mode
      heard = File.join(folder, "heard.jsonl")
      arm = launch(made: { "heard" => heard }, mode: "threads-4")

      assert_equal ["socket threads-4", "threads-4"], [arm.lane, arm.facts[:mode]]
      assert_equal "threads-4", JSON.parse(File.read(heard))["mode"]
      arm.close
    end

    def test_is_closed_whatever_became_of_it
      arm = launch
      arm.close

      assert Processes.eventually { !Processes.alive?(arm.session.pid) }
      launch(made: { hello: "exit" }).close
    end

    def test_what_does_not_come_up_says_why
      [{ hello: "exit" }, { load: "exit" }, { load: "failed" }, { load: "garbage" }].each do |made|
        arm = launch(made: made)

        assert_kind_of String, arm.reason, made
        assert_equal "p1a.socket", arm.facts[:process]
        arm.settle
        arm.close
      end
    end

    def test_what_was_not_asked_for_is_not_measured
      gem = { gem: "dalli", version: "3.2.8", dir: "/store/dalli-3.2.8", extension_dir: nil, reports: nil }
      answers = { load: { file: "/elsewhere/dalli.rb", version: "3.2.8", digest: "d", libraries: [] } }
      rig = rig([], others: { "dalli" => environment("dalli", answers, expected: [gem]) })

      assert_match(%r{loaded from /elsewhere}, Lab::Arm.launch(rig, MadeCells.cell(contender: "dalli"), "p1a.dalli").reason)
    end

    def test_a_driver_that_cannot_be_moved_to_its_cores_is_not_measured
      skip "no taskset here" unless FACTS["taskset"]

      arm = launch
      arm.session.kill
      placement = ANYWHERE.with(pinned: true, driver_cpus: FACTS["allowed_cpus"].first(1))
      rig = Lab::Rig.new(keeper: keeper, ring: Host::Ring.new([memcached]), placement: placement, environments: {}, logs: folder)
      arm.instance_variable_set(:@rig, rig)
      arm.settle

      assert_match(/the driver could not be moved to cores/, arm.reason)
    end

    private

    def launch(made: nil, **cell)
      Lab::Arm.launch(rig([MadeCells.contender], made: { "socket" => made }), MadeCells.cell(**cell), "p1a.socket")
    end
  end
end
