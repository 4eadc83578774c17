# frozen_string_literal: true

require "test_helper"

class VerdictsTest < Minitest::Test
  Verdicts = Cachemark::Report::Verdicts

  def test_a_section_per_contender
    verdicts = [MadeVerdicts.slower, MadeVerdicts.faster, MadeVerdicts.slower(contender: "b")]

    assert_equal [["dalli@3.2.8 against dalli@2.7.11", 2], ["b against dalli@2.7.11", 1]],
                 Verdicts.sections(verdicts).map { |section| [section.heading, section.rows.size] }
    assert_equal ["a against itself"], Verdicts.sections([MadeVerdicts.slower(contender: "a", baseline: "a")]).map(&:heading)
  end

  def test_the_reason_is_the_first_footnote
    verdict = MadeVerdicts.invalid(footnotes: ["ttl 604800"])

    assert_equal ["invalid: wrong value for key k1", "ttl 604800"], Verdicts.footnotes([verdict]).sentences
  end

  def test_a_footnote_of_all_three_rows_is_printed_once
    verdicts = %w[a b c].map { |scenario| MadeVerdicts.verdict(scenario: scenario, reason: "fewer than 12 pairs") }

    assert_equal ["same: fewer than 12 pairs"], Verdicts.footnotes(verdicts).common
  end
end

class VerdictsNamesTest < Minitest::Test
  Made = MadeVerdicts

  # {members of a verdict in client/get => its names in a table}
  NAMES = {
    # The label alone where it says enough, without the contender.
    [{}, { scenario: "client/set", label: "set" }] => %w[get set], [{ label: nil }] => ["get"],
    [{ label: "dalli@3.2.8:get" }] => ["get"],
    # The scenario where two share a label, and the mode where there are several.
    [{}, { scenario: "store/get" }] => %w[client/get store/get], [{}, { mode: "threads-4" }] => %w[get:sync get:threads-4],
    [{}, { mode: "threads-4", label: "get (threads-4)" }] => ["get:sync", "get (threads-4)"]
  }.freeze

  def test_names
    NAMES.each { |members, found| assert_equal found, names(members, :of), members }
  end

  def test_a_sentence_names_the_metric_where_there_are_several
    assert_equal [["get (wall)", "get (cpu)"], ["get"]], [[{}, { metric: "cpu" }], [{}]].map { |members| names(members, :full) }
  end

  private

  def names(members, form)
    verdicts = members.map { |one| Made.slower(**one) }
    verdicts.map { |verdict| Cachemark::Report::Verdicts::Names.new(verdicts).public_send(form, verdict) }
  end
end

class VerdictsLimitsTest < Minitest::Test
  Made = MadeVerdicts
  WORSE = { scenario: "client/set", label: "set", effect: -0.004 }.freeze
  COUNTS = %w[writes reads].map { |metric| { metric: metric, effect: 0.0 } }.freeze
  UNDETECTED = "a slowdown under 0.8 % in mixed could go undetected"

  # {members of the cells of an A/A check => the sentence}
  NOISE = {
    [{}, WORSE] => "A/A check: the same code differs by at most 0.4 % (set, the worst of 2 cells).",
    [{ moved: true }] => /; it certainly differs in get\.\z/,
    # Metrics that agree share a figure.
    [{}, *COUNTS] => "A/A check: the same code differs by at most 0.3 % in wall (get) and 0.0 % in writes and reads (get).",
    [{ effect: nil, interval: nil }, { interval: nil }] => nil, [] => nil
  }.freeze

  # Verdicts that may hide a slowdown => the sentences.
  BLIND = {
    Made.comparison.verdicts => [UNDETECTED, "a slowdown under 2.0 % in missing could go undetected",
                                 "unknown in multiget: wrong value for key k1"],
    # A count is exact.
    [Made.same(metric: "allocations", resolution: 0.0)] => [],
    [Made.same, Made.same(contender: "b")] => ["dalli@3.2.8: #{UNDETECTED}", "b: #{UNDETECTED}"],
    [Made.same(resolution: Float::INFINITY)] => ["next to nothing could be detected in mixed"],
    [Made.same(resolution: 11.59)] => ["next to nothing could be detected in mixed"]
  }.freeze

  def test_how_much_the_same_code_differs
    NOISE.each do |cells, sentence|
      found = Cachemark::Report::Verdicts::Limits.noise(cells.map { |members| Made.noise(**members) })

      assert_operator found.size, :<=, 1
      assert_operator sentence, :===, found.first, cells
    end
  end

  def test_what_would_pass_in_each_cell_that_may_have_got_slower
    BLIND.each { |verdicts, sentences| assert_equal sentences, Cachemark::Report::Verdicts::Limits.undetected(verdicts) }
  end
end
