# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Which memcached there is.
      module Memcached
        NAME = "memcached"
        # The first release whose meta commands are those of today; some clients speak nothing else.
        META = "1.6.0"

        class << self
          #: (Patient) -> Array[Symptom]?
          def of(patient)
            version, how = (patient.survey["memcached"] or return).values_at("version", "how")
            return [absent(how)] if version.nil?

            known = version[/\A\d+(?:\.\d+)+/]
            known && Gem::Version.new(known) < Gem::Version.new(META) ? [old(version)] : []
          end

          private

          def absent(how)
            Symptom.new(name: NAME, kind: "untrusted", text: "memcached is not installed: there is nothing to measure with",
                        remedy: how)
          end

          def old(version)
            Symptom.new(name: NAME, kind: "lacks", text: "memcached #{version} does not know the meta protocol",
                        remedy: "install memcached #{META} or newer: clients that speak it can then be measured")
          end
        end
      end
    end
  end
end
