# frozen_string_literal: true

module Cachemark
  module CLI
    class Find < Command
      # The selection of a search for the version in which cases of `check` change their outcome. Releases are those of one
      # line, because the next line may have been affected when this one was fixed. The first release of the next line may be
      # the end, because it follows this line.
      class Cases < Check::Selection
        #: (String, Array[Plan::Position], Hash[Symbol, Object], **Object) -> void
        def initialize(title, positions, options, **sources)
          super([], options, **sources)
          @title = title
          @positions = positions
        end

        def suite_facts = { "id" => "find", "title" => @title, "contenders" => [] }

        private

        def refuse_words
          lines = @positions.select(&:line).chunk_while { |before, after| before.line == after.line }.to_a
          return if lines.size < 2 || (lines.size == 2 && lines.last.one?)

          raise Usage.new("#{@title} has releases of several lines: #{lines.map { |own| own.first.line }.join(", ")}",
                          try: "search one line at a time, such as #{lines.last.values_at(0, -1).map(&:name).join("..")}")
        end

        def axes
          @axes ||= begin
            positions = @positions.zip(placed(@positions.map(&:contender))).map do |position, contender|
              position.with(contender: typed(position, contender))
            end
            [Plan::Exam::Axis.new(name: name, positions: positions, cases: cases)]
          end
        end

        # The contender as `check` takes it. A commit is named without its options.
        def typed(position, contender)
          options = position.line ? {} : contender.given.except(*Contender::Notation.parse(contender.id).options.keys, "repo")
          contender.with(id: [contender.id, *options.map { |name, word| "#{name}=#{word}" }].join(","))
        end

        # "dalli@5.2.0..5.3.0"
        def name = "#{@positions.first.contender.client.name}@#{@positions.map(&:name).values_at(0, -1).join("..")}"
      end
    end
  end
end
