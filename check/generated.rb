# frozen_string_literal: true

require "stringio"
require_relative "../lib/cachemark"

module Check
  # The pages of reference/, made from declarations: those of the commands, the JSON Schemas, and the lines of a record. The
  # manual page and the words of schemas are made in the same way. `ruby bench/reference.rb` writes them.
  module Generated
    # The title of each page, what it is made from, and its introduction.
    PAGES = {
      "advisories" => ["Advisories", "catalog/advisories/",
                       "Public advisories about memcached clients. `cachemark audit` finds those of your lock files, and " \
                       "`cachemark check --advisory ID` shows the bug in the last affected release and its absence in the " \
                       "first fixed one. The price of a fix is what the fixed release needs more than the affected one " \
                       "in three scenarios; docs/prices.json has dates, machines, versions and intervals."],
      "commands" => ["Commands", "the commands in lib/cachemark/cli/",
                     "`cachemark help COMMAND` prints the same about one command. [Command line](../guides/cli.md) explains " \
                     "the notation of contenders and the options that commands share."],
      "json" => ["JSON documents", "schema/",
                 "`--format json` prints one document. An unknown figure is null. A CSV file has a line per row with the same " \
                 "fields: an interval has two columns (`wall_ns_low`, `wall_ns_high`), and each line repeats the notes.\n\n" \
                 "[Upgrading](../guides/upgrading.md) lists what readers of these documents may rely on."],
      "record" => ["The record", "lib/cachemark/record/kinds.rb and schema/record.json",
                   "A command appends everything that it measures to its *record*, a file of JSON lines. The last lines of a " \
                   "report name the record. `cachemark show RECORD` prints any report from it."],
      "yaml" => ["YAML files", "catalog/schema/, protocol/operations.json and lib/cachemark/catalog/parameters.rb",
                 "Each file is checked against a JSON Schema in `catalog/schema/`. An error names file, line and place, and " \
                 "the words that are allowed there. A duplicate key in a mapping is an error too."]
    }.freeze

    class << self
      # {path => text} of all pages of a project.
      #: (String) -> Hash[String, String]
      def pages(root)
        schemas = Words.pages(root)
        parts = { "advisories" => Advisories.new.parts, "commands" => Commands.new.parts,
                  "json" => Schemas.new(schemas, "schema", except: ["record"]).parts,
                  "record" => Lines.new(root).parts,
                  "yaml" => Schemas.new(schemas, "catalog/schema").parts + Scenarios.new.parts }
        pages = PAGES.to_h do |name, (title, source, introduction)|
          heading = "# #{title}\n\n<!-- Made from #{source} by `ruby bench/reference.rb`. -->\n\n#{introduction}"
          ["reference/#{name}.md", [heading, *parts.fetch(name)].join("\n\n").concat("\n")]
        end
        { **schemas, **pages, "man/cachemark.1" => manual }
      end

      # A table of cells.
      #: (Array[String], Array[Array[String]]) -> String
      def grid(head, rows)
        lines = [head, head.map { "---" }, *rows].map { |cells| cells.map { |cell| cell.gsub("|", "\\|") }.join(" | ") }
        lines.map { |line| "| #{line} |" }.join("\n")
      end

      private

      def manual
        out = StringIO.new
        Cachemark::CLI::Help.new(out: out, err: out).call(["man"])
        out.string
      end
    end
  end
end

require_relative "generated/advisories"
require_relative "generated/commands"
require_relative "generated/lines"
require_relative "generated/scenarios"
require_relative "generated/schemas"
require_relative "generated/words"
