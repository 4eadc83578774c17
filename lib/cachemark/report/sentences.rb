# frozen_string_literal: true

module Cachemark
  module Report
    # Puts the remarks of Stats into English. No other code has their sentences. Most are templates (Plain). For the others, a
    # theme has a method for each id; its keywords are the facts of the remark.
    module Sentences
      class << self
        # The sentence of a remark. Sentences from a record, and nil, are returned unchanged.
        #: (Stats::Remark | String | nil) -> String?
        def of(remark)
          return remark unless remark.is_a?(Stats::Remark)

          text = [said(remark.id, remark.facts), of(remark.detail)].compact.join(": ")
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

        def said(id, facts)
          Plain::ALL.key?(id) ? format(Plain::ALL.fetch(id), **facts) : theme(id).public_send(id, **facts)
        end

        # The module with the sentence for an id.
        def theme(id)
          themes = [Findings, Runs, Verdicts, Calibrations, Hosts]
          (@themes ||= themes.flat_map { |theme| theme.singleton_methods(false).product([theme]) }.to_h).fetch(id)
        end

        def in_members(value)
          members = value.to_h
          said = members.transform_values { |member| self.in(member) }
          members.keys.all? { |name| members[name].equal?(said[name]) } ? value : value.with(**said)
        end

        def changed(before, after)
          before.zip(after).all? { |member, said| member.equal?(said) } ? before : after.freeze
        end
      end

      # Footnotes of a row, why it has no figures, and notes on a whole run, a comparison or a search.
      module Runs
        # The number of cases that are named.
        MOST_CASES = 3
        private_constant :MOST_CASES

        class << self
          def contradicted(share:)
            "its × socket differs from the ratio of the two times per call by more than #{Figures.rounded(share)}: some " \
              "calls of one of them took far longer; × socket compares the same rounds"
          end

          def waits(share:)
            "the client computes for less than #{Figures.rounded(share)} of a call's time and waits for the rest: on one " \
              "machine, usually because small packets wait for acknowledgements (TCP_NODELAY is off)"
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
          def unsettled(count:, of:)
            "still warming up when it was timed, in #{count} of #{Figures.counted(of, "process", "processes")}"
          end

          def warm_up(median_s:, longest_s:, bytes:)
            size = bytes && format("; up to %d kB of compiled code", bytes / 1000)
            format("rows with a JIT were timed after their compiled code and their time had settled: %.2f s per row and " \
                   "process in the median, %.2f s at most%s", median_s, longest_s, size)
          end

          def in_flight(seen:, of:, why:) = "in flight: #{seen} of #{of}#{" (#{why})" if why}"

          def answered_locally(reads:, served:)
            "a local cache answers #{reads - served} of #{reads} reads, the server #{served}"
          end

          def fell_behind_rate(achieved:, rate:)
            "fell behind: sent #{Figures.count(achieved)}/s of #{Figures.count(rate)}/s; its latencies grow with the time that " \
              "is measured"
          end

          def stampede_wrong(wrong:, calls:, example:)
            such_as = ", such as #{example}" if example
            "in a stampede, #{wrong} of #{Figures.counted(calls, "call")} returned a wrong value#{such_as}"
          end

          def stampede_raised(raised:, calls:, errors:)
            all = errors.map { |name, count| "#{name} #{Figures.counted(count, "time")}" }
            "in a stampede, #{raised} of #{Figures.counted(calls, "call")} raised: #{Vocabulary.list(all)}"
          end

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

          def p99(ns:) = format("a p99 of %.2f ms", ns / 1e6)

          def ended(outcome:, reason:) = [outcome, reason].compact.join(": ")
          def needs_another_runtime(gem:, version:, needs:, pass:) = "#{gem} #{version} needs #{needs}#{": #{pass}" if pass}"
          def unmeasured_rows(count:) = "not measured: #{Figures.counted(count, "row")}"

          # Errors of a network in both directions.
          def network_errors(options:, **directions)
            out, back = directions.values_at(:out, :in).map { |figures| lateness(**figures) }
            "the network with #{network(options)} delivered bytes late: to the servers by at most #{out}, to the clients " \
              "by #{back}"
          end

          def network_unknown(options:)
            "the network with #{network(options)} reported nothing: its error is unknown"
          end

          def configured(file:, settings:, commit: nil)
            named = settings.map { |part, texts| "#{part} #{texts.join(" ")}" }
            "settings from #{file}#{" of #{commit}" if commit}: #{named.join(", ")}"
          end

          def no_socket_ratio(language:, scenarios:, status:, reason:)
            title = Vocabulary::Language.all.fetch(language).title
            "clients of #{title} have no × socket in #{Vocabulary.list(scenarios)}: their reference, socket, is #{status} " \
              "there (#{Sentences.of(reason)})"
          end

          def first_pairs(counts:) = "an iteration over pairs is one over the first #{counts.uniq.join(" to ")} of them"

          def uneven_rows(calls:)
            "an iteration is #{calls.join(" to ")} calls, depending on the row: do not compare the totals of rows"
          end

          # Notes on a comparison.
          def uncounted_row(contender:, metrics:, reason:) = "#{Vocabulary.list(metrics)} of #{contender} not counted: #{reason}"

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
          def not_searched(reason:) = "not searched: #{Sentences.of(reason)}"

          private

          # "rtt=1ms,bandwidth=10mbit"
          def network(options) = options.map { |name, word| "#{name}=#{word}" }.join(",")

          # "12, 41 and 380 µs". A percentile of few pieces is nil.
          def lateness(p50_us:, p99_us:, max_us:, **)
            known = { "median" => p50_us, "p99" => p99_us, "maximum" => max_us }.compact
            Vocabulary.list(known.map { |name, us| "#{Figures.time(us * 1000)} (#{name})" })
          end
        end
      end

      # Why a verdict is unresolved or invalid, and its footnotes.
      module Verdicts
        class << self
          def few_pairs(count:, fewest:) = "#{pairs(count)}, fewer than #{fewest}"

          def unsure(count:, alpha:)
            "#{pairs(count)} cannot be this sure (alpha #{format("%.2g", alpha)} for each verdict)"
          end

          def between(low:, high:, margin:)
            format("between %+.1f %% and %+.1f %%: neither beyond 0 nor within ± %g %%",
                   *[low, high, margin].map { |share| share * 100 })
          end

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

          def few_counts(count:, fewest:)
            "#{pairs(count)}, fewer than #{fewest}: how far processes differ is unknown"
          end

          def aa_moved(effect:)
            format("the A/A check differed by %+.1f %%: this verdict cannot be trusted", effect * 100)
          end

          def aa_wider(effect:)
            format("the A/A check differed by %+.2g %%: the interval is that much wider at both ends", effect * 100)
          end

          def stopped(reason:) = ["the run could not finish", reason].compact.join(": ")

          # sides: [[contender, {counter => count}], ...]
          def different_work(sides:)
            counted = sides.map do |contender, counts|
              "#{contender} #{counts.map { |name, count| "#{format("%g", count)} #{name.tr("_", " ")}" }.join(" and ")}"
            end
            "different work that nobody declared: an iteration made the server count for #{counted.join(", for ")}"
          end

          private

          def pairs(count) = "#{Figures.counted(count, "pair")} of processes"
        end
      end

      # Notes and footnotes of comparisons, searches and loads on several hosts.
      module Hosts
        class << self
          def over_hosts(hosts:)
            return "only #{hosts.first} measured: this says nothing about other hosts" if hosts.one?

            "over #{Figures.counted(hosts.size, "host")} (#{Vocabulary.list(hosts)}): the interval is about the mean of hosts " \
              "like these"
          end

          def searched_on(hosts:)
            "searched on #{Figures.counted(hosts.size, "host")} together (#{Vocabulary.list(hosts)}): pairs are the sum over " \
              "all hosts"
          end

          def on_host(host:, note:) = "#{host}: #{Sentences.of(note)}"

          def host_disagrees(host:, label:, contender:, effect:)
            format("%s disagrees: there, %s of %s costs %+.1f %%", host, label, contender, effect * 100)
          end

          def server_limit(cpu:, threads:)
            format("the server was the limit: it used %.1f cores of %s", cpu, Figures.counted(threads, "thread"))
          end

          def host_limit(hosts:)
            "the client hosts were the limit: the client's process used at least 90 % of a core on #{Vocabulary.list(hosts)}"
          end

          def worker_limit(hosts:)
            "the workers were the limit: on #{Vocabulary.list(hosts)}, they were in a call at least 90 % of the time " \
              "(add workers with --with mode=threads-N)"
          end

          def load_of_hosts(hosts:, apart_ns:, clock_error_ns:)
            text = "load from #{Figures.counted(hosts.size, "host")} (#{Vocabulary.list(hosts)})"
            return text unless apart_ns

            format("%s: blocks began within %s of each other, ± %s", text, Figures.latency(apart_ns),
                   Figures.latency(clock_error_ns))
          end
        end
      end

      # The gain and the power that a calibration measured.
      module Calibrations
        class << self
          # With the machine of the calibration.
          def gain(on:, cpu:, cores:, condition:, with:, without:, runs_with:, runs_without:)
            format("the calibration of %s (%s, %d cores) detected %.1f %% over seven scenarios in a minute %s, %.1f %% " \
                   "otherwise (medians of %d and %d runs)", on, cpu, cores, with * 100,
                   condition.start_with?("a") ? "with #{condition}" : condition, without * 100, runs_with, runs_without)
          end

          def power(alarms:, found:)
            slowdown = found && format("a slowdown of %.2f %% in one cell found in %d of %d runs of a minute",
                                   found[:injected] * 100, found[:hits], found[:count])
            [alarms && false_alarms(**alarms), slowdown].compact.join(", ")
          end

          private

          def false_alarms(hits:, count:, verdicts:, detectable:)
            judged = (%w[same unresolved invalid] | verdicts.keys).map { |verdict| "#{verdicts.fetch(verdict, 0)} #{verdict}" }
            "#{hits} false alarms of a gate in #{count} cells of the same code (#{judged.join(", ")}" \
              "#{"; seven scenarios in a minute detect #{Figures.percent(detectable)}" if detectable})"
          end
        end
      end
    end
  end
end
