# frozen_string_literal: true

module Cachemark
  class Catalog
    # Fault file -> Fault. The id is the file's place below catalog/fault. What a file says is checked as each of its
    # cases has it, against the schema, and for the names that a schema cannot know.
    class FaultReader
      PLACE = %r{/fault/(?<id>[a-z]+/[a-z0-9-]+)\.yml\z}
      # What may be long, and is the same in each case.
      SAME = %w[keys values].freeze
      private_constant :PLACE, :SAME

      # schema: of faults; mutants: the names that `controls` may have.
      #: (schema: Schema, mutants: Array[String]) -> void
      def initialize(schema:, mutants:)
        @schema = schema
        @mutants = mutants
      end

      # Raises Usage, naming file, line and path.
      #
      #: (Document) -> Fault
      def read(document)
        id = document.path[PLACE, :id] or raise document.problem(
          "", "lies where no fault can", try: "Call it catalog/fault/CATEGORY/NAME.yml, in small letters."
        )
        @schema.check(document) unless document.data.is_a?(Hash)
        check(document, Variables.new(document.data))
        built(document.data, id).tap { |made| refuse(document, misnamed(made)) }
      end

      private

      def check(document, variables)
        refuse(document, variables.problem)
        variables.cases.uniq(&:last).each_with_index do |(variant, data), at|
          data = data.except(*SAME) if at.positive?
          @schema.check(document, data) { |pointer| variables.remark(pointer, variant) }
        end
        refuse(document, variables.idle)
        variables.cases.each do |variant, data|
          refuse(document, Names.new(data, mutants: @mutants, call: variant["call"]).problem)
        end
      end

      def refuse(document, problem)
        pointer, what, try = problem
        raise document.problem(pointer, what, **{ try: try }.compact) if problem
      end

      def built(data, id)
        form = "#{id}#{data.fetch("over", {}).keys.map { |name| "-{#{name}}" }.join}"
        Fault.new(id: id, form: form, **data.to_h { |name, part| [name.to_sym, part.freeze] })
      end

      def misnamed(made)
        folder = "#{made.category}/"
        return ["/form", "is #{made.form.inspect}, of another category than its folder", "Begin it with #{folder}"] unless
          made.form.start_with?(folder)

        twin = made.case_ids.tally.find { |_, count| count > 1 } or return
        ["/form", "gives two cases the name #{twin.first}", "Write each variable of over in it: #{variables(made)}."]
      end

      def variables(made) = made.over.keys.map { |name| "{#{name}}" }.join(", ")
    end
  end
end
