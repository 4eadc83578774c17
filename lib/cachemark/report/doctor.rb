# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Examination as text: what a machine can see, and what keeps it from seeing more.
    module Doctor
      extend Choice

      FORMATS = {
        "terminal" => "the answer, then each symptom with what to do",
        "markdown" => "the same for an issue or a page",
        "json" => "the same by the schema cachemark/doctor/1"
      }.freeze

      # Headings by Symptom#kind.
      HEADINGS = { "untrusted" => "Measuring cannot be trusted", "blurs" => "Only larger slowdowns are seen",
                   "lacks" => "Not everything can be measured", "outdated" => "Newer releases" }.freeze

      class << self
        # In the order in which they are told: what costs most first.
        #
        #: (Array[Stats::Symptom]) -> Array[Stats::Section]
        def sections(symptoms)
          symptoms.group_by(&:kind).map { |kind, own| Stats::Section.new(heading: HEADINGS.fetch(kind), rows: own) }
        end

        # What else was found out, a sentence each.
        #
        #: (Stats::Examination) -> Array[String]
        def surroundings(examination)
          [looked("Well here", examination.fine), looked("Not known here", examination.unknown),
           releases(examination.survey["releases"]), here(examination)].compact
        end

        private

        def looked(what, names) = names.any? ? "#{what}: #{names.join(", ")}" : nil

        # Why nothing is said of them.
        def releases(found) = found && found["why"] && "Newer releases: #{found["why"]}"

        def here(examination)
          version, placement = examination.survey.dig("memcached", "version"), examination.placement
          cores = "core #{placement["driver_cpus"].join(", ")} to measure on" if placement["pinned"]
          all = [machine(examination.machine), *cores, *("memcached #{version}" if version),
                 *runtimes(examination.survey["runtimes"] || [])]
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
            "#{Vocabulary::Language.all.fetch(language).title} #{[first, *others.sort_by { |version| Gem::Version.new(version) }].join(", ")}"
          end
        end
      end
    end
  end
end
