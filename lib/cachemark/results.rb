# frozen_string_literal: true

module Cachemark
  # Findings of records, for readers on other machines. A result is a small JSON file about one record. It has no name of a
  # machine, a user or a folder. `publish` writes the record itself next to it, as a compressed copy (Copy).
  #
  # Figures keep the names that they have in the JSON reports (schema/run.json, schema/check.json ...).
  module Results
    SCHEMA = "cachemark/result/1"
    # The start of a record's digest that names its result.
    ID = 12

    # The name of a processor without marks, general words and its frequency: "Intel Xeon Gold 6226R" of
    # "Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz".
    #: (String) -> String
    def self.processor(text) = text.sub(/@.*/, "").gsub(/\(\w+\)|\b(?:Processor|CPU)\b/, " ").split.join(" ")

    # "2 Intel Xeon cores", from the facts of a machine.
    #: (Hash[String, Object]) -> String
    def self.cores(facts) = "#{facts["cores"]} #{processor(facts["cpu"].to_s)} cores"
  end
end
