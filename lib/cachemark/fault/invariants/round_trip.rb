# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What was written under a key is what is read there: its bytes, and where the client serialises also its type and
      # encoding; a write that was told as done is not lost.
      module RoundTrip
        WORDS = { missed: ["FAIL", "returned a miss of what was told as written"],
                  stale: ["FAIL", "returned an older value of the key"],
                  changed: ["FAIL", "returned the value as another type"],
                  undecoded: ["INFO", "returned the bytes as they were stored: they have no format in common"],
                  misread: ["INFO", "made something else of it than was written: they have no format in common"],
                  others: ["CORRUPT", "returned another key's value"],
                  wrong: ["CORRUPT", "returned what was not written"] }.freeze
        SHOWN = 60
        private_constant :SHOWN

        #: (Trial) -> [String, String]?
        def self.call(trial)
          misses = trial.misses
          found = Register.readings(trial) do |*reading|
            reading[3] == :missed && misses ? excused(reading, misses) : said(*reading)
          end
          found.max_by { |outcome, _| OUTCOMES.index(outcome) }
        end

        # misses: that the client documents misses in the place of failures, and how.
        def self.excused(reading, misses) = ["INFO", "#{said(*reading).last}: #{misses}"]
        private_class_method :excused

        # The outcome and the sentence for one reading.
        def self.said(call, name, told, fault, writer)
          outcome, words = WORDS.fetch(fault)
          [outcome, "#{call.step["op"]} of #{name}#{", which #{writer} wrote," if writer} #{words}#{": #{shown(told)}" if told}"]
        end

        def self.shown(told)
          text = Call.bytes(told)
          text ? "#{text[0, SHOWN].inspect} in #{told["encoding"]}" : told.to_s[0, SHOWN]
        end
        private_class_method :shown
      end
    end
  end
end
