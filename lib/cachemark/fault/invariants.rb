# frozen_string_literal: true

module Cachemark
  module Fault
    # What must hold, one file each below invariants/: a module with `call(trial)`, which answers nil where
    # it holds, or [outcome, reason].
    module Invariants
      NAMES = { "own-value" => :OwnValue, "recovers" => :Recovers, "lives" => :Lives, "own-exception" => :OwnException,
                "succeeds" => :Succeeds, "round-trip" => :RoundTrip, "fresh" => :Fresh, "typed-error" => :TypedError,
                "intact-server" => :IntactServer, "applied-once" => :AppliedOnce, "no-leak" => :NoLeak,
                "placement" => :Placement, "bounded" => :Bounded, "whole-deadline" => :WholeDeadline,
                "strict-value" => :StrictValue, "unasked-reply" => :UnaskedReply, "truthful-write" => :TruthfulWrite,
                "resumes" => :Resumes, "notices" => :Notices, "true-answers" => :TrueAnswers,
                "kept-writes" => :KeptWrites, "returns" => :Returns, "goes-on" => :GoesOn }.freeze

      # Those that ask whether a call came back, in time, and without an error: where a machine is busy, it may not.
      OF_A_BUSY_MACHINE = %w[lives recovers goes-on resumes bounded whole-deadline succeeds typed-error own-exception].freeze

      # Raises KeyError for one that is not there: a fault's file is wrong.
      #: (String) -> Module
      def self.named(name) = const_get(NAMES.fetch(name))
    end
  end
end
