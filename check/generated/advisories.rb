# frozen_string_literal: true

module Check
  module Generated
    # Each advisory of catalog/advisories: what happens, to whom, what the fix costs, and the command that shows it.
    class Advisories
      # The file of bench/prices.rb.
      PRICES = "docs/prices.json"
      UNITS = { "instructions" => "instructions", "wall" => "time" }.freeze
      private_constant :PRICES, :UNITS

      #: () -> void
      def initialize
        @catalog = Cachemark::Catalog.load
        @prices = JSON.parse(File.read(File.join(Cachemark::ROOT, PRICES)))
        @cases = Cachemark::Fault::Case.all(@catalog.faults.values)
      end

      #: () -> Array[String]
      def parts = @catalog.advisories.values.flat_map { |advisory| section(advisory) }

      private

      def section(advisory)
        ["## #{advisory.id}", "[#{advisory.id}](#{advisory.link}): #{advisory.title}.", *condition(advisory), happens(advisory),
         releases(advisory), "```sh\ncachemark check --advisory #{advisory.id}\n```"]
      end

      def condition(advisory)
        options = advisory.options.map { |name, value| "`#{name}=#{value}`" }.join(", ")
        words = [*("Only with #{advisory.only}." if advisory.only), *("Shown with #{options}." unless options.empty?)]
        words.empty? ? [] : [words.join(" ")]
      end

      def happens(advisory)
        found = advisory.cases.flat_map do |glob|
          @cases.select { |fault_case| File.fnmatch?(glob, fault_case.id, File::FNM_EXTGLOB) }
        end
        sentences = found.map { |fault_case| fault_case.fault.happens }.uniq
        "What `check` does:\n\n#{sentences.map { |sentence| "- #{sentence}" }.join("\n")}"
      end

      def releases(advisory)
        rows = advisory.lines.map do |line|
          since = line.since unless line.since == "0"
          [[line.client, *since].join(" "), line.affected || "-", line.fixed || "none", price(line)]
        end
        Generated.grid(["Releases since", "Last affected release that `check` shows", "First fixed release", "Price of the fix"],
                       rows)
      end

      def price(line)
        releases = [line.client, line.affected, line.fixed]
        found = @prices.find { |price| price.values_at("client", "affected", "fixed") == releases }
        return "not measured" unless found

        found["changes"].group_by { |change| change["scenario"] }.map do |scenario, changes|
          words = changes.map { |change| [UNITS.fetch(change["metric"]), cost(change)].join(" ") }
          "#{File.basename(scenario)}: #{words.join(", ")}"
        end.join("; ")
      end

      def cost(change)
        measured = Cachemark::Report::Figures.change(*change.values_at("effect", "interval")) if change["interval"]
        open = change["verdict"] if %w[unresolved invalid].include?(change["verdict"])
        [*open, *measured].join(" ")
      end
    end
  end
end
