# frozen_string_literal: true

module Cachemark
  module Report
    # The door to the published layouts: tables and documents of 2008 to 2015, reproduced to the byte. Nothing else of Report
    # names what is in this folder, and nothing in it is needed for any other format.
    module Published
      LAYOUTS = { "classic" => :Classic, "gevent" => :Gevent }.freeze

      class << self
        # The class of a layout, made with a Stats::Table and printed by `to_s`.
        #: (String) -> Class
        def layout(name) = const_get(LAYOUTS.fetch(name))

        # Raises Usage, with file and line, where a document has no place for the table of a suite.
        #: (String, suite: Hash, path: String) -> void
        def check(text, suite:, path:) = Document.check(text, suite: suite, path: path)

        # The document with the table in it, and the warnings (sentences) that its author should read.
        #: (String, Stats::Table, path: String, ?suite: Hash) -> [String, Array[String]]
        def update(text, table, path:, suite: table.suite) = Document.apply(text, table, path: path, suite: suite)
      end
    end
  end
end
