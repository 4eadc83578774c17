# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::CheckedTest < Minitest::Test
    def test_every_contender_is_put_to_the_cases_that_are_asked_for
      exams = exams(%w[socket null], cases: ["interrupt/timeout-in-{get,set}"])
      examined = exams.reject(&:control)

      assert_equal %w[socket null], examined.map { |exam| exam.contender.id }
      assert_equal [%w[interrupt/timeout-in-get interrupt/timeout-in-set]], examined.map { |exam| exam.cases.map(&:id) }.uniq
    end

    def test_only_the_controls_of_these_cases_ride_along
      controls = exams(["socket"], cases: ["interrupt/timeout-in-get"]).select(&:control)

      assert_equal %w[socket keeps-connection], controls.map(&:control)
      assert_equal ["socket (control)", "control,flaw=keeps-connection (control)"], controls.map { |exam| exam.contender.id }
      assert_equal [["interrupt/timeout-in-get"]], controls.map { |exam| exam.cases.map(&:id) }.uniq
    end

    def test_what_is_thorough_has_to_be_asked_for
      thorough = Catalog.load.situations.values.select(&:thorough).map(&:id)
      chosen = ->(options) { exams(["socket"], **options).flat_map { |exam| exam.cases.map { |one| one.situation.id } }.uniq }

      assert_empty thorough & chosen.call({})
      assert_empty thorough - chosen.call({ thorough: true })
    end

    def test_a_case_that_is_not_there_is_refused
      assert_match(/no case matches nope/, assert_raises(Usage) { exams(["socket"], cases: ["nope"]) }.message)
      assert_match(/needs a contender/, assert_raises(Usage) { exams([]) }.message)
    end

    private

    def exams(words, **options)
      CLI::Checked.new(words, options, catalog: Catalog.load, versions: nil, runtime: Env::Runtime.current).job.exams
    end
  end
end
