# frozen_string_literal: true

require "json"

module Cachemark
  module Results
    # One result, as its file has it: a summary of what a command measured on a machine. `facts` are those of
    # schema/result.json (Hash with String keys, frozen). `folder` is the folder of its machine.
    class Result
      # The oldest schema that can be read, and later ones, which only add members.
      SCHEMAS = [SCHEMA].freeze
      NAME = /\A\d{8}T\d{6}Z-\h{12}\z/
      private_constant :SCHEMAS

      # From a file. Raises Usage as below.
      #: (String) -> Result
      def self.at(path) = read(File.read(path, encoding: "UTF-8"), path: path)

      # From the text of a file. Raises Usage for one that is no result, with the place of the first mistake.
      #: (String, path: String) -> Result
      def self.read(text, path:)
        facts = ::JSON.parse(text)
        known = facts.is_a?(Hash) && SCHEMAS.include?(facts["schema"])
        raise Usage.new("#{path}: is not a result", try: "publish the record again") unless known

        mistake = schema.validate(facts).first
        raise Usage.new("#{path}: #{mistake["error"]}", try: "publish the record again") if mistake
        new(facts)
      rescue ::JSON::ParserError => error
        raise Usage.new("#{path}: is not JSON: #{error.message.lines.first.chomp}", try: "publish the record again")
      end

      def self.schema
        @schema ||= begin
          require "json_schemer"
          JSONSchemer.schema(::JSON.parse(File.read(File.join(ROOT, "schema", "result.json"))))
        end
      end
      private_class_method :schema

      attr_reader :facts

      #: (Hash[String, Object]) -> void
      def initialize(facts)
        @facts = facts.freeze
      end

      # String each: the start of the record's digest, the kind of record ("run", "work --options"), and ISO 8601.
      def id = facts["id"]
      def command = facts["command"]
      def started_at = facts["started_at"]

      # String: the name of its file, without suffix.
      def name = "#{started_at.delete(":-")}-#{id}"

      # Hash: cpu, cores, load_before ...
      def machine = facts["machine"]

      # String: the folder of its machine.
      def folder
        cpu = machine["cpu"].to_s.downcase.gsub(/[^a-z0-9]+/, "-").gsub(/\A-+|-+\z/, "")
        "#{cpu.empty? ? "machine" : cpu[0, 40]}-#{machine["cores"]}-#{machine["id"].to_s[0, 8]}"
      end

      # Array[String]: the words of the command that measures the same again.
      def argv = facts["argv"]

      # Array[String]: the sentences that answer the question of its report.
      def answer = facts["answer"]

      # Hash or nil: the campaign that it belongs to, "id", "begun" and "step".
      def campaign = facts["campaign"]

      # Array[Hash]: costs, traffic, options or outages; verdicts of comparisons; bad cases of checks.
      def rows = facts.fetch("rows", [])
      def verdicts = facts.fetch("verdicts", [])
      def cases = facts.fetch("cases", [])

      # {id of a contender => its facts}
      def contenders = @contenders ||= facts["contenders"].to_h { |one| [one["id"], one] }

      # The text of its file.
      #: () -> String
      def text = "#{::JSON.pretty_generate(facts)}\n"
    end
  end
end
