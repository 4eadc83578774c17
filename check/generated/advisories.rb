# frozen_string_literal: true

module Check
  module Generated
    # Each advisory of catalog/advisories: what happens, to whom, and the command that shows it.
    class Advisories
      def initialize
        @catalog = Cachemark::Catalog.load
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
          [[line.client, *(line.since unless line.since == "0")].join(" "), line.affected || "-", line.fixed || "none"]
        end
        Generated.grid(["Releases since", "Last affected release that `check` shows", "First fixed release"], rows)
      end
    end
  end
end
