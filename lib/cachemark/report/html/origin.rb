# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # Where a page's figures come from, as terms and what they are: machine, versions, command, seed, record.
      class Origin < View
        template "origin"

        # `origin` is whatever a Provenance takes; `record` the name of its file, if it has one.
        #
        #: (Stats::Table | Stats::Comparison | Stats::Steps, ?record: String?) -> void
        def initialize(origin, record: nil)
          @origin = origin
          @record = record
        end

        private

        def facts
          { "Machine" => machine, "Kernel" => @origin.machine["kernel"], "Server" => server, "Cores" => cores,
            "Runtimes" => runtimes.join("; "), "Measured" => measured, "Cachemark" => @origin.version,
            "Seed" => @origin.run["seed"], "Command" => command, "Record" => @record }.reject { |_, words| words.to_s.empty? }
        end

        def machine = Published::Origin.new(@origin).machine.delete_prefix("- ").delete_suffix(".")
        def runtimes = @origin.environments.filter_map { |environment| environment.dig("runtime", "description") }.uniq

        def server
          version = @origin.server["version"] or return
          argv = @origin.server["argv"].to_a.flatten.grep_v(%r{\A/})
          ["memcached #{version}", argv.join(" ")].reject(&:empty?).join(": ")
        end

        def cores
          placement = @origin.placement
          return unless placement["name"]

          "placement #{placement["name"]}#{", nothing pinned" if placement["pinned"] == false}"
        end

        def measured = [@origin.run["started_at"], @origin.outcome].compact.join(", ")
        def command = CommandLine.of(@origin.run["argv"])

        # [contender, its libraries] of each environment that has any.
        def libraries
          @origin.environments.filter_map do |environment|
            gems = environment["gems"]
            [environment["contender"], gems.map { |name, version| "#{name} #{version}" }.join(", ")] if gems&.any?
          end
        end
      end
    end
  end
end
