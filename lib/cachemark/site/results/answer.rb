# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # The sentence that answers a question, from the figures of a result. `form` is that of a campaign's step; without one, the
      # sentence says what the result compares.
      class Answer
        # Other answers about time that a comparison has where they surely differ.
        OTHERS = { "typical" => "In a typical block", "mean" => "Over all calls" }.freeze
        private_constant :OTHERS

        # A result whose answer it is.
        attr_reader :result

        #: (Cachemark::Results::Result, ?Catalog::Campaign::Answer?) -> void
        def initialize(result, form = nil)
          @result = result
          @form = form
        end

        def to_s
          return Outage.new(@result).to_s if @result.command == "outage"

          changes.any? ? [said(changes).to_s, *others].join(" ") : reported
        end

        # Array[String]: what it says, a sentence for each part of a report.
        def sentences = @result.command == "outage" || changes.any? ? [to_s] : parts.map { |part| "#{part}." }

        # Whether it says more than that its run could not tell.
        def decided? = changes.empty? || changes.any?(&:decided?)

        # Array[Change]: the differences between rows of a run that the sentence states.
        def differences = @result.command == "run" ? changes.select(&:interval) : []

        # Both sides of a change, as the sentence names them.
        #: (Cachemark::Results::Change) -> [String, String]
        def sides(change)
          names = Names.new(@result)
          [@form&.subject || names.label(change.of), @form&.object || names.label(change.against)]
        end

        # Array[Array[[String, String]]]: the scenarios, each with its mode, that the sentence compares; empty for all of them.
        def panels = @form ? @form.pairs.map { |pair| pair.map { |place| [place.scenario, place.mode] }.uniq }.uniq : []

        private

        def changes
          @changes ||= if @result.command == "compare" then Cachemark::Results::Change.of_verdicts(@result)
                       else Cachemark::Results::Change.of_rows(@result, @form ? @form.pairs : [])
                       end
        end

        def said(some) = (@form&.say == "adds" ? Changes::Added : Changes::Compared).new(some, Names.new(@result), @form)

        def others
          OTHERS.filter_map do |metric, words|
            some = Cachemark::Results::Change.of_verdicts(@result, metric)
            said(some).after(words) if some.any?
          end
        end

        # The report of the command itself, with exact names.
        def reported = "#{parts.join("; ")}."

        def parts
          names = Names.new(@result)
          ids = @result.contenders.keys.sort_by { |id| -id.size }.map { |id| Regexp.escape(id) }
          known = %r{(?<![\w@/-])(?:#{ids.join("|")})(?![\w@/]|[,.-]\w)}
          @result.answer.map { |sentence| sentence.delete_suffix(".").gsub(known) { |id| names.name(id) } }
        end

        # The contenders of a result in a sentence.
        class Names
          #: (Cachemark::Results::Result) -> void
          def initialize(result)
            all = result.configurations
            @known = all.reject { |_, configuration| Vocabulary::References.include?(configuration.client) }
          end

          # "dalli 5.3.2", "dalli 5.3.2 (tls=on)".
          #: (String) -> String
          def name(id)
            configuration = @known[id] or return id
            telling = configuration.options - shared(configuration)
            ["#{configuration.title} #{configuration.version}", *("(#{telling.join(", ")})" if telling.any?)].join(" ")
          end

          # The name, with its place if others have it: "dalli 5.3.2 (memcached 1.6.18)". Only the place if all have it.
          #: (String) -> String
          def label(id)
            place = place(id)
            return name(id) if place.empty?

            common ? place : "#{name(id)} (#{place})"
          end

          # The name that all contenders have; nil if it is not the same.
          #: () -> String?
          def common
            names = @known.keys.map { |id| name(id) }.uniq
            names.first if names.one? && @known.size > 1
          end

          private

          # The options that say nothing: those of every contender of the client, and the libraries of its only one.
          def shared(configuration)
            rivals = @known.values.select { |other| other.client == configuration.client }
            rivals.one? ? configuration.companions.map { |pair| pair.join("=") } : rivals.map(&:options).reduce(:&)
          end

          # The runtime or the server, whichever differs from others with the name.
          def place(id)
            twins = @known.keys.select { |other| name(other) == name(id) }
            own, *others = [id, *twins].map { |alike| @known[alike]&.place.to_s.split(", ") }
            own.zip(*others).filter_map { |part, *all| part if all.uniq.size > 1 }.join(", ")
          end
        end
      end
    end
  end
end
