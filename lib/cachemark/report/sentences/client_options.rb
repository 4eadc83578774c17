# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Options of clients that were examined, or why they were not.
      module ClientOptions
        class << self
          def no_effect_seen(option:, given:) = "#{option}=#{given}: no effect seen"
          def no_probe = "it offers none of the calls by which options are examined"
          def options_unseen(reason:, try:) = "options of clients were not examined: #{reason} (#{try})"
        end
      end
    end
  end
end
