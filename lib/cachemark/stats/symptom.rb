# frozen_string_literal: true

module Cachemark
  module Stats
    # One thing that keeps a machine from measuring well. `name` is what was looked at ("pinning"), `text` what was
    # found, `remedy` what to do, `gain` a Gain or nil. `kind` is
    # - "untrusted": with it no figure can be relied on,
    # - "blurs": with it only larger slowdowns are seen,
    # - "lacks": something cannot be measured at all,
    # - "outdated": a newer release is to be had.
    Symptom = Value.define(:name, :kind, :text, :remedy, gain: nil) do
      # What costs most first: rank of its kind, then by what was measured of it.
      #
      #: () -> [Integer, Float]
      def place = [Symptom::KINDS.index(kind), -(gain&.factor || 1.0)]

      #: () -> bool
      def untrusted? = kind == "untrusted"
    end

    # In the order in which they are told.
    Symptom::KINDS = %w[untrusted blurs lacks outdated].freeze
  end
end
