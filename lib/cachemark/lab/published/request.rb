# frozen_string_literal: true

module Cachemark
  module Lab
    class Published
      # `--as-published`: the suite as it was published, and the options that contradict it.
      class Request
        # Options that the published program sets itself, and why.
        TAKEN = {
          for_s: ["--for", "each row runs once, its whole count of iterations"],
          until: ["--until", "each row runs once, without an interval"],
          server: ["--server", "the published servers are private ones"],
          servers: ["--servers", "the suite says which servers there were"],
          modes: ["--mode", "the suite says how calls were made"]
        }.freeze

        # Raises Usage for the first option that cannot be combined with --as-published.
        #: (Hash[Symbol, Object], Catalog) -> void
        def initialize(options, catalog)
          taken = TAKEN.keys.find { |key| options[key] }
          raise Usage.new("--as-published and #{TAKEN[taken].join(" cannot be combined: ")}", try: remedy(taken)) if taken

          @catalog = catalog
        end

        # The suite with the versions of its time. Raises Usage for a suite that was not published.
        #: (Catalog::Suite) -> Catalog::Suite
        def suite(given)
          suite = given.as_published["suite"] ? @catalog.suite(given.as_published["suite"]) : given
          return in_their_form(suite) if suite.published.any?

          raise Usage.new("--as-published: no rows of #{given.title} were published",
                          try: "--suite #{suites.join(" or --suite ")}")
        end

        # The entry of that id as the documents print it, or nil.
        #: (Catalog::Suite, String) -> Catalog::Suite::Entry?
        def entry(suite, id) = suite.published.find { |entry| entry.id == id }

        # The facts about the suite for the record, in addition to its other facts.
        #: (Catalog::Suite) -> Hash[String, Object]
        def facts(suite) = { "published" => true, "notes" => suite.as_published.fetch("notes", []) }

        # The members of a Lab::Job; `iterations` is the user's number, or nil.
        #: (Catalog::Suite, Integer?) -> Hash[Symbol, Object]
        def job(suite, iterations)
          { published: suite.as_published.merge("layout" => suite.layout), for_s: nil,
            iterations: iterations || suite.as_published.fetch("iterations", suite.iterations) }
        end

        private

        # Some entries were different contenders at that time, or had different modes.
        def in_their_form(suite)
          suite.with(contenders: suite.contenders.map { |one| entry(suite, one.id) || one })
        end

        def remedy(taken)
          %i[for_s until].include?(taken) ? "use --iterations N for a shorter run" : "remove one of them"
        end

        def suites = @catalog.suites.values.select { |suite| suite.as_published.any? }.map(&:id)
      end
    end
  end
end
