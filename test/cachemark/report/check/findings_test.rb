# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::Findings::EntryTest < Minitest::Test
    def test_a_pattern_matches_exactly_the_cases_of_the_entry
      { %w[a/one-in-get] => "a/one-in-get", %w[a/one-in-get a/one-in-set] => "a/one-in-{get,set}",
        %w[a/by-end-in-get a/by-reset-in-get] => "a/by-{end-in-get,reset-in-get}", %w[a/one a/one-more] => "a/{one,one-more}",
        %w[a/two-x a/two-xy] => "a/two-{x,xy}" }.each do |ids, wanted|
        assert_equal wanted, entries(ids.to_h { |id| [id, {}] }).first.pattern
        assert(ids.all? { |id| File.fnmatch?(wanted, id, File::FNM_EXTGLOB) })
      end
    end

    def test_every_pattern_of_the_catalogues_faults_names_its_cases_whole
      cases = Fault::Case.all(MadeCells::CATALOG.faults.values)
      cases.group_by { |one| one.fault.id }.each_value do |own|
        ids = own.map(&:id)
        pattern = entries(ids.to_h { |id| [id, { "fault" => "one" }] }).first.pattern

        assert_equal ids.sort, cases.map(&:id).select { |id| File.fnmatch?(pattern, id, File::FNM_EXTGLOB) }.sort
      end
    end

    def test_parts_that_differ_in_each_trial_make_no_other_reason
      alike = { "a/x-1" => { "reason" => 'k1 gave "cm-12-k1|a\\"b"' }, "a/x-2" => { "reason" => 'k2 gave "cm-34-k1|"' } }

      assert_equal 1, entries(alike).size
      assert_equal 2, entries({ **alike, "a/x-3" => { "reason" => "k1 gave nothing" } }).size
      assert_equal 2, entries(alike.transform_values { |more| more.merge("points" => 9) }).size
    end

    def test_groups_by_fault_and_outcome_and_peers_and_the_given_block
      base = { "a/x-1" => {}, "a/x-2" => {} }
      [{ "fault" => "a/y" }, { "outcome" => "HANG" }, { "peers" => %w[socket] }].each do |other|
        assert_equal 2, entries(base.merge("a/x-2" => other)).size
      end
      assert_equal 2, entries(base) { |one| one.case == "a/x-1" }.size
    end

    def test_in_how_many_trials_they_came_out_so
      tally = lambda do |*trials|
        entries(trials.each_with_index.to_h { |(times, n), at| ["a/x-#{at}", { "times" => times, "n" => n }] }).first.tally
      end

      assert_equal ["", " (3 of 10)", " (3 of 10 each)", " (2 to 4 of 10 each)", ""],
                   [tally.call([1, 1]), tally.call([3, 10]), tally.call([3, 10], [3, 10]), tally.call([4, 10], [2, 10]),
                    tally.call([3, 10], [3, 3])]
    end

    private

    # {case => what is other of its line}
    def entries(cases, &apart)
      lines = cases.map { |id, more| MadeCheck.line("dalli", id, "FAIL").merge("fault" => "a/x", **more) }
      Report::Check::Findings::Entry.all(lines.map { |line| Stats::Check::Outcome.of(line) }, &apart || ->(_) {})
    end
  end

  class Report::Check::Findings::RemarkTest < Minitest::Test
    def test_a_fault_says_what_most_of_its_cases_say
      remarks = remarks(["a/x-1", "a/x", "INFO", "took 1 ms"], ["a/x-2", "a/x", "INFO", "raised"],
                        ["a/x-3", "a/x", "INFO", "took 2 ms"], ["a/y", "a/y", "INFO", "raised"])

      assert_equal [["a/x", "3 cases: took 1 ms, and 1 other reason"], ["a/y", "raised"]], remarks.first.rows
    end

    def test_the_worse_outcome_comes_first_and_each_contender_for_itself
      remarks = remarks(["a/x", "a/x", "INFO", "r"], ["a/y", "a/y", "NON-STRICT", "r"], ["a/z", "a/z", "INFO", "r", "socket"])

      assert_equal [%w[NON-STRICT dalli], %w[INFO dalli], %w[INFO socket]], remarks.map { |one| [one.outcome, one.contender] }
    end

    def test_its_peers_are_those_of_all_its_cases
      line = MadeCheck.line("dalli", "placement/others", "INFO", peers: %w[socket])

      assert_equal %w[socket], Report::Check::Findings::Remark.all([Stats::Check::Outcome.of(line)]).first.peers
    end

    def test_it_is_repeated_by_exactly_its_cases_as_long_as_a_command_holds_them
      few = remarks(["a/x-1", "a/x", "INFO", "r"], ["a/x-3", "a/x", "INFO", "r"], ["a/y", "a/y", "INFO", "r"]).first
      many = remarks(*(1..80).map { |at| ["a/x-#{at}", "a/x", "INFO", "r"] }, ["a/y", "a/y", "INFO", "r"]).first

      assert_equal ["{a/x-1,a/x-3,a/y}", "{a/x,a/y}*", "a/y"],
                   [few.pattern, many.pattern, remarks(["a/y", "a/y", "INFO", "r"]).first.pattern]
    end

    def test_its_command_is_no_longer_than_can_be_read
      sizes = (1..80).map do |size|
        one = remarks(*(1..size).map { |at| ["a/x-#{at}", "a/x", "INFO", "r"] }).first
        Report::Check.replay(MadeCheck.of(run: { "seed" => 2**31 }), one, one.pattern).size
      end

      assert_includes 390..400, sizes.max
    end

    private

    def remarks(*cases)
      Report::Check::Findings::Remark.all(cases.map do |id, fault, outcome, reason, contender = "dalli"|
        Stats::Check::Outcome.of(MadeCheck.line(contender, id, outcome, fault: fault, reason: reason))
      end)
    end
  end
end
