# frozen_string_literal: true

module Cachemark
  module Stats
    # What is wrong with a machine. Each rule answers `(facts)` with symptoms, none where all is well, or with nil where that
    # cannot be known here. A new rule is a method and a line below.
    class Symptoms
      # Rules by what they look at.
      RULES = {
        "memcached" => Installed.method(:memcached), "cores" => Hardware.method(:cores), "pinning" => Hardware.method(:pinning),
        "measuring" => Measured.method(:pairs), "A/A" => Measured.method(:same_code), "steal" => Measured.method(:steal),
        "other processes" => Measured.method(:other_processes), "load" => Measured.method(:load),
        "CPU quota" => Hardware.method(:quota), "memory" => Hardware.method(:memory), "governor" => Hardware.method(:governor),
        "turbo" => Hardware.method(:turbo), "SMT" => Hardware.method(:siblings), "clock source" => Hardware.method(:clock_source),
        "compiler and headers" => Installed.method(:compiler), "runtimes" => Installed.method(:runtimes),
        "disk" => Installed.method(:disk), "releases" => Installed.method(:releases)
      }.freeze
      private_constant :RULES

      #: (Examination::MachineFacts) -> void
      def initialize(facts)
        @found = RULES.to_h { |name, rule| [name, rule.call(facts)&.map { |symptom| symptom.with(name: name) }] }
      end

      # Array[Symptom]: the most harmful first.
      def all = @all ||= @found.values.compact.flatten.sort_by.with_index { |symptom, at| [symptom.place, at] }.freeze

      # Array[String]: what was checked and is well.
      def fine = names { |symptoms| symptoms&.empty? }

      # Array[String]: what could not be checked here.
      def unknown = names(&:nil?)

      private

      def names = @found.select { |_name, symptoms| yield symptoms }.keys.freeze
    end
  end
end
