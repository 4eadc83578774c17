# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ProgramTest < Minitest::Test
    def test_contenders_whose_gems_agree_share_a_program
      programs = of(gem("a", "dalli" => "2.7.11"), gem("b", "memcached" => "1.8.0"), MadeCells.contender)

      assert_equal [%w[a b socket]], programs.map { |program| program.members.map(&:id) }
      assert_equal({ "dalli" => "2.7.11", "memcached" => "1.8.0" }, programs.first.contender.gems)
    end

    def test_a_gem_in_two_versions_makes_two_programs
      programs = of(gem("old", "dalli" => "1.0.0"), gem("new", "dalli" => "3.2.8"), gem("other", "memcached" => "1.8.0"))

      assert_equal [%w[old other], %w[new]], programs.map { |program| program.members.map(&:id) }
    end

    def test_contenders_that_do_not_share_have_a_program_each
      programs = Plan::Program.of([gem("a", "dalli" => "2.7.11"), gem("b", "dalli" => "2.7.11")], share: false)

      assert_equal [["p1", %w[a]], ["p2", %w[b]]], programs.map { |program| [program.id, program.members.map(&:id)] }
    end

    def test_a_program_that_was_started_for_each_mode_serves_no_other
      cells = %w[sync threads-2].product(%w[client/set client/get]).map { |mode, id| MadeCells.cell(scenario: id, mode: mode) }
      programs = Plan::Program.of_modes(cells)

      assert_equal [%w[p1 sync], %w[p2 threads-2]], programs.map { |program| [program.id, program.mode] }
      assert_equal [cells.first(2), cells.last(2)], programs.map { |program| cells.select { |cell| program.serves?(cell) } }
    end

    def test_reports_gems_that_a_member_did_not_ask_for
      first, second = gem("a", "dalli" => "2.7.11"), gem("b", "dalli" => "2.7.11", "kgio" => "2.11.4")

      assert_equal [%w[kgio], []], [first, second].map { |member| of(first, second).first.foreign_gems(member) }
    end

    def test_other_rubies_and_copies_have_their_own_programs
      copy = gem("copy", {}).with(source: Contender::Source.new(kind: "copy", ref: "rails-2.2.2"))
      programs = of(gem("a", "dalli" => "3.2.8"), gem("b", "dalli" => "3.2.8").with(runtime: "/ruby"), copy)

      assert_equal [%w[a], %w[b], %w[copy]], programs.map { |program| program.members.map(&:id) }
    end

    def test_a_program_has_all_shims_of_its_members
      first = gem("a", "dalli" => "1.0.0").with(shims: %w[timeout])
      second = gem("b", "memcached" => "1.8.0").with(shims: %w[timeout getbyte])

      assert_equal %w[timeout getbyte], of(first, second).first.contender.shims
    end

    def test_one_alone_keeps_its_name
      assert_equal "socket", of(MadeCells.contender).first.contender.id
    end

    private

    def of(*contenders) = Plan::Program.of(contenders)

    def gem(id, gems)
      MadeCells.contender("dalli").with(id: id, gems: gems, source: Contender::Source.new(kind: "gem"))
    end
  end
end
