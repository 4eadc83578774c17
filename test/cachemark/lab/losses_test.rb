# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::LossesTest < Minitest::Test
    include ALab

    def test_a_loss_is_on_record_and_told_in_one_line
      losses.add(MadeCells.cell, "failed", "it broke\n  twice\n")

      assert_equal [["c1", "socket", "failed", "it broke; twice"]], lost
      assert_equal ["it broke; twice"], live.of(:failure).map { |facts| facts[:reason] }
    end

    def test_what_cannot_be_built_is_unavailable_and_the_users_own_code_broken
      own = MadeCells.contender("dalli").with(id: "own", source: Contender::Source.new(kind: "path", dir: "/own"))
      [MadeCells.cell, MadeCells.cell(contender: own)].each { |cell| losses.unbuilt(cell, "no compiler") }

      assert_equal %w[unavailable failed], lost.map { |line| line[2] }
    end

    def test_a_mode_that_nobody_has_is_not_the_users_code
      own = MadeCells.contender("dalli").with(source: Contender::Source.new(kind: "path", dir: "/own"))
      losses.unbuilt(MadeCells.cell(contender: own, mode: "gevent-8"), "Ruby has no mode gevent")

      assert_equal ["unavailable"], lost.map { |line| line[2] }
    end

    def test_nor_is_one_that_its_environment_lacks
      own = MadeCells.contender("dalli").with(id: "own", source: Contender::Source.new(kind: "path", dir: "/own"))
      @losses = Lab::Losses.new(writer: writer, live: live, clock: CLOCK, environments: { "own" => environment("own") })
      losses.unbuilt(MadeCells.cell(contender: own, mode: "threads-4"), "no threads for this runtime")

      assert_equal ["unavailable"], lost.map { |line| line[2] }
    end

    def test_the_end_of_a_run_is_on_record_and_a_warning
      assert_equal "stopped early", losses.stopped(Trouble.new("the server is gone"))
      assert_equal [["stopped", "the server is gone"]], writer.record.events.map { |event| event.values_at("kind", "message") }
      assert_equal ["the server is gone"], live.of(:warning).map { |facts| facts[:message] }
    end

    private

    def losses = @losses ||= Lab::Losses.new(writer: writer, live: live, clock: CLOCK)

    def lost = writer.record.failures.map { |line| line.values_at("cell", "contender", "status", "reason") }
  end
end
