# frozen_string_literal: true

module Cachemark
  module Report
    # Puts the remarks of Stats into English. No other code has their sentences. A theme has a method for each id; its
    # keywords are the facts of the remark.
    module Sentences
      class << self
        # The sentence of a remark. Sentences from a record, and nil, are returned unchanged.
        #: (Stats::Remark | String | nil) -> String?
        def of(remark)
          return remark unless remark.is_a?(Stats::Remark)

          text = [theme(remark.id).public_send(remark.id, **remark.facts), of(remark.detail)].compact.join(": ")
          remark.about ? "#{remark.about}: #{text}" : text
        end

        # The same value with each remark replaced by its sentence, at any depth. Every report begins with this.
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

        # The module with the sentence for an id.
        def theme(id)
          themes = [Findings, Runs, Verdicts, Calibrations, ClientOptions, Hosts]
          (@themes ||= themes.flat_map { |theme| theme.singleton_methods(false).product([theme]) }.to_h).fetch(id)
        end

        def in_members(value)
          members = value.to_h
          said = members.transform_values { |member| self.in(member) }
          members.keys.all? { |name| members[name].equal?(said[name]) } ? value : value.with(**said)
        end

        def changed(before, after)
          before.zip(after).all? { |one, other| one.equal?(other) } ? before : after.freeze
        end
      end

      # Footnotes of a row, why it has no figures, and notes on a whole run, a comparison or a search.
      module Runs
        # The number of cases that are named.
        MOST_CASES = 3
        private_constant :MOST_CASES

        class << self
          # As in the record.
          def recorded(text:) = text

          def unmeasured = "not measured before the run ended"
          def unexpected_replies = "its replies were not the expected ones"
          def no_proof = "no proof of its replies is on record"

          def uneven
            "some of its calls take far longer than others, and those of socket do not: see disturbance, and measure with " \
              "--metric latencies"
          end

          def contradicted(share:)
            "its × socket differs from the ratio of the two times per call by more than #{Figures.rounded(share)}: some " \
              "calls of one of them took far longer; × socket compares the same rounds"
          end

          def waits(share:)
            "the client computes for less than #{Figures.rounded(share)} of a call's time and waits for the rest: on one " \
              "machine, usually because small packets wait for acknowledgements (TCP_NODELAY is off)"
          end

          def disturbed
            "disturbed: other work or waiting lengthened its calls so much that its × socket is not known to within 3 %; " \
              "measure for longer, or on a quieter machine"
          end

          def widened = "other work lengthened its calls, so that its interval is wide: measure longer, or on a quieter machine"

          def departure(way:, timed:, seen:)
            format("its timed calls %s %d bytes an iteration, through the proxy %d: it works differently once it is warm",
                   way, timed, seen)
          end

          def corrupt(cases:, checked:, days:, notation:)
            more = cases.size - MOST_CASES
            named = [*cases.first(MOST_CASES), *("#{more} more" if more.positive?)].join(", ")
            before = ", #{Figures.counted(days, "day")} before" if days.positive?
            "CORRUPT: it returns wrong values, as check saw on #{checked}#{before}: #{named} " \
              "(#{CommandLine.of(["check", notation])})"
          end

          def shims(names:) = "runs with shim #{names.join(", ")}"
          def identical(contenders:) = "identical to #{contenders.join(" and ")}: same code, same options"
          def below_floor(version:, least:, source:)
            "memcached #{version} is older than the oldest that it supports, #{least} (#{source})"
          end

          def unobserved(reason:) = "its work could not be checked through the proxy: #{reason}"
          def unsettled(count:, of:)
            "still warming up when it was timed, in #{count} of #{Figures.counted(of, "process", "processes")}"
          end

          def warm_up(median_s:, longest_s:, bytes:)
            size = bytes && format("; up to %d kB of compiled code", bytes / 1000)
            format("rows with a JIT were timed after their compiled code and their time had settled: %.2f s per row and " \
                   "process in the median, %.2f s at most%s", median_s, longest_s, size)
          end

          def in_flight_unknown(reason:) = "in flight: unknown (#{reason})"
          def in_flight(seen:, of:, why:) = "in flight: #{seen} of #{of}#{" (#{why})" if why}"

          def answered_locally(reads:, served:)
            "a local cache answers #{reads - served} of #{reads} reads, the server #{served}"
          end

          def few_ticks(seconds:) = "user and system from less than #{seconds} s of CPU: the kernel counts ticks"

          def fell_behind_rate(achieved:, rate:)
            "fell behind: sent #{Figures.count(achieved)}/s of #{Figures.count(rate)}/s; its latencies grow with the time that " \
              "is measured"
          end

          def stampede_wrong(wrong:, calls:, example:)
            such_as = ", such as #{example}" if example
            "in a stampede, #{wrong} of #{Figures.counted(calls, "call")} returned a wrong value#{such_as}"
          end

          def pool_never_waits
            "no waited and no timeouts: a call that finds no free connection never waits; its pool makes another one, or " \
              "raises"
          end

          def no_stampede(reason:) = "its stampedes could not be measured: #{reason}"

          def stampede_raised(raised:, calls:, errors:)
            all = errors.map { |name, count| "#{name} #{Figures.counted(count, "time")}" }
            "in a stampede, #{raised} of #{Figures.counted(calls, "call")} raised: #{Vocabulary.list(all)}"
          end

          def wrong_value(key:, actual:) = "a read of #{key} returned #{actual}"

          def raised(errors:, messages:)
            all = errors.sort_by { |_, count| -count }
            often = all.map { |name, count| [name, count == 1 ? "once" : "#{Figures.count(count)} times"] }
            "raised #{often.map { |name, times| "#{name} #{times} (#{messages[name]})" }.join(", ")}"
          end

          def behind_before(rate:)
            "it fell behind before the incident: #{Figures.rate(rate)} is too much here"
          end

          def keys_away(median:, low:, high:)
            range = " (#{Figures.count(low)} to #{Figures.count(high)}, depending on the run)" if low != high
            "#{Figures.counted(median, "moved key")}#{range} had not moved back when the run ended: a longer --for shows when " \
              "the client returns to the server"
          end

          def runs_differ(names:, share:)
            "its runs differ by more than #{Figures.rounded(share)} in #{Vocabulary.list(names)}"
          end

          def late_sender(ns:)
            format("the sender itself was late: 1 %% of the calls began %.1f ms or more after they could have", ns / 1e6)
          end

          # Why a rate was not reached.
          def fell_behind = "it fell behind"
          def p99(ns:) = format("a p99 of %.2f ms", ns / 1e6)
          def no_p99 = "too few calls for a p99"

          def unfinished = "the run has not ended: these are its figures so far"
          def ended(outcome:, reason:) = [outcome, reason].compact.join(": ")
          def needs_another_runtime(gem:, version:, needs:, pass:) = "#{gem} #{version} needs #{needs}#{": #{pass}" if pass}"
          def unmeasured_rows(count:) = "not measured: #{Figures.counted(count, "row")}"

          def uncalibrated
            "this machine was not calibrated: the smallest slowdown that it detects is unknown (bench/calibrate.rb)"
          end

          def unpinned = "nothing is pinned to a core: figures shift by tens of percent between processes"

          def two_cores
            "sender and server have a core each (two-core): these times are not costs, which are measured on one core"
          end

          def shared_cores(placement:)
            "sender and server do not have a core each (#{placement}): they wait for each other, which the latencies include"
          end

          # Errors of a network in both directions.
          def network_errors(options:, **directions)
            out, back = directions.values_at(:out, :in).map { |figures| lateness(**figures) }
            "the network with #{network(options)} delivered bytes late: to the servers by at most #{out}, to the clients " \
              "by #{back}"
          end

          def network_unknown(options:)
            "the network with #{network(options)} reported nothing: its error is unknown"
          end

          def steal(percent:) = format("the host took %.1f %% of the CPU away during the run", percent)

          def foreign_server
            "the server is yours and is not pinned: its threads and cores move costs by tens of percent, even × socket"
          end

          def configured(file:, settings:, commit: nil)
            named = settings.map { |part, texts| "#{part} #{texts.join(" ")}" }
            "settings from #{file}#{" of #{commit}" if commit}: #{named.join(", ")}"
          end

          def shared_server
            "others may use the server (--allow non-empty): its counters could only be checked for being too low"
          end

          def no_socket_ratio(language:, scenarios:, status:, reason:)
            title = Vocabulary::Language.all.fetch(language).title
            "clients of #{title} have no × socket in #{Vocabulary.list(scenarios)}: their reference, socket, is #{status} " \
              "there (#{Sentences.of(reason)})"
          end

          def busy(load:, cores:)
            format("the machine was busy when the run began (load %.1f on %d cores): times are long, intervals wide", load, cores)
          end

          def imprecise(count:, of:) = "#{count} of #{of} rows are known to no better than ± 50 %: measure longer"

          def concurrent
            "in a concurrent mode a time per call is the elapsed time divided by the calls of all workers; single calls take " \
              "longer (--metric latencies)"
          end

          def clock_for_latencies = "every time includes a reading of the clock for each call (--metric latencies)"
          def clock_for_pairs = "over pairs every time includes a reading of the clock for each call"

          def sequential
            "intervals stay valid however often you look (--for SHARE): they are wider than those of a run of fixed length"
          end

          def few_processes(fewest:) = "no interval where a row has fewer than #{fewest} fresh processes"
          def first_pairs(counts:) = "an iteration over pairs is one over the first #{counts.uniq.join(" to ")} of them"

          def uneven_rows(calls:)
            "an iteration is #{calls.join(" to ")} calls, depending on the row: do not compare the totals of rows"
          end

          # Notes on a comparison.
          def uncounted_row(contender:, metrics:, reason:) = "#{Vocabulary.list(metrics)} of #{contender} not counted: #{reason}"

          def unpinned_pairs = "not pinned to a core, pairs differ more: this run detects less than a pinned one"

          def poor_resolution(share:)
            format("slowdowns under %.1f %% may be missed: measure longer, or on a machine that does nothing else", share * 100)
          end

          def aa_unknown(scenarios:)
            "the A/A check had too few pairs in #{scenarios.join(", ")}: measure longer, so that it can confirm this run"
          end

          def joint_confidence(count:, confidence:)
            format("intervals hold %s with a probability of at least %g %%",
                   count == 1 ? "the truth" : "the truth in all #{count} verdicts at once", confidence * 100)
          end

          # Notes on a search.
          def resumed(at:, argv:) = "the search was resumed at #{at}#{": #{CommandLine.of(argv)}" if argv}"
          def search_unfinished = "the search has not ended"
          def unresolved_retest = "the interval of the retest contains 0"
          def not_searched(reason:) = "not searched: #{Sentences.of(reason)}"

          private

          # "rtt=1ms,bandwidth=10mbit"
          def network(options) = options.map { |name, word| "#{name}=#{word}" }.join(",")

          # "12, 41 and 380 µs". A percentile of few samples is unknown.
          # A percentile of few pieces is nil.
          def lateness(p50_us:, p99_us:, max_us:, **)
            known = { "median" => p50_us, "p99" => p99_us, "maximum" => max_us }.compact
            Vocabulary.list(known.map { |name, us| "#{Figures.time(us * 1000)} (#{name})" })
          end
        end
      end

      # Why a verdict is unresolved or invalid, and its footnotes.
      module Verdicts
        class << self
          def no_pairs = "no pair of processes was completed"
          def few_pairs(count:, fewest:) = "#{pairs(count)}, fewer than #{fewest}"

          def unsure(count:, alpha:)
            "#{pairs(count)} cannot be this sure (alpha #{format("%.2g", alpha)} for each verdict)"
          end

          def between(low:, high:, margin:)
            format("between %+.1f %% and %+.1f %%: neither beyond 0 nor within ± %g %%",
                   *[low, high, margin].map { |share| share * 100 })
          end

          def unreported_metric(metric:) = "the driver of this language does not report #{metric}"

          def left_out(count:, of:)
            "#{count} of #{pairs(of)} do not count, because other work disturbed them far more than the others"
          end

          def few_calls(effect:, interval:)
            format("this row has the mean of all calls; few make the difference: a typical one costs %+.1f %% [%.1f, %.1f]",
                   *[effect, *interval].map { |share| share * 100 })
          end

          def some_calls(effect:, interval:)
            format("this row has typical blocks; at their cheapest, calls cost %+.1f %% [%.1f, %.1f]",
                   *[effect, *interval].map { |share| share * 100 })
          end

          def uncounted(unit:, contender:) = "no #{unit} on record for #{contender}"

          def beyond_both(scenario:, reason:) = "#{scenario} has no verdict: #{reason}"

          def other_allocations = "two languages do not count the same things as allocated"

          def few_counts(count:, fewest:)
            "#{pairs(count)}, fewer than #{fewest}: how far processes differ is unknown"
          end

          def processes_differ(unit:, contender:, low:, high:)
            format("%s per call differ from process to process of %s, from %g to %g: as much as the two contenders do",
                   unit, contender, low, high)
          end

          def aa_moved(effect:)
            format("the A/A check differed by %+.1f %%: this verdict cannot be trusted", effect * 100)
          end

          def aa_wider(effect:)
            format("the A/A check differed by %+.2g %%: the interval is that much wider at both ends", effect * 100)
          end

          def stopped(reason:) = ["the run could not finish", reason].compact.join(": ")

          def unproven(lacking:, processes:)
            "no proof of the replies of #{lacking} of #{processes} processes"
          end

          def too_much_steal(percent:, most:)
            format("the host took %.1f %% of the CPU away (more than %d %%): measure when it is quieter", percent, most)
          end

          # sides: [[contender, {counter => count}], ...]
          def different_work(sides:)
            counted = sides.map do |contender, counts|
              "#{contender} #{counts.map { |name, count| "#{format("%g", count)} #{name.tr("_", " ")}" }.join(" and ")}"
            end
            "different work that nobody declared: an iteration made the server count for #{counted.join(", for ")}"
          end

          # For a control of the selftest.
          def tighter_margin = "a change that may exceed the margin is not called the same"

          private

          def pairs(count) = "#{Figures.counted(count, "pair")} of processes"
        end
      end

      # Options of clients that were examined, or why they were not.
      module ClientOptions
        class << self
          def no_effect_seen(option:, given:) = "#{option}=#{given}: no effect seen in the examined calls"
          def no_probe = "it offers none of the calls by which options are examined"
          def options_unseen(reason:, try:) = "options of clients were not examined: #{reason} (#{try})"
        end
      end
    end
  end
end
