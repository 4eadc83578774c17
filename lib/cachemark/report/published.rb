# frozen_string_literal: true

module Cachemark
  module Report
    # The entry point to the published layouts: tables and documents of 2008 to 2015, reproduced to the byte. The rest of
    # Report names nothing else in this folder, and no other format needs it.
    module Published
      LAYOUTS = { "classic" => :Classic, "gevent" => :Gevent }.freeze
      # The classes for documents, by the layouts of their tables.
      DOCUMENTS = { "versions" => :Versions, "gevent" => :Results }.freeze
      private_constant :DOCUMENTS

      class << self
        # The class of a layout. Its constructor takes a Stats::Table, and `to_s` prints it.
        #: (String) -> Class
        def layout(name) = const_get(LAYOUTS.fetch(name))

        # Raises Usage, with file and line, if a document has no place for the table of a suite.
        #: (String, suite: Hash, path: String) -> void
        def check(text, suite:, path:) = document(text, suite, path).check

        # The document with the table in it, and the warnings (sentences) that its author should read. Writes no file: every
        # byte outside the table is unchanged. Raises Usage as `check` does.
        #: (String, Stats::Table, path: String, ?suite: Hash) -> [String, Array[String]]
        def update(text, table, path:, suite: table.suite)
          document = document(text, suite, path)
          document.check
          new_text, warnings = document.with(table)
          [new_text.force_encoding(text.encoding), warnings]
        end

        private

        # Bytes, so that a document that is not UTF-8 survives.
        def document(text, suite, path)
          Document.const_get(DOCUMENTS.fetch(suite["layout"], :Markers)).new(text.b, path)
        end
      end

      # The origin of a table, in the words of the published documents.
      class Origin
        #: (Stats::Table) -> void
        def initialize(table)
          @table = table
        end

        # The sentence above the tables of document 000.
        #: () -> String
        def sentence = "Times are from a machine with #{[cores, ram].compact.join(" and ")} running #{os}."

        # `NAME: URL` of each client; memcached_bench began its output with these lines.
        #: () -> Array[String]
        def homepages
          @table.environments.select { |environment| environment["homepage"] }
                .map { |environment| "#{environment["client"]}: #{environment["homepage"]}" }.uniq
        end

        # The next line of its output.
        #: () -> String
        def testing = "Testing with #{runtimes.join(", and with ")}"

        # The list under `Test Server:` in document 003, then more facts.
        #: () -> Array[String]
        def list = [*facts_of_run, extent, *notes]

        # Machine, runtimes, clients and server as list items.
        #: () -> Array[String]
        def facts_of_run = [machine, *runtimes.map { |runtime| "- #{runtime}" }, *clients, server].compact

        # The line of that list with the machine.
        #: () -> String
        def machine = "- #{[os, cpu, ram].compact.join(", ")}."

        # `Rails 4.2.0 on ruby 2.1.5p273 (...)` for each runtime of the table.
        #: () -> Array[String]
        def runtimes
          groups = @table.shown.select(&:runtime).group_by(&:runtime)
          groups.map { |runtime, rows| [rails(rows), runtime].compact.join(" on ") }
        end

        private

        def facts = @table.machine
        def os = facts["os"] || "an unknown system"
        def cpu = facts["cpu"] || "unknown CPU"
        def cores = [facts["cores"], cpu, (facts["cores"] == 1 ? "core" : "cores")].compact.join(" ")
        def ram = facts["memory_bytes"] && "#{(facts["memory_bytes"] / (1024.0**3)).ceil}GB RAM"

        def rails(rows)
          versions = rows.filter_map { |row| row.versions["activesupport"] }.uniq
          "Rails #{versions.join(" and ")}" if versions.any?
        end

        def clients
          notations = @table.shown.filter_map(&:notation).uniq
          ["- Clients: #{notations.join("; ")}"] if notations.any?
        end

        def server
          version = @table.server["version"]
          "- memcached #{version}, placement #{@table.placement["name"] || "unknown"}" if version
        end

        def extent
          count = Figures.count(@table.iterations)
          date = @table.run["started_at"].to_s[0, 10]
          "- #{[date, "#{count} iterations of each row, #{provenance}"].join(": ")}"
        end

        def provenance
          measured, scaled = @table.shown.select(&:ok?).partition { |row| row.measured?(@table.iterations) }
          return "measured" if scaled.empty?

          count = "of which #{measured.size} measured, #{scaled.size} " if measured.any?
          "#{count}scaled from the cost of one"
        end
        def notes = @table.notes.map { |note| "- #{note}" }
      end
    end
  end
end
