# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What a client does not take it refuses in words of its own, not by failing over it.
      module TypedError
        OF_THE_LANGUAGE = %w[NoMethodError NameError FrozenError AttributeError UnboundLocalError KeyError IndexError SystemError
                             UnicodeDecodeError UnicodeEncodeError].freeze
        private_constant :OF_THE_LANGUAGE

        #: (Trial) -> [String, String]?
        def self.call(trial)
          found = trial.calls.find { |call| call.raised? && foreign?(call.error["class"]) }
          ["NON-STRICT", "#{found.step["op"]} failed over it: #{found.error["class"]}: #{found.error["message"]}"] if found
        end

        def self.foreign?(name) = OF_THE_LANGUAGE.include?(name) || name.start_with?("Encoding::")
        private_class_method :foreign?
      end
    end
  end
end
