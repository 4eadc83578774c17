# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Footnotes of a row, and why it has no figures.
      module Rows
        # Cases that are named.
        MOST_CASES = 3
        private_constant :MOST_CASES

        class << self
          # As the record has it.
          def recorded(text:) = text

          def unmeasured = "not measured before the run ended"
          def unexpected_replies = "its replies were not the expected ones"
          def no_proof = "no proof of its replies is on record"

          def departure(way:, timed:, seen:)
            format("its timed calls %s %d bytes an iteration, through the proxy %d: it works otherwise when it is warm",
                   way, timed, seen)
          end

          def corrupt(cases:, checked:, days:, notation:)
            more = cases.size - MOST_CASES
            named = [*cases.first(MOST_CASES), *("#{more} more" if more.positive?)].join(", ")
            before = ", #{Words.count(days, "day")} before" if days.positive?
            "CORRUPT: it returns wrong values, as check saw on #{checked}#{before}: #{named} (cachemark check #{notation})"
          end

          def shims(names:) = "runs with shim #{names.join(", ")}"
          def identical(contenders:) = "identical to #{contenders.join(" and ")}: same code, same options"
          def unobserved(reason:) = "its work could not be checked through the proxy: #{reason}"
          def in_flight_unknown(reason:) = "in flight: unknown (#{reason})"
          def in_flight(seen:, of:, why:) = "in flight: #{seen} of #{of}#{" (#{why})" if why}"

          def absorbed(reads:, served:)
            "a local cache answers #{reads - served} of #{reads} reads, the server #{served}"
          end

          def few_ticks(seconds:) = "user and system from less than #{seconds} s of CPU: the kernel counts ticks"

          def fell_behind_rate(achieved:, rate:)
            "fell behind: sent #{Figures.count(achieved)}/s of #{Figures.count(rate)}/s; its latencies grow with the time that " \
              "is measured"
          end

          def late_sender(ns:)
            format("the sender itself was late: 1 %% of the calls began %.1f ms or more after they could have", ns / 1e6)
          end

          # Why a rate was not held.
          def fell_behind = "it fell behind"
          def p99(ns:) = format("a p99 of %.2f ms", ns / 1e6)
          def no_p99 = "too few calls for a p99"
        end
      end
    end
  end
end
