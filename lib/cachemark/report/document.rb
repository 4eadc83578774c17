# frozen_string_literal: true

module Cachemark
  module Report
    # A report before it has a format: what a command found, in parts that Terminal, Markdown and HTML show in their own ways.
    #
    # - `title` and the `headline`: the sentences that answer the question; `tone` is what they mean ("slower" ...).
    #   `titled`: a terminal shows the title, too
    # - `origin` is what knows where the figures come from (Stats::RunFacts); `record` is the path of the record
    # - `data` makes the Hash that JSON prints, `exports` the texts of formats that are not made of parts, by their names
    Document = Value.define(:title, :origin, :parts, :data, headline: [].freeze, tone: nil, titled: false, record: nil,
                            next_steps: [].freeze, exports: {}.freeze) do
      # The parts that a format shows, those of a page made by now.
      #
      #: (Symbol) -> Array
      def parts_for(format)
        shown = parts.compact.select { |part| part.on.include?(format) }
        shown.flat_map { |part| part.is_a?(Part::OnPage) ? part.make.call.compact : [part] }
      end
    end
  end
end
