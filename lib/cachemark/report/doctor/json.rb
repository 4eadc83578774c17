# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Doctor
      # What was found, with its origin, by schema/doctor.json.
      class JSON
        SCHEMA = "cachemark/doctor/1"
        # Members of the survey that are told as they are.
        TOLD = %w[neighbours missing disks runtimes releases].freeze
        private_constant :TOLD

        #: (Stats::Examination) -> void
        def initialize(examination)
          @examination = examination
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@examination).head(SCHEMA), summary: Sentences::Doctor.summary(@examination), trusted: @examination.trusted?,
            sight: @examination.sight&.to_h, symptoms: @examination.symptoms.map { |symptom| symptom(symptom) },
            fine: @examination.fine, unknown: @examination.unknown, memcached: survey.dig("memcached", "version"),
            **TOLD.to_h { |name| [name.to_sym, survey[name]] } }
        end

        private

        def survey = @examination.survey

        def symptom(symptom)
          { **symptom.to_h, gain: symptom.gain&.sentence, factor: symptom.gain&.factor }
        end
      end
    end
  end
end
