# frozen_string_literal: true

module Cachemark
  module Fault
    # The rules that must hold in a trial. Each is a module with `call(trial)`, which returns nil if the rule holds, else
    # [outcome, reason]. The files below invariants/ group them by their subject.
    module Invariants
      # {name in a fault's file => constant}
      NAMES = {
        "refuses" => "Connections::Refuses", "lives" => "ProcessState::Lives", "no-leak" => "ProcessState::NoLeak",
        "succeeds" => "Calls::Succeeds", "bounded" => "Calls::Bounded", "whole-deadline" => "Calls::WholeDeadline",
        "own-exception" => "Calls::OwnException", "typed-error" => "Calls::TypedError",
        "own-value" => "Values::OwnValue", "strict-value" => "Values::StrictValue",
        "unasked-reply" => "Values::UnaskedReply", "notices" => "Values::Notices", "round-trip" => "Values::RoundTrip",
        "fresh" => "Values::Fresh",
        "applied-once" => "Writes::AppliedOnce", "true-answers" => "Writes::TrueAnswers",
        "truthful-write" => "Writes::TruthfulWrite", "kept-writes" => "Writes::KeptWrites",
        "intact-server" => "Writes::IntactServer", "placement" => "Writes::Placement",
        "recovers" => "Recovery::Recovers", "goes-on" => "Recovery::GoesOn", "resumes" => "Recovery::Resumes",
        "returns" => "Recovery::Returns"
      }.freeze
      # Rules about whether a call returned, in time and without an error. On a busy machine, a call may fail them without a
      # bug.
      OF_A_BUSY_MACHINE = %w[lives recovers goes-on resumes bounded whole-deadline succeeds typed-error own-exception].freeze

      # Raises KeyError for an unknown name, which is an error in a fault's file.
      #: (String) -> Module
      def self.named(name) = const_get(NAMES.fetch(name))

      # The worst of several [outcome, reason] pairs, the first of equal ones; nil without any.
      #: (Array[[String, String]]) -> [String, String]?
      def self.worst(found) = found.max_by { |outcome, _| Vocabulary::Outcomes.rank(outcome) }
    end
  end
end
