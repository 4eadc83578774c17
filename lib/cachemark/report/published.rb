# frozen_string_literal: true

module Cachemark
  module Report
    # The entry point to the published layouts: tables and documents of 2008 to 2015, reproduced to the byte. The rest of
    # Report names nothing else in this folder, and no other format needs it.
    module Published
      LAYOUTS = { "classic" => :Classic, "gevent" => :Gevent }.freeze

      class << self
        # The class of a layout. Its constructor takes a Stats::Table, and `to_s` prints it.
        #: (String) -> Class
        def layout(name) = const_get(LAYOUTS.fetch(name))

        # Raises Usage, with file and line, if a document has no place for the table of a suite.
        #: (String, suite: Hash, path: String) -> void
        def check(text, suite:, path:) = Document.check(text, suite: suite, path: path)

        # The document with the table in it, and the warnings (sentences) that its author should read.
        #: (String, Stats::Table, path: String, ?suite: Hash) -> [String, Array[String]]
        def update(text, table, path:, suite: table.suite) = Document.apply(text, table, path: path, suite: suite)
      end
    end
  end
end
