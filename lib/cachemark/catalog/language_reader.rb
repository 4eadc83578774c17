# frozen_string_literal: true

module Cachemark
  class Catalog
    # Language file -> Language.
    class LanguageReader
      #: (Document) -> Language
      def self.read(document) = new(document).language

      #: (Document) -> void
      def initialize(document)
        @data = document.data
        @folder = File.dirname(File.expand_path(document.path))
      end

      #: () -> Language
      def language
        plain = symbols(@data.slice("name", "title", "driver", "option", "packages", "modes"))
        Language.new(**plain, folder: @folder, checkout: Language::Checkout.new(**symbols(@data["checkout"])),
                              environment: environment, runtimes: runtimes)
      end

      private

      def symbols(hash) = hash.transform_keys(&:to_sym)

      def environment
        given = @data["environment"] or return
        programs = given.slice("probe", "build").transform_values { |path| File.join(@folder, path) }
        Language::Environment.new(**symbols(given.merge(programs)))
      end

      def runtimes
        @data.fetch("runtimes", {}).to_h { |name, given| [name, runtime(name, given)] }.freeze
      end

      def runtime(name, given)
        sources = given["sources"] && Language::Sources.new(**symbols(given["sources"]))
        Language::Runtime.new(name: name, **symbols(given), sources: sources)
      end
    end
  end
end
