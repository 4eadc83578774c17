# frozen_string_literal: true

module Cachemark
  module Report
    # Puts the remarks of Stats into English: the only place where their sentences are. A theme has a method for each id,
    # whose keywords are the remark's facts.
    module Sentences
      THEMES = [Findings, Runs, Verdicts, Machine].freeze
      IDS = THEMES.flat_map { |theme| theme.singleton_methods(false).map { |id| [id, theme] } }.to_h.freeze
      private_constant :THEMES, :IDS

      class << self
        # The sentence of a remark; what a record has as a sentence, and nil, stay as they are.
        #
        #: (Stats::Remark | String | nil) -> String?
        def of(remark)
          return remark unless remark.is_a?(Stats::Remark)

          text = [IDS.fetch(remark.id).public_send(remark.id, **remark.facts), of(remark.detail)].compact.join(": ")
          remark.about ? "#{remark.about}: #{text}" : text
        end

        # The same value with a sentence in the place of each remark, however deep. Every report begins with this.
        #
        #: (Object) -> Object
        def in(value)
          case value
          when Stats::Remark then of(value)
          when Array then changed(value, value.map { |member| self.in(member) })
          when Struct then in_members(value)
          when Hash then value.keys.first.is_a?(Struct) ? value.to_h { |key, member| [self.in(key), self.in(member)] } : value
          else value
          end
        end

        private

        def in_members(value)
          members = value.to_h
          said = members.transform_values { |member| self.in(member) }
          members.keys.all? { |name| members[name].equal?(said[name]) } ? value : value.with(**said)
        end

        def changed(before, after)
          before.zip(after).all? { |one, other| one.equal?(other) } ? before : after.freeze
        end
      end
    end
  end
end
