# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::DoctorResult as text: which slowdowns a machine can detect, and what keeps it from detecting smaller ones.
    module Doctor
      extend Kind
      FORMATS = {
        "terminal" => "the answer, then each symptom with what to do",
        "markdown" => "the same for an issue or a page",
        "json" => "the same by the schema cachemark/doctor/1"
      }.freeze
      # Headings by Symptom#kind.
      HEADINGS = { "untrusted" => "Measurements cannot be trusted", "blurs" => "Only larger slowdowns are detected",
                   "lacks" => "Not everything can be measured", "outdated" => "Newer releases" }.freeze
      # The sign before a symptom and its tone, by Symptom#kind.
      MARKS = { "untrusted" => %w[! slower], "blurs" => %w[- unresolved], "lacks" => %w[- unresolved],
                "outdated" => %w[- same] }.freeze
      # Members of the survey that are copied into the data unchanged.
      SURVEYED = %w[other_processes missing disks runtimes releases].freeze
      SCHEMA = "cachemark/doctor/1"
      private_constant :HEADINGS, :MARKS, :SURVEYED, :SCHEMA

      class << self
        #: (Stats::DoctorResult, Record) -> Document
        def document(result, _record)
          Document.new(title: "Cachemark doctor", headline: [Answer.of(result)],
                       tone: result.trusted? ? "faster" : "slower", origin: result,
                       parts: parts(result), data: -> { data(result) })
        end

        private

        def parts(result)
          basis = Answer.basis(result)&.then { |text| Part::Text.new(text: text, tone: "faint") }
          [basis, *result.symptoms.group_by(&:kind).flat_map { |kind, own| section(kind, own) },
           Part::List.new(items: surroundings(result)), Part::Notes.new(sentences: result.notes),
           Part::Origin.new(unfold: "How it was measured")]
        end

        def section(kind, symptoms)
          [Part::Heading.new(id: kind, text: HEADINGS.fetch(kind), on: Part::ALL),
           Part::List.new(items: symptoms.map { |symptom| item(symptom) })]
        end

        def item(symptom)
          mark, tone = MARKS.fetch(symptom.kind)
          Part::Item.new(mark: mark, tone: tone, text: symptom.text,
                         details: ["do: #{symptom.remedy}", *(symptom.gain && "gain: #{symptom.gain.sentence}")])
        end

        # The other results, a sentence each.
        def surroundings(result)
          [looked("Fine here", result.passed), looked("Unknown here", result.unknown),
           releases(result.survey["releases"]), here(result)].compact
        end

        def looked(what, names) = names.any? ? "#{what}: #{names.join(", ")}" : nil

        # Why the newer releases are unknown.
        def releases(found) = found && found["why"] && "Newer releases: #{found["why"]}"

        def here(result)
          version, placement = result.survey.dig("memcached", "version"), result.placement
          cores = "core #{placement["driver_cpus"].join(", ")} to measure on" if placement["pinned"]
          all = [machine(result.machine), *cores, *("memcached #{version}" if version),
                 *runtimes(result.survey["runtimes"] || [])]
          "Found: #{all.join("; ")}"
        end

        # "2 cores, KVM, docker"
        def machine(facts)
          count = facts["cores"] || "an unknown number of"
          below = facts["virtualisation"] unless facts["virtualisation"] == "none"
          ["#{count} #{count == 1 ? "core" : "cores"}", *below, *facts.dig("container", "kind")].join(", ")
        end

        def runtimes(all)
          all.group_by { |one| one["language"] }.map do |language, own|
            first, *others = own.map { |one| one["version"] }.uniq
            versions = [first, *others.sort_by { |version| Gem::Version.new(version) }]
            "#{Vocabulary::Language.all.fetch(language).title} #{versions.join(", ")}"
          end
        end

        def data(result)
          survey = result.survey
          { **Provenance.new(result).head(SCHEMA), summary: Answer.of(result),
            trusted: result.trusted?, sight: result.detectability&.to_h,
            symptoms: result.symptoms.map { |symptom| symptom_data(symptom) },
            fine: result.passed, unknown: result.unknown, memcached: survey.dig("memcached", "version"),
            **SURVEYED.to_h { |name| [name.to_sym, survey[name]] } }
        end

        def symptom_data(symptom)
          { **symptom.to_h, gain: symptom.gain&.sentence, factor: symptom.gain&.factor }
        end
      end

      # The answer of `doctor`.
      module Answer
        class << self
          # The smallest slowdown that this machine detects, or why its measurements cannot be trusted.
          #: (Stats::DoctorResult) -> String
          def of(result)
            ended = result.outcome || "it has not ended"
            [*("The measurement is incomplete (#{ended})." unless ended == "complete"), answer(result)].join(" ")
          end

          # The measurement behind the answer; nil without one.
          #: (Stats::DoctorResult) -> String?
          def basis(result)
            found = result.detectability or return

            format("Measured: %d pairs of fresh processes with the same code (socket, whose get costs %.1f µs here) in %d s, " \
                   "which would have detected %s. A minute has %d such pairs. Minutes were drawn from the measured " \
                   "pairs; in 95 %% of them the smallest detectable slowdown lies between these bounds.",
                   found.pairs, found.call_ns / 1e3, found.seconds.round, Figures.rounded(found.resolution), found.minute_pairs)
          end

          private

          def answer(result)
            worst = result.symptoms.find(&:untrusted?)
            return "Measurements on this machine cannot be trusted: #{Sentences.of(worst.text)}." if worst

            found = result.detectability
            return "Nothing was measured (--no-measure)." unless found

            format("This machine can detect a %s slowdown of get in %d s (95 %%: %s to %s).", Figures.rounded(found.minute),
                   Stats::DoctorResult::Detectability::MINUTE_S, *found.interval.map { |bound| Figures.rounded(bound) })
          end
        end
      end
    end
  end
end
