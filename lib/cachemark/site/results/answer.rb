# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # The sentence that answers the question of a step, from the figures of a result.
      class Answer
        # A result whose answer it is.
        attr_reader :result

        #: (Catalog::Campaign::Step, Cachemark::Results::Result) -> void
        def initialize(step, result)
          @form = step.answer
          @result = result
        end

        #: () -> String
        def to_s
          return Outage.new(@result).to_s if @result.command == "outage"

          changes.any? ? sentence.new(changes, Names.new(@result), @form).to_s : reported
        end

        # Array[[String, String]]: the scenarios, each with its mode, that the sentence is about; empty for all of them.
        def places = @form ? @form.pairs.flatten.map { |place| [place.scenario, place.mode] }.uniq : []

        private

        def changes
          @changes ||= if @result.command == "compare" then Cachemark::Results::Change.of_verdicts(@result)
                       else Cachemark::Results::Change.of_rows(@result, @form ? @form.pairs : [])
                       end
        end

        def sentence = @form&.say == "adds" ? Added : Compared

        # What the command itself reported, with exact names.
        def reported
          names = Names.new(@result)
          text = @result.answer.map { |one| one.delete_suffix(".") }.join("; ")
          ids = @result.contenders.keys.sort_by { |id| -id.size }
          "#{text.gsub(Regexp.union(ids)) { |id| names.name(id) }}."
        end

        # The contenders of a result in a sentence.
        class Names
          #: (Cachemark::Results::Result) -> void
          def initialize(result)
            all = result.contenders.transform_values { |facts| Cachemark::Results::Configuration.of(facts) }
            @known = all.reject { |_, one| Vocabulary::References.include?(one.client) }
          end

          # "dalli 5.3.2", "dalli 5.3.2 (tls=on)".
          #: (String) -> String
          def name(id)
            one = @known[id] or return id
            telling = options(one) - shared(one)
            ["#{one.word} #{one.version}", *("(#{telling.join(", ")})" if telling.any?)].join(" ")
          end

          # The name, or only what differs if all contenders have the same: "memcached 1.6.18".
          #: (String) -> String
          def label(id) = common ? place(@known[id]) : name(id)

          # The name that all contenders have; nil if it is not the same.
          #: () -> String?
          def common
            names = @known.keys.map { |id| name(id) }.uniq
            names.first if names.one? && @known.size > 1
          end

          private

          def options(one)
            { **one.departures.transform_values(&:first), **one.connection, **one.companions }.map { |pair| pair.join("=") }
          end

          # The options that say nothing: those of every contender of the client, and the libraries of its only one.
          def shared(one)
            rivals = @known.values.select { |other| other.client == one.client }
            rivals.one? ? one.companions.map { |pair| pair.join("=") } : rivals.map { |other| options(other) }.reduce(:&)
          end

          def place(one)
            servers = @known.values.map(&:memcached).uniq
            return one.place if @known.values.map { |other| [other.runtime, other.jit] }.uniq.size > 1 && servers.size > 1

            servers.size > 1 ? "memcached #{one.memcached}" : one.place.delete_suffix(", memcached #{one.memcached}")
          end
        end

        # Changes as a sentence. Each has a clause, and changes of the same contenders share one.
        class Changes
          #: (Array[Cachemark::Results::Change], Names, Catalog::Campaign::Answer?) -> void
          def initialize(changes, names, form)
            @changes = changes
            @names = names
            @form = form
          end

          # Names of clients keep their case.
          #: () -> String
          def to_s = "#{clauses.join("; ").sub(/\A(?:this run|there is)\b/, &:capitalize)}."

          private

          def of(own, verdict) = own.select { |one| one.verdict == verdict }

          # "get", "get (threads-4)".
          def call(one) = Vocabulary::Mode.of(one.mode).title(one.scenario.split("/").last)

          def calls(own) = Vocabulary.list(own.map { |one| call(one) })

          def percent(one) = Figures.rounded(one.share)

          def invalid(own)
            return if own.empty?

            "there is no valid figure for #{calls(own)} (#{own.filter_map(&:reason).uniq.join("; ")})"
          end

          def detectable(own)
            worst = own.filter_map(&:detectable).max
            worst ? " (it would have detected #{Figures.rounded(worst)})" : ""
          end
        end

        # "dalli 5.3.2 is 4.1 % slower than dalli 2.7.11 in get and 2.0 % in set, and as fast in multiget."
        class Compared < Changes
          private

          def clauses
            groups = @changes.group_by { |one| [one.of, one.against] }
            return [among(@changes)] if groups.size > 1 && @changes.map { |one| [one.against, call(one)] }.uniq.one?

            groups.values.map { |own| clause(own) }
          end

          def subject(one) = @form&.subject || @names.label(one.of)
          def object(one) = @form&.object || @names.label(one.against)

          def clause(own)
            found = found(own)
            unknown = of(own, "unresolved")
            undecided = "in #{calls(unknown)} this run could not tell#{detectable(unknown)}" if unknown.any?
            undecided = "this run could not tell #{subject(own.first)} from #{object(own.first)} in #{calls(unknown)}" \
                        "#{detectable(unknown)}" if unknown.any? && found.empty?
            sentence = "#{subject(own.first)} is #{found.join(", and ")}#{with}" if found.any?
            [sentence, undecided, invalid(of(own, "invalid"))].compact.join("; ")
          end

          def with = @names.common ? " with #{@names.common}" : ""

          # Array[String]: "4.1 % slower than dalli 2.7.11 in get and 2.0 % in set", "as fast in multiget".
          def found(own)
            object = object(own.first)
            differing = %w[slower faster].filter_map { |word| changed(of(own, word), word) }
            differing[0] = differing[0].sub(" in ", " than #{object} in ") if differing.any?
            same = of(own, "same")
            [*differing, *("as fast #{"as #{object} " if differing.empty?}in #{calls(same)}" if same.any?)]
          end

          def changed(own, word)
            return if own.empty?

            Vocabulary.list(own.map.with_index { |one, at| "#{percent(one)}#{" #{word}" if at.zero?} in #{call(one)}" })
          end

          # Several contenders against the same one in one scenario.
          def among(own)
            object = object(own.first)
            parts = %w[slower faster].filter_map { |word| differing(of(own, word), "#{word} than #{object}") }
            parts << beings(of(own, "same"), "as fast as #{object}") << undecided(of(own, "unresolved"), object)
            [Vocabulary.list(parts.compact), " in #{call(own.first)}", with].join
          end

          # "memcached 1.6.38 (1.2 %) and memcached 1.6.45 (2.1 %) are faster than memcached 1.6.18"
          def differing(own, words) = beings(own, words) { |one| "#{@names.label(one.of)} (#{percent(one)})" }

          def beings(own, words, &name)
            name ||= ->(one) { @names.label(one.of) }
            "#{Vocabulary.list(own.map(&name))} #{own.one? ? "is" : "are"} #{words}" if own.any?
          end

          def undecided(own, object)
            names = Vocabulary.list(own.map { |one| @names.label(one.of) }, "or")
            "this run could not tell #{names} from #{object}#{detectable(own)}" if own.any?
          end
        end

        # "TLS adds 2.3 µs (12 %) to a get and 2.1 µs (10 %) to a set of dalli 5.3.2."
        class Added < Changes
          VERBS = { "slower" => %w[adds to], "faster" => %w[saves of] }.freeze
          private_constant :VERBS

          private

          def clauses = @changes.group_by { |one| subject(one) }.values.map { |own| clause(own) }
          def subject(one) = @form.subject || @names.name(one.of)
          def object(one) = @form.object || @names.name(one.against)

          def clause(own)
            subject = subject(own.first)
            object = own.map(&:against).uniq.one? ? " of #{object(own.first)}" : ""
            each = ->(one) { object.empty? ? " of #{object(one)}" : "" }
            parts = VERBS.filter_map { |verdict, (verb, to)| changed(of(own, verdict), verb, to, &each) }
            same = of(own, "same").map { |one| "#{call(one)}#{each.call(one)}" }
            parts << "changes no #{Vocabulary.list(same, "or")}" if same.any?
            found = "#{subject} #{Vocabulary.list(parts)}#{object}" if parts.any?
            [found, undecided(of(own, "unresolved"), subject, found), invalid(of(own, "invalid"))].compact.join("; ")
          end

          # The block names the contender of a call, if the sentence has several.
          def changed(own, verb, to)
            calls = own.map { |one| "#{amount(one)} #{to} #{article(call(one))}#{yield(one)}" }
            "#{verb} #{Vocabulary.list(calls)}" if own.any?
          end

          # "2.3 µs (12 %)"
          def amount(one)
            ns = one.costs&.all? && (one.costs.last - one.costs.first).abs
            return percent(one) unless ns&.positive?

            size, unit = Figures.unit(ns)
            "#{format("%.3g", ns / size.to_f)} #{unit} (#{percent(one)})"
          end

          def article(call) = "#{call.match?(/\A[aeiou]/) ? "an" : "a"} #{call}"

          def undecided(own, subject, found)
            return if own.empty?
            return "in #{calls(own)} this run could not tell#{detectable(own)}" if found

            "this run could not tell whether #{subject} changes a call of #{object(own.first)} in #{calls(own)}#{detectable(own)}"
          end
        end

        # "After server 1 was killed, dalli 5.3.2 recovers within 1.2 s and pylibmc 1.6.3 never."
        class Outage
          #: (Cachemark::Results::Result) -> void
          def initialize(result)
            @result = result
            @names = Names.new(result)
          end

          #: () -> String
          def to_s
            rows = @result.rows.group_by { |row| kind(row["runs"].to_a) }
            parts = [kept(rows[:kept]), recovered(rows[:recovered]), *rows[:sometimes].to_a.map { |row| sometimes(row) },
                     never(rows[:never]), missing(rows[:missing])].compact
            "After server #{struck.last} #{struck.first.done}, #{parts.join(", and ")}."
          end

          private

          # [Vocabulary::Incidents::Incident, number of the server]
          def struck
            @struck ||= begin
              given = Vocabulary::Incidents::ALL.values.to_h do |one|
                [one, Report::CommandLine.only(@result.argv, "--#{one.name}").last]
              end
              one, word = given.find(&:last)
              one ? [one, word[/\d+\z/]] : [Vocabulary::Incidents["kill"], "1"]
            end
          end

          def kind(runs)
            return :missing if runs.empty?
            return :kept if runs.all? { |run| run["lost"].to_i.zero? }

            recovered = runs.count { |run| run["recovery_ns"] }
            { 0 => :never, runs.size => :recovered }.fetch(recovered, :sometimes)
          end

          def list(rows) = Vocabulary.list(rows.map { |row| @names.name(row["contender"]) })
          def kept(rows) = rows && "#{list(rows)} #{rows.one? ? "loses" : "lose"} no call"
          def missing(rows) = rows && "#{list(rows)} #{rows.one? ? "was" : "were"} not measured"

          # The fastest first; those with the same figure together.
          def recovered(rows)
            return unless rows

            words = rows.group_by { |row| seconds(row) }.sort.map.with_index do |(time, own), at|
              "#{list(own)}#{" #{own.one? ? "recovers" : "recover"}" if at.zero?} within #{time} s"
            end
            Vocabulary.list(words)
          end

          # The slowest run of a contender, to a tenth of a second.
          def seconds(row) = [(row["runs"].map { |run| run["recovery_ns"].to_i }.max / 1e8).ceil, 1].max / 10.0

          def sometimes(row)
            done, all = row["runs"].count { |run| run["recovery_ns"] }, row["runs"].size
            "#{list([row])} recovers in #{done} of #{all} runs"
          end

          def never(rows) = rows && "#{list(rows)} #{rows.one? ? "does" : "do"} not recover before the run ends"
        end
      end
    end
  end
end
