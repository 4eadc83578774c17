# frozen_string_literal: true

module Cachemark
  module Plan
    # One version of a range that is searched: `name` is a version or a short commit, `number` its
    # place from 0, `subject` a commit's first line.
    Position = Value.define(:number, :contender, :name, subject: nil) do
      # The facts that a record keeps of it.
      #: () -> Hash[String, Object]
      def facts = { "position" => number, "contender" => contender.id, "name" => name, "subject" => subject }
    end
  end
end
