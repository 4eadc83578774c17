# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      class Answer
        # Changes as a sentence. Each has a clause, and changes of the same contenders share one.
        class Changes
          #: (Array[Cachemark::Results::Change], Names, Catalog::Campaign::Answer?) -> void
          def initialize(changes, names, form)
            @changes = changes
            @names = names
            @form = form
          end

          # Names of clients keep their case.
          def to_s = "#{clauses.join("; ").sub(/\A(?:this run|there is|in)\b/, &:capitalize)}."

          # The sentence after words that say what it is about.
          #: (String) -> String
          def after(words) = "#{words}, #{clauses.join("; ")}."

          private

          def of(own, verdict) = own.select { |change| change.verdict == verdict }

          # "get", "get (threads-4)".
          def call(change) = Vocabulary::Mode.of(change.mode).title(change.scenario.split("/").last)

          def calls(own) = Vocabulary.list(own.map { |change| call(change) })

          def percent(change) = Figures.rounded(change.share)

          # The block says what, if the sentence has not said it yet.
          def undecided(own, said)
            return if own.empty?
            return "in #{calls(own)} this run could not tell#{detectable(own)}" if said

            "this run could not tell #{yield} in #{calls(own)}#{detectable(own)}"
          end

          def invalid(own)
            return if own.empty?

            "there is no valid figure for #{calls(own)} (#{own.filter_map(&:reason).uniq.join("; ")})"
          end

          def detectable(own)
            worst = own.filter_map(&:detectable).max
            worst ? " (it would have detected #{Figures.rounded(worst)})" : ""
          end
        end

        # Its forms.
        class Changes
          # "dalli 5.3.2 is 4.1 % slower than dalli 2.7.11 in get."
          # "dalli 5.3.2 is slower than dalli 2.7.11 in get (4.1 %) and set (2.0 %), and as fast in multiget."
          class Compared < Changes
            private

            def clauses
              groups = @changes.group_by { |change| [change.of, change.against] }
              return [among(@changes)] if groups.size > 1 && @changes.map { |change| [change.against, call(change)] }.uniq.one?

              groups.values.map { |own| clause(own) }
            end

            def subject(change) = @form&.subject || @names.label(change.of)
            def object(change) = @form&.object || @names.label(change.against)

            def clause(own)
              found = found(own)
              sentence = "#{subject(own.first)} is #{joined(found)}#{with}" if found.any?
              unclear = undecided(of(own, "unresolved"), sentence) do
                "#{subject(own.first)} from #{object(own.first)}"
              end
              [sentence, unclear, invalid(of(own, "invalid"))].compact.join("; ")
            end

            # "a", "a, and b", "a, b, and c": each part has commas or an "and".
            def joined(parts) = parts.one? ? parts.first : [*parts[0..-2], "and #{parts.last}"].join(", ")

            def with = @names.common ? " with #{@names.common}" : ""

            # Array[String]: "slower than dalli 2.7.11 in get (4.1 %) and set (2.0 %)", "as fast in multiget".
            def found(own)
              parts = { "slower" => "than", "faster" => "than", "same" => "as" }.filter_map do |verdict, conjunction|
                some = of(own, verdict)
                [verdict, conjunction, some] if some.any?
              end
              parts.map.with_index do |(verdict, conjunction, some), at|
                object = "#{conjunction} #{object(own.first)} " if at.zero?
                verdict == "same" ? "as fast #{object}in #{calls(some)}" : changed(some, verdict, object, alone: parts.one?)
              end
            end

            # A share is first if it is the only one.
            def changed(own, word, object, alone:)
              return "#{percent(own.first)} #{word} #{object}in #{calls(own)}" if alone && own.one?

              "#{word} #{object}in #{Vocabulary.list(own.map { |change| "#{call(change)} (#{percent(change)})" })}"
            end

            # Several contenders against the same one in one scenario:
            # "in get, dalli 4.3.10 is 8.1 % slower than dalli 2.7.11, and dalli 5.3.2 is as fast"
            def among(own)
              object = object(own.first)
              parts = %w[slower faster same].map { |verdict| [verdict, of(own, verdict)] }.reject { |_, some| some.empty? }
              beings = parts.map.with_index { |(verdict, some), at| being(some, verdict, (object if at.zero?)) }
              found = "in #{call(own.first)}#{with}, #{joined(beings)}" if beings.any?
              [found, indistinct(of(own, "unresolved"), object), invalid(of(own, "invalid"))].compact.join("; ")
            end

            # "memcached 1.6.38 (1.2 %) and memcached 1.6.45 (2.1 %) are faster than memcached 1.6.18"
            def being(own, verdict, object)
              names = own.map { |change| @names.label(change.of) }
              being = own.one? ? "is" : "are"
              return "#{Vocabulary.list(names)} #{being} as fast#{" as #{object}" if object}" if verdict == "same"

              than = " than #{object}" if object
              return "#{names.first} is #{percent(own.first)} #{verdict}#{than}" if own.one?

              "#{Vocabulary.list(names.zip(own).map { |name, change| "#{name} (#{percent(change)})" })} are #{verdict}#{than}"
            end

            def indistinct(own, object)
              names = Vocabulary.list(own.map { |change| @names.label(change.of) }, "or")
              "this run could not tell #{names} from #{object}#{detectable(own)}" if own.any?
            end
          end

          # "TLS adds 12 % (2.3 µs) to a get and 10 % (2.1 µs) to a set of dalli 5.3.2."
          class Added < Changes
            VERBS = { "slower" => %w[adds to], "faster" => %w[saves of] }.freeze
            private_constant :VERBS

            private

            def clauses = @changes.group_by { |change| subject(change) }.values.map { |own| clause(own) }
            def subject(change) = @form.subject || @names.name(change.of)
            def object(change) = @form.object || @names.name(change.against)

            def clause(own)
              subject = subject(own.first)
              object = own.map(&:against).uniq.one? ? " of #{object(own.first)}" : ""
              each = ->(change) { object.empty? ? " of #{object(change)}" : "" }
              verdicts = own.map(&:verdict).uniq & VERBS.keys
              parts = verdicts.map { |verdict| changed(of(own, verdict), *VERBS.fetch(verdict), &each) }
              same = of(own, "same").map { |change| "#{call(change)}#{each.call(change)}" }
              parts << "changes no #{Vocabulary.list(same, "or")}" if same.any?
              found = "#{first(subject)} #{Vocabulary.list(parts)}#{object}" if parts.any?
              unclear = undecided(of(own, "unresolved"), found) { "whether #{subject} changes a call of #{object(own.first)}" }
              [found, unclear, invalid(of(own, "invalid"))].compact.join("; ")
            end

            # At the start of a sentence. Names of clients keep their case.
            def first(subject) = @form.subject ? subject.sub(/\A[a-z]/, &:upcase) : subject

            # The block names the contender of a call, if the sentence has several.
            def changed(own, verb, to)
              calls = own.map { |change| "#{amount(change)} #{to} #{article(call(change))}#{yield(change)}" }
              "#{verb} #{Vocabulary.list(calls)}"
            end

            # "12 % (2.3 µs)"
            def amount(change)
              return percent(change) unless change.costs&.all?

              "#{percent(change)} (#{Figures.rounded_time((change.costs.last - change.costs.first).abs)})"
            end

            def article(call) = "#{call.match?(/\A[aeiou]/) ? "an" : "a"} #{call}"
          end
        end
      end
    end
  end
end
