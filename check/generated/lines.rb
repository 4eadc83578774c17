# frozen_string_literal: true

require "json"

module Check
  module Generated
    # The lines of a record: their kinds are declared in record/kinds.rb, their fields are described in schema/record.json.
    class Lines
      SCHEMA = "schema/record.json"
      Kinds = Cachemark::Record::Kinds
      private_constant :Kinds

      #: (String) -> void
      def initialize(root)
        path = File.join(root, SCHEMA)
        @schema = File.file?(path) ? JSON.parse(File.read(path)) : {}
      end

      #: () -> Array[String]
      def parts
        [*@schema["description"], kinds, *Kinds::ALL.flat_map { |kind, (meaning, rows)| sections(kind, meaning, rows) }]
      end

      private

      def kinds
        rows = Kinds::ALL.map do |kind, (meaning, rows)|
          ["`#{kind}`", meaning, rows.is_a?(Hash) ? rows.keys.map { |name| "[#{name}](##{name})" }.join(", ") : ""]
        end
        Generated.grid(%w[Type Meaning Of], rows)
      end

      def sections(kind, meaning, rows)
        return section(kind, meaning, rows) if rows.is_a?(Array)

        rows.flat_map { |name, (says, fields)| section(name, "#{says} (type `#{kind}`)", fields) }
      end

      def section(name, meaning, required)
        own = name == "run" ? @schema : @schema.dig("$defs", name) || {}
        described = own.fetch("properties", {}).transform_values { |member| member["description"].to_s }
        fields = required.to_h { |field| [field, ""] }.merge(described)
        rows = fields.map { |field, says| ["`#{field}`#{" *" if required.include?(field)}", says] }
        ["## #{name}", meaning, Generated.grid(["Field (* in every line)", "Meaning"], rows)]
      end
    end
  end
end
