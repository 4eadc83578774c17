# frozen_string_literal: true

module Cachemark
  module Stats
    # One way in which a row's work differs from its label or from its peers. `text` is the
    # same for every row that differs alike; `detail` has the row's own figures; a `minor`
    # one is worth a line in the table of work, but none in a table of speeds.
    Finding = Value.define(:text, detail: nil, minor: false) do
      #: () -> String
      def to_s = [text, detail].compact.join(": ")
    end
  end
end
