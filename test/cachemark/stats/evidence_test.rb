# frozen_string_literal: true

require "test_helper"

class EvidenceTest < Minitest::Test
  def setup
    @lines = MadeRecord.lines(processes: 2, blocks: 2)
    @cell = @lines.find { |line| line["cell"] == "c-dalli" }
  end

  def test_finds_what_belongs_to_a_cell
    assert_equal 4, evidence.blocks(@cell).size
    assert_equal 2, evidence.proofs(@cell).size
    assert_equal "digest of dalli", evidence.process(@cell)["digest"]
    assert_equal({ "dalli" => "1.0" }, evidence.environment(@cell)["gems"])
  end

  def test_finds_what_was_seen_of_a_concurrent_cell
    assert_nil evidence.in_flight(@cell)
    @lines += [1, 4].map { |seen| { "type" => "in_flight", "cell" => "c-dalli", "of" => 4, "seen" => seen } }

    assert_equal 4, evidence.in_flight(@cell)["seen"]
  end

  def test_a_failure_of_one_cell_is_not_of_another
    @lines << { "type" => "failure", "cell" => "c-other", "contender" => "dalli", "status" => "failed" }

    assert_nil evidence.failure(@cell)
  end

  def test_a_failure_of_a_contender_is_all_its_cells
    @lines << { "type" => "failure", "contender" => "dalli", "status" => "failed", "reason" => "did not load" }

    assert_equal "did not load", evidence.failure(@cell)["reason"]
  end

  def test_a_contender_without_an_environment_has_empty_facts
    stranger = { "cell" => "c9", "contender" => "stranger" }

    assert_empty evidence.environment(stranger)
    assert_empty evidence.process(stranger)
    assert_empty evidence.blocks(stranger)
  end

  private

  def evidence = Cachemark::Stats::Evidence.new(Cachemark::Record.from_lines(@lines))
end
