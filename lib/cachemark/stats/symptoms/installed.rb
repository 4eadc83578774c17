# frozen_string_literal: true

module Cachemark
  module Stats
    module Symptoms
      # Checks of what is installed: memcached, compiler, runtimes, room for files, releases.
      module Installed
        # The first memcached release with the meta commands of today; some clients speak nothing else.
        META = "1.6.0"
        # Debian's package of each program and header.
        PACKAGES = { "cc" => "gcc", "c++" => "g++", "ruby.h" => "ruby-dev", "stdlib.h" => "libc6-dev",
                     "sasl/sasl.h" => "libsasl2-dev", "zlib.h" => "zlib1g-dev" }.freeze
        # The environments of all Ruby and Python clients took 650 MB (2026-11-22); a record of an hour has tens of MB.
        LEAST_BYTES = { "cache" => 1 << 30, "state" => 200 << 20 }.freeze
        private_constant :META, :PACKAGES, :LEAST_BYTES

        class << self
          # Whether memcached is installed, and recent enough for all clients.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def memcached(facts)
            version, how = (facts.survey["memcached"] or return).values_at("version", "how")
            if version.nil?
              return [Symptom.new(kind: "untrusted", text: Remark[:no_memcached], remedy: Remark.recorded(how))]
            end

            known = version[/\A\d+(?:\.\d+)+/]
            return [] unless known && Gem::Version.new(known) < Gem::Version.new(META)

            [Symptom.new(kind: "lacks", text: Remark[:old_memcached, version: version],
                         remedy: Remark[:newer_memcached, version: META])]
          end

          # Whether clients written in C can be built.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def compiler(facts)
            missing = facts.survey["missing"] or return
            return [] if missing.empty?

            packages = missing.map { |word| PACKAGES.fetch(word, word) }
            [Symptom.new(kind: "lacks", text: Remark[:missing_tools, names: missing],
                         remedy: Remark[:install_packages, names: packages])]
          end

          # Whether each language has a runtime, or a way to get one. Cachemark's own is always installed.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def runtimes(facts)
            runtimes = facts.survey["runtimes"] or return
            return [] if facts.survey["debian"]

            others = Vocabulary::Language.all.values.select { |language| language.search && !language.own }
            missing = others.reject { |language| runtimes.any? { |one| one["language"] == language.name } }
            missing.map do |language|
              Symptom.new(kind: "lacks", text: Remark[:no_runtime, language: language.title],
                          remedy: Remark[:install_runtime, language: language.title, option: language.option])
            end
          end

          # Whether there is room for environments and records.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def disk(facts)
            disks = facts.survey["disks"] or return
            found = disks.filter_map do |folder, disk|
              text = full(folder, disk)
              Symptom.new(kind: "lacks", text: text, remedy: Remark[:move_folder, folder: folder]) if text
            end
            found if found.any? || disks.each_value.any? { |disk| disk["free_bytes"] }
          end

          # Whether there are newer releases than those measured last. nil if the source was not asked, or if nothing was
          # measured yet.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def releases(facts)
            newer = facts.survey.dig("releases", "newer") or return
            own = Vocabulary::Language.own
            runtimes = (facts.survey["runtimes"] || []).select { |one| one["language"] == own.name }
            newer.map do |one|
              client, version, newest = names = one.values_at("client", "version", "newest")
              Symptom.new(kind: "outdated", text: Remark[:newer_release, client: client, version: version, newest: newest],
                          remedy: compare(names, one["requires"], runtimes, own))
            end
          end

          private

          def full(folder, disk)
            return Remark[:unwritable_folder, folder: folder] unless disk["writable"]

            free, least = disk["free_bytes"], LEAST_BYTES.fetch(folder)
            Remark[:little_disk, folder: folder, free: free, least: least] if free && free < least
          end

          # The first runtime is Cachemark's own.
          def compare((client, version, newest), requires, runtimes, language)
            facts = { client: client, version: version, newest: newest }
            return Remark[:compare_releases, **facts] if requires.nil? || runtimes.empty? || meets?(runtimes.first, requires)

            other = runtimes.find { |runtime| meets?(runtime, requires) }
            needs = { language: language.title, requires: requires } unless other
            Remark[:compare_releases, **facts, option: language.option, path: other && other["path"], needs: needs]
          end

          def meets?(runtime, requires)
            Gem::Requirement.new(requires.split(/\s*,\s*/)).satisfied_by?(Gem::Version.new(runtime["version"]))
          end
        end
      end
    end
  end
end
