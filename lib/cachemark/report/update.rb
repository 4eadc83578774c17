# frozen_string_literal: true

module Cachemark
  module Report
    # Puts a table into a document that somebody else wrote. Nothing is written
    # here: old text in, new text out, every byte outside the table as it was.
    module Update
      # The forms of documents, by the layouts of their tables.
      FORMS = { "versions" => :Versions, "gevent" => :Results }.freeze
      private_constant :FORMS

      class << self
        # Raises Usage, naming file and line, where the document has no place for the suite's table.
        #
        #: (String, suite: Hash, path: String) -> void
        def check(text, suite:, path:)
          document(text, suite, path).check
        end

        # The new text and the warnings (sentences) that its author should read.
        # Raises Usage as `check` does.
        #
        #: (String, Stats::Table, path: String, ?suite: Hash) -> [String, Array[String]]
        def apply(text, table, path:, suite: table.suite)
          document = document(text, suite, path)
          document.check
          new_text, warnings = document.with(table)
          [new_text.force_encoding(text.encoding), warnings]
        end

        private

        # Bytes, so that a document that is not UTF-8 survives.
        def document(text, suite, path)
          const_get(FORMS.fetch(suite["layout"], :Markers)).new(text.b, path)
        end
      end
    end
  end
end
