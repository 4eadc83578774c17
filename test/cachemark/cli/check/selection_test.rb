# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Check::SelectionTest < Minitest::Test
    # A registry that offers four releases.
    class Releases
      def of(_gem) = %w[3.0.0 3.0.1 3.1.0 3.1.2].map { |number| Env::Registry::Release.new(number: number) }
    end

    # A registry that offers the releases of the advisories.
    class Advised
      def of(_gem)
        lines = MadeCells::CATALOG.advisories.values.flat_map(&:lines)
        lines.flat_map { |line| [line.affected, line.fixed] }.uniq.map { |number| Env::Registry::Release.new(number: number) }
      end
    end

    def test_every_contender_is_put_to_the_cases_that_are_asked_for
      exams = exams(%w[socket python/socket], cases: ["interrupt/timeout-in-{get,set}"])
      examined = exams.reject(&:control)

      assert_equal %w[socket python/socket], examined.map { |exam| exam.contender.id }
      assert_equal [%w[interrupt/timeout-in-get interrupt/timeout-in-set]], examined.map { |exam| exam.cases.map(&:id) }.uniq
    end

    # The cases of another advisory about the same releases join theirs.
    def test_an_advisory_has_its_own_contenders_and_cases
      advisory = MadeCells::CATALOG.advisories.values.first
      line = advisory.lines.first
      words = [line.affected, line.fixed].map { |release| Contender::Notation.written(advisory.client, release, advisory.options) }
      all = exams([], advisories: [advisory.id], versions: Advised.new, runtime: CLI.sources({})[:runtime])
      own = all.reject(&:control).select { |exam| words.include?(exam.contender.id) }

      assert_equal words, own.map { |exam| exam.contender.id }
      assert_equal 1, own.map { |exam| exam.cases.map(&:id) }.uniq.size
      assert(own.first.cases.all? { |one| line.cases.any? { |glob| File.fnmatch?(glob, one.id, File::FNM_EXTGLOB) } })
      assert_equal [words.drop(1), words.first(1)], own.map { |exam| exam.peers.map(&:id) }
      assert_equal [true, false], own.map(&:affected)
      assert_equal "socket", all.filter_map(&:control).first
    end

    def test_a_release_is_affected_by_one_advisory_and_fixed_for_another
      all = exams([], advisories: ["all"], versions: Advised.new, runtime: CLI.sources({})[:runtime]).reject(&:control)
      both = all.group_by { |exam| exam.contender.id }.values.select { |parts| parts.size > 1 }

      refute_empty both
      both.each do |parts|
        assert_equal [false, true], parts.map(&:affected).sort_by(&:to_s)
        assert_empty parts.map { |exam| exam.cases.map(&:id) }.reduce(:&)
      end
    end

    def test_an_advisory_takes_neither_contenders_nor_cases
      id = MadeCells::CATALOG.advisories.keys.first

      [[["socket"], {}], [[], { cases: ["key/*"] }]].each do |words, more|
        assert_match(/its own contenders and cases/, assert_raises(Usage) { exams(words, advisories: [id], **more) }.what)
      end
      assert_match(/unknown advisory: x/, assert_raises(Usage) { exams([], advisories: ["x"]) }.what)
    end

    RUBYS = %w[drops-for-its-own-lines takes-interrupts-for-failures serves-no-child shares-after-fork].freeze
    PYTHONS = %w[python/drops-for-errors-it-knows python/shares-after-fork].freeze
    FORK = ["interrupt/signal-in-get", "share/fork"].freeze

    # [contenders, cases] => the controls that ride along: those of these cases, and of the contenders' languages.
    CONTROLS = {
      [%w[socket], ["interrupt/timeout-in-get"]] => %w[socket keeps-connection notices-in-reads-only],
      [%w[socket], ["interrupt/cancel-task-in-get"]] => %w[socket],
      [%w[python/socket], ["interrupt/cancel-task-in-get"]] => %w[socket python/keeps-connection],
      [%w[socket], FORK] => ["socket", *RUBYS], [%w[socket python/socket], FORK] => ["socket", *RUBYS, *PYTHONS]
    }.freeze

    def test_the_controls_of_the_cases_and_languages_ride_along
      CONTROLS.each { |(words, cases), names| assert_equal names.sort, controls(words, cases: cases).sort, [words, cases] }
      [controls(["socket"]), controls(["dalli@3.0.0..3.1.2"], versions: Releases.new)]
        .each { |names| assert_empty names.grep(/python/) }
      exams = exams(["socket"], cases: ["interrupt/timeout-in-get"]).select(&:control)
      assert_equal ["socket (control)", "control,mutant=keeps-connection (control)",
                    "control,mutant=notices-in-reads-only (control)"], exams.map { |exam| exam.contender.id }
      assert_equal "interrupt/timeout", exams.flat_map { |exam| exam.cases.map { |one| one.fault.id } }.uniq.join(" ")
    end

    def test_a_mutant_of_a_language_is_one_of_its_control
      control = exams(["python/socket"], cases: ["share/threads-reading"]).find { |exam| exam.control == "python/takes-no-turns" }

      assert_equal "python/control,mutant=takes-no-turns (control)", control.contender.id
      assert_equal ["share/threads"], control.cases.map { |one| one.fault.id }.uniq
    end

    def test_another_variant_may_be_the_one_that_catches_a_mutant
      one = Fault::Case.all(MadeCells::CATALOG.faults.values).find { |found| found.id == "interrupt/timeout-in-delete" }
      control = exams(["socket"], cases: [one.id]).find { |exam| exam.control == "keeps-connection" }

      assert_equal one.id, control.cases.first.id
      assert_equal one.fault.variants.size, control.cases.size
    end

    def test_a_range_of_releases_is_put_to_its_ends_and_its_lines_first
      task = task(["dalli@3.0.0..3.1.2", "socket"], cases: ["interrupt/timeout-in-get"], versions: Releases.new)

      assert_equal ["socket", "dalli@3.0.0", "dalli@3.0.1", "dalli@3.1.2"],
                   task.exams.reject(&:control).map { |exam| exam.contender.id }
      assert_equal [["dalli@3.0.0..3.1.2", 4]], task.axes.map { |axis| [axis.name, axis.positions.size] }
      assert_equal %w[dalli@3.0.0 dalli@3.0.1 dalli@3.1.0 dalli@3.1.2 socket], task.examined.map(&:id).sort
    end

    # Those with another namespace have other keys.
    def test_contenders_are_peers_of_each_other_and_a_controls_peer_is_the_reference
      exams = exams(%w[socket python/socket], cases: ["cross/raw-text"])
      peers = exams.to_h { |exam| [exam.contender.id, exam.peers.map(&:id)] }

      assert_equal({ "socket" => ["python/socket"], "python/socket" => ["socket"] }, peers.slice("socket", "python/socket"))
      assert_operator peers.size, :>, 3
      assert_equal [["socket (control)"]], peers.except("socket", "python/socket").values.uniq
      exams = exams(%w[socket socket,namespace=a python/socket], cases: ["cross/raw-text"]).reject(&:control)
      assert_equal [["python/socket"], [], ["socket"]], exams.map { |exam| exam.peers.map(&:id) }
    end

    def test_selects_thorough_faults_only_on_request
      thorough = MadeCells::CATALOG.faults.values.select(&:thorough).map(&:id)
      chosen = ->(options) { exams(["socket"], **options).flat_map { |exam| exam.cases.map { |one| one.fault.id } }.uniq }

      assert_empty thorough & chosen.call({})
      assert_empty thorough - chosen.call({ thorough: true })
    end

    def test_a_thorough_case_has_a_trial_at_each_byte
      found = [{}, { thorough: true }].map { |options| exams(["socket"], cases: ["cut/end-mid-reply-of-get"], **options) }

      assert_equal [[false], [true]], found.map { |exams| exams.map { |exam| exam.cases.first.thorough }.uniq }
    end

    # [contenders, the case] => the message. A case without its category suggests every category that has it.
    REFUSED = {
      [%w[socket], "nope"] => /no case matches nope/,
      [%w[socket], "interrupt/timeout-in-gt"] => %r{Did you mean interrupt/timeout-in-get},
      [%w[socket socket], nil] => /named twice/, [%w[null socket], nil] => /null cannot be checked: it makes no call/,
      [%w[socket], "interrupt/sweep-twice-*"] => /only slow cases match .*\nadd --case thorough/,
      [[], nil] => /needs a contender/,
      [%w[socket], "timeout-in-get"] => %r{\nDid you mean interrupt/timeout-in-get, slow/timeout-in-get\?\z},
      [%w[socket], "timeout-in-*"] => %r{\nDid you mean '\*/timeout-in-\*'\?\z},
      [%w[socket], "nope-in-*"] => /\ncachemark list cases\z/
    }.freeze

    def test_a_case_that_is_not_there_is_refused
      REFUSED.each do |(words, glob), message|
        assert_match message, assert_raises(Usage) { exams(words, **{ cases: glob && [glob] }.compact) }.message
      end
    end

    def test_a_case_that_is_named_is_meant_however_long_it_takes
      assert_equal %w[interrupt/sweep-twice-get], exams(["socket"], cases: ["interrupt/sweep-twice-get"]).first.cases.map(&:id)
      assert_equal %w[interrupt/sweep-twice-get interrupt/sweep-twice-set],
                   exams(["socket"], cases: ["interrupt/sweep-twice-{get,set}"]).first.cases.map(&:id)
    end

    private

    # Array[String]: the reference, and mutants.
    def controls(words, **options) = exams(words, **options).filter_map(&:control)

    def exams(words, **options) = task(words, **options).exams

    def task(words, versions: nil, runtime: Env::Runtimes::Runtime.current, **options)
      CLI::Check::Selection.of(words, options, catalog: MadeCells::CATALOG, versions: versions, runtime: runtime).task
    end
  end
end
