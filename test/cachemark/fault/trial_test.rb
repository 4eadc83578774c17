# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::TrialTest < Minitest::Test
    def test_the_subject_and_the_probes_are_told_apart
      subject, probe = MadeTrial.read("k1", nil, role: "subject"), MadeTrial.read("k2", nil)
      trial = MadeTrial.trial(subject, probe)

      assert_equal [subject, [probe]], [trial.subject, trial.probes]
      assert_nil MadeTrial.trial(probe).subject
    end
  end
end
