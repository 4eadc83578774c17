# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Footnotes of a row, why it has no figures, and notes on a whole run, a comparison or a search.
      module Runs
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
            before = ", #{Figures.counted(days, "day")} before" if days.positive?
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

          def unfinished = "the run has not ended: these are its figures so far"
          def ended(outcome:, reason:) = [outcome, reason].compact.join(": ")
          def unmeasured_rows(count:) = "not measured: #{Figures.counted(count, "row")}"

          def uncalibrated
            "this machine was not calibrated: the smallest slowdown that it detects is unknown (cachemark selftest --calibrate)"
          end

          def unpinned = "nothing is pinned to a core: figures shift by tens of percent between processes"

          def two_cores
            "sender and server have a core each (two-core): these times are not costs, which are measured on one core"
          end

          def shared_cores(placement:)
            "sender and server do not have a core each (#{placement}): they wait for each other, which the latencies include"
          end

          def steal(percent:) = format("the host took %.1f %% of the CPU away during the run", percent)

          def foreign_server
            "the server is not ours and not pinned: its threads and cores move costs by tens of percent, even × socket"
          end

          def shared_server
            "others may use the server (--allow-non-empty): its counters could only be checked for being too low"
          end

          def no_socket_ratio(scenario:, status:, reason:)
            "no × socket in #{scenario}: socket is #{status} there (#{Sentences.of(reason)})"
          end

          def busy(load:, cores:)
            format("the machine was busy when the run began (load %.1f on %d cores): times are long, intervals wide", load, cores)
          end

          def imprecise(count:, of:) = "#{count} of #{of} rows are known to no better than ± 50 %: measure longer"

          def concurrent
            "in a concurrent mode a time per call is the elapsed time divided by the calls of all workers; single calls take " \
              "longer (--latencies)"
          end

          def clock_for_latencies = "every time includes a reading of the clock for each call (--latencies)"
          def clock_for_pairs = "over pairs every time includes a reading of the clock for each call"

          def sequential
            "intervals stay valid however often you look (--until): they are wider than those of a run of fixed length"
          end

          def few_processes(fewest:) = "no interval where a row has fewer than #{fewest} fresh processes"
          def first_pairs(counts:) = "an iteration over pairs is one over the first #{counts.uniq.join(" to ")} of them"

          def uneven_rows(calls:)
            "an iteration is #{calls.join(" to ")} calls, depending on the row: do not compare the totals of rows"
          end

          # Of a comparison.
          def unpinned_pairs = "not pinned to a core, pairs differ more: this run detects less than a pinned one"

          def coarse(share:)
            format("slowdowns under %.1f %% may be missed: measure longer, or on a machine that does nothing else", share * 100)
          end

          def aa_unknown(scenarios:)
            "the A/A check had too few pairs in #{scenarios.join(", ")}: whether this run can be trusted there is unknown"
          end

          def together(count:, confidence:)
            format("intervals hold %s with a probability of at least %g %%",
                   count == 1 ? "the truth" : "the truth in all #{count} verdicts at once", confidence * 100)
          end

          # Of a search.
          def resumed(at:, argv:) = "the search was resumed at #{at}#{": cachemark #{argv.join(" ")}" if argv}"
          def search_unfinished = "the search has not ended"
          def not_searched(reason:) = "not searched: #{Sentences.of(reason)}"
        end
      end
    end
  end
end
