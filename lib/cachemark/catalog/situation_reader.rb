# frozen_string_literal: true

module Cachemark
  class Catalog
    # Situation file -> Situation. The id is the file's place below catalog/fault.
    class SituationReader
      LISTS = %w[judges controls steps].freeze
      private_constant :LISTS

      #: (Document) -> Situation
      def self.read(document)
        data = document.data
        id = document.path[%r{([^/]+/[^/]+)\.ya?ml\z}, 1]
        fields = data.transform_keys(&:to_sym)
        Situation.new(id: id, form: "#{id}#{data.fetch("over", {}).keys.map { |name| "-{#{name}}" }.join}",
                      **fields, **LISTS.to_h { |name| [name.to_sym, Array(data[name]).freeze] })
      end
    end
  end
end
