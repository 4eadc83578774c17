# frozen_string_literal: true

require "json"

module Cachemark
  module Results
    # One result, as its file has it: a summary of what a command measured on a machine. `facts` are those of
    # schema/result.json (Hash with String keys, frozen). `folder` is the folder of its machine.
    class Result
      # More bytes than any result has.
      MOST_BYTES = 8 << 20
      private_constant :MOST_BYTES

      # Raised for a result of a kind that a newer Cachemark added.
      Newer = Class.new(Usage)

      # From a file, whose name and folder are those of the result. Raises Usage as below.
      #: (String) -> Result
      def self.at(path)
        unfit = File.symlink?(path) || File.size(path) > MOST_BYTES
        raise Usage.new("#{path}: is not a file of a result", try: "remove it") if unfit

        result = read(File.read(path, encoding: "UTF-8"), path: path)
        place = [result.folder, "#{result.name}.json"]
        return result if path.split("/").last(2) == place

        raise Usage.new("#{path}: belongs into #{place.join("/")}", try: "move it there, or publish the record again")
      end

      # From the text of a file, without what a newer Cachemark added. Raises Usage for one that is no result, with the place of
      # the first mistake, and Newer for a kind that this Cachemark does not know.
      #: (String, path: String) -> Result
      def self.read(text, path:)
        facts = ::JSON.parse(text)
        known = facts.is_a?(Hash) && facts["schema"] == SCHEMA
        raise Usage.new("#{path}: is not a result", try: "publish the record again") unless known

        unknown = Format.unknown_kind(facts)
        raise Newer.new("#{path}: is of unknown kind #{unknown[0, 40].inspect}", try: "read it with a newer Cachemark") if unknown

        of(Format.known(facts), path: path)
      rescue ::JSON::ParserError
        raise Usage.new("#{path}: is not JSON", try: "publish the record again")
      end

      # From facts that may have nothing else than schema/result.json says. Raises Usage as above.
      #: (Hash[String, Object], path: String) -> Result
      def self.of(facts, path:)
        mistake = Format.mistake(facts) or return new(facts)
        raise Usage.new("#{path}: #{mistake}", try: "publish the record again")
      end

      attr_reader :facts

      #: (Hash[String, Object]) -> void
      def initialize(facts)
        @facts = facts.freeze
      end

      # String each: the start of the record's digest, the kind of record ("run", "work --options"), and ISO 8601.
      def id = facts["id"]
      def command = facts["command"]
      def started_at = facts["started_at"]

      # Integer: what its times per call mean (Stats::TimeMethod); nil if it has none.
      def time_method = (Stats::TimeMethod.of(facts) if timed?)

      # String: the name of its file, without suffix.
      def name = "#{started_at.delete(":-")}-#{id}"

      # Hash: cpu, cores, load_before ...
      def machine = facts["machine"]

      # String: the folder of its machine.
      def folder
        cpu = Results.processor(machine["cpu"].to_s).downcase.gsub(/[^a-z0-9]+/, "-").gsub(/\A-+|-+\z/, "")
        "#{cpu.empty? ? "machine" : cpu[0, 40]}-#{machine["cores"]}-#{machine["id"].to_s[0, 8]}"
      end

      # Array[String]: the words of the command that measures the same again.
      def argv = facts["argv"]

      # Array[String]: the sentences that answer the question of its report.
      def answer = facts["answer"]

      # Hash or nil: the campaign that it belongs to, "id", "begun" and "step".
      def campaign = facts["campaign"]

      # [String, String]?: the id of its campaign, and its step there.
      def step = campaign&.values_at("id", "step")

      # When its campaign began; when it began itself, if it belongs to none.
      def begun = campaign ? campaign["begun"] : started_at

      # Array[Hash]: costs, traffic, options or outages; verdicts of comparisons; bad cases of checks.
      def rows = facts.fetch("rows", [])
      def verdicts = facts.fetch("verdicts", [])
      def cases = facts.fetch("cases", [])

      # Array[String]: conditions besides contenders and scenarios under which figures are comparable.
      def conditions
        [facts["placement"].to_s, facts["servers"] || 1, *CommandLine.conditions(argv, %w[ring data])]
      end

      # Whether a check tried all of its cases. Another one says nothing about a client as a whole.
      def whole? = argv.none? { |word| word.match?(/\A--case\b/) }

      # Whether it is of a short form, which only shows that a client works.
      def short? = campaign.to_h["id"].to_s.end_with?("-short")

      # {id of a contender => its facts}
      def contenders = @contenders ||= facts["contenders"].to_h { |contender| [contender["id"], contender] }

      # {id of a contender => Configuration}
      def configurations = @configurations ||= contenders.transform_values { |facts| Configuration.of(facts) }

      # Array[String]: the ids of the contenders that could be built.
      def present
        by_contender = rows.group_by { |row| row["contender"] }
        contenders.keys.reject do |id|
          own = by_contender.fetch(id, [])
          own.any? && own.all? { |row| row["status"] == "unavailable" }
        end
      end

      # Whether a client takes part.
      #: (String) -> bool
      def about?(client) = contenders.values.any? { |contender| contender["client"] == client }

      def inspect = "#<#{self.class} #{name}>"

      # The text of its file.
      #: () -> String
      def text = "#{::JSON.pretty_generate(facts)}\n"

      private

      # A comparison may have counts alone.
      def timed?
        %w[run find].include?(command) || verdicts.any? { |verdict| Vocabulary::Metrics::OF_TIME.include?(verdict["metric"]) }
      end
    end
  end
end
