# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::DoctorResult as text: which slowdowns a machine can detect, and what keeps it from detecting smaller ones.
    module Doctor
      extend Kind
      FORMATS = %w[terminal markdown json].freeze
      # The kinds of symptoms, the most harmful first: heading, mark before each symptom, and its tone.
      KINDS = { "untrusted" => ["Measurements cannot be trusted", "!", "slower"],
                "blurs" => ["Only larger slowdowns are detected", "-", "unresolved"],
                "lacks" => ["Not everything can be measured", "-", "unresolved"],
                "outdated" => ["Newer releases", "-", "same"] }.freeze
      # Members of the survey that are copied into the data unchanged.
      SURVEYED = %w[other_processes missing disks runtimes releases].freeze
      SCHEMA = "cachemark/doctor/1"
      private_constant :SURVEYED, :SCHEMA

      class << self
        #: (Stats::DoctorResult, Record) -> Document
        def document(result, _record)
          checked = Checks.of(result)
          Document.new(title: "Cachemark doctor", headline: [answer(result, checked)], origin: result,
                       tone: checked.untrusted ? "slower" : "faster", parts: parts(result, checked),
                       data: -> { data(result, checked) })
        end

        private

        # The smallest slowdown that this machine detects, or why its measurements cannot be trusted.
        def answer(result, checked)
          outcome, found = result.outcome || "it has not ended", result.detectability
          incomplete = "The measurement is incomplete (#{outcome}). " unless outcome == "complete"
          answer = if checked.untrusted then "Measurements on this machine cannot be trusted: #{checked.untrusted.text}."
                   elsif found then detectable(*[found.minute, *found.interval].map { |share| Figures.rounded(share) })
                   else "Nothing was measured (--for 0s)."
                   end
          "#{incomplete}#{answer}"
        end

        def detectable(minute, low, high)
          format("This machine can detect a %s slowdown of get in %d s (95 %%: %s to %s).", minute,
                 Stats::DoctorResult::Detectability::MINUTE_S, low, high)
        end

        # The measurement behind the answer.
        def basis(found)
          text = format("Measured: %d pairs of fresh processes with the same code (socket, whose get costs %.1f µs here) in " \
                        "%d s, which would have detected %s. A minute has %d such pairs. Minutes were drawn from the " \
                        "measured pairs; in 95 %% of them the smallest detectable slowdown lies between these bounds.",
                        found.pairs, found.call_ns / 1e3, found.seconds.round, Figures.rounded(found.resolution),
                        found.minute_pairs)
          Part::Text.new(text: text, tone: "faint")
        end

        def parts(result, checked)
          [result.detectability&.then { |found| basis(found) },
           *checked.symptoms.group_by(&:kind).flat_map { |kind, own| section(own, *KINDS.fetch(kind)) },
           Part::List.new(items: surroundings(result, checked)), Part::Notes.new(sentences: result.notes),
           Part::Origin.new(unfold: "How it was measured")]
        end

        def section(symptoms, heading, mark, tone)
          items = symptoms.map do |symptom|
            details = ["do: #{symptom.remedy}", *(symptom.gain && "gain: #{symptom.gain.sentence}")]
            Part::Item.new(mark: mark, tone: tone, text: symptom.text, details: details)
          end
          [Part::Heading.new(id: symptoms.first.kind, text: heading, on: Part::ALL), Part::List.new(items: items)]
        end

        # The other results, a sentence each.
        def surroundings(result, checked)
          names = { "Fine here" => checked.fine, "Unknown here" => checked.unknown }.reject { |_, own| own.empty? }
          why = result.survey.dig("releases", "why")
          [*names.map { |heading, own| "#{heading}: #{own.join(", ")}" }, *("Newer releases: #{why}" if why),
           "Found: #{found(result, result.machine, result.placement).join("; ")}"]
        end

        # "2 cores, KVM, docker", and the programs to measure with.
        def found(result, machine, placement)
          count, version = machine["cores"] || "an unknown number of", result.survey.dig("memcached", "version")
          below = machine["virtualisation"] unless machine["virtualisation"] == "none"
          [["#{count} #{count == 1 ? "core" : "cores"}", *below, *machine.dig("container", "kind")].join(", "),
           *("core #{placement["driver_cpus"].join(", ")} to measure on" if placement["pinned"]),
           *("memcached #{version}" if version), *runtimes(result.survey["runtimes"] || [])]
        end

        def runtimes(all)
          all.group_by { |runtime| runtime["language"] }.map do |language, own|
            first, *others = own.map { |runtime| runtime["version"] }.uniq
            versions = [first, *others.sort_by { |version| Gem::Version.new(version) }]
            "#{Vocabulary::Language.all.fetch(language).title} #{versions.join(", ")}"
          end
        end

        def data(result, checked)
          symptoms = checked.symptoms.map do |symptom|
            { **symptom.to_h, gain: symptom.gain&.sentence, factor: symptom.gain&.factor }
          end
          { **Provenance.new(result).head(SCHEMA), summary: answer(result, checked), trusted: checked.untrusted.nil?,
            sight: result.detectability&.to_h, symptoms: symptoms, fine: checked.fine, unknown: checked.unknown,
            memcached: result.survey.dig("memcached", "version"),
            **SURVEYED.to_h { |name| [name.to_sym, result.survey[name]] } }
        end
      end
    end
  end
end
