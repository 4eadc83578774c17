# frozen_string_literal: true

module Bench
  # The printed examples of README and the guides, repeated.
  module Examples
    UNITS = { "s" => 1, "m" => 60, "h" => 3600 }.freeze

    # "90s" -> 90; nil for anything else.
    def self.seconds(text) = text.to_s.match(/\A(\d+)([smh])\z/) { |found| found[1].to_i * UNITS[found[2]] }

    # One command, with the places that print it: [page's path, place].
    class Example
      # Commands that time calls, and how long they take without --for.
      TIMED_S = { "run" => 120, "compare" => 120, "gate" => 120, "find" => 1800, "outage" => 120, "doctor" => 20 }.freeze
      # Other commands, and what comes before the measuring itself: environments, verification, A/A checks.
      UNTIMED_S = 20

      attr_reader :places

      #: (Array[[Check::Printed::Page, Check::Printed::Page::Place]]) -> void
      def initialize(places)
        @places = places
      end

      def marker = places.first.last.marker
      def argv = marker.argv
      def command = marker.text.split(" | ").first
      def names = places.map { |page, place| "#{page.path}:#{place.comment.from + 1}" }

      # Only these need a quiet machine. A command that is refused (exit code 2) measures nothing.
      def timed? = TIMED_S.key?(argv[1]) && marker.status != 2

      def seconds = UNTIMED_S + (timed? ? Examples.seconds(given("--for").last) || TIMED_S[argv[1]] : 0)

      # Commands that need no quiet machine first, short ones before long ones.
      def rank = [timed? ? 1 : 0, seconds, command]

      # Whether all places have the output of this version and day.
      def done?(version, date)
        places.all? { |page, place| page.caption(place)&.named_captures == { "date" => date, "version" => version } }
      end

      # What this machine lacks, or nil.
      #: (cpu: String, path: Array[String]) -> String?
      def missing(cpu:, path:)
        return "needs a processor #{marker.processor}" if marker.processor && !cpu.include?(marker.processor)

        place = [*given("--on"), *servers].find { |name| !name.match?(/\A(?:slurm|\d+\z)/) }
        return "needs #{place}" if place
        return "needs Slurm" if given("--on").any? && path.none? { |folder| File.executable?(File.join(folder, "srun")) }

        file = paths.find { |name| !File.exist?(File.expand_path(name)) }
        "needs #{file}" if file
      end

      private

      # The user's servers.
      def servers = given("--with").flat_map { |list| list.split(",").filter_map { |word| word[/\Aserver=(.+)/, 1] } }

      # The values of options.
      def given(*names) = argv.each_cons(2).select { |name, _| names.include?(name) }.map(&:last)

      # Programs of the reader: of an option, or of a contender.
      def paths
        argv.join(",").scan(/(?:ruby|python|memcached)=([^,]+)/).flatten.grep(%r{\A[~/]})
      end
    end
  end
end
