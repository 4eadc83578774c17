# frozen_string_literal: true

module Cachemark
  module Report
    class Classic
      # One version's table: `body` holds its lines from the caption on.
      Block = Value.define(:version, :runtime, :rows, :body) do
        # `Testing 1.8.5 with ruby ...`; without the runtime as in document 001.
        #
        #: (?runtime: bool) -> String
        def heading(runtime: true)
          named = runtime && self.runtime ? "#{version} with #{self.runtime}" : version
          Heading::PREFIX + named
        end

        # Heading and body, indented, without a last line end.
        #
        #: (?indent: String, ?runtime: bool) -> String
        def text(indent: "", runtime: true)
          [heading(runtime: runtime), *body].map { |line| indent + line }.join("\n")
        end

        # Whether any of its rows has figures.
        #
        #: () -> bool
        def figures? = rows.any?(&:ok?)
      end
    end
  end
end
