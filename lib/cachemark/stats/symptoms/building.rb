# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether clients that are written in C can be built.
      module Building
        NAME = "compiler and headers"
        PACKAGES = { "cc" => "gcc", "c++" => "g++", "ruby.h" => "ruby-dev", "stdlib.h" => "libc6-dev",
                     "sasl/sasl.h" => "libsasl2-dev", "zlib.h" => "zlib1g-dev" }.freeze

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          missing = patient.survey["missing"] or return
          return [] if missing.empty?

          packages = missing.map { |word| PACKAGES.fetch(word, word) }
          [Symptom.new(name: NAME, kind: "lacks", remedy: "apt-get install --no-install-recommends #{packages.join(" ")}",
                       text: "not here: #{missing.join(", ")}; clients that are built from source may be unavailable")]
        end
      end
    end
  end
end
