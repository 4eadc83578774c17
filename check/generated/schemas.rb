# frozen_string_literal: true

require "json"

module Check
  module Generated
    # The JSON Schemas of a folder: a section for each, and one for each of its definitions that has members.
    class Schemas
      TYPES = { "string" => "text", "integer" => "whole number", "number" => "number", "boolean" => "true or false",
                "object" => "mapping", "array" => "list", "null" => "null" }.freeze
      # Keywords whose schemas are forms of one value.
      FORMS = %w[oneOf anyOf allOf then else].freeze

      # `texts` are those of Words.
      #: (Hash[String, String], String, ?except: Array[String]) -> void
      def initialize(texts, folder, except: [])
        own = texts.select { |path, _| File.dirname(path) == folder }
        @files = own.to_h { |path, text| [File.basename(path, ".json"), JSON.parse(text)] }.except(*except)
      end

      #: () -> Array[String]
      def parts
        @files.flat_map do |name, schema|
          @name = name
          definitions = schema.fetch("$defs", {}).select { |_, definition| members(definition).any? }
          ["## #{name}", schema["description"] || schema["title"], table(schema),
           *definitions.flat_map { |key, definition| ["### #{name}: #{key}", *definition["description"], table(definition)] }]
        end
      end

      private

      def table(schema) = Generated.grid(%w[Name Value Meaning], rows(schema, ""))

      def rows(schema, above)
        members(schema).flat_map do |name, (member, required)|
          path = "#{above}#{name}"
          [["`#{path}`", "#{words(member)}#{"; required" if required}", meaning(member)], *below(member, path)]
        end
      end

      # {name => [schema, whether it is required]} of all forms.
      def members(schema)
        forms(schema).each_with_object({}) do |form, found|
          form.fetch("properties", {}).each do |name, member|
            found[name] ||= [member, form.fetch("required", []).include?(name)] if member.is_a?(Hash) && member.any?
          end
        end
      end

      # The rows of what a member contains.
      def below(member, path)
        inside = forms(member).flat_map { |form| { "[]" => form["items"], ".NAME" => form["additionalProperties"] }.to_a }
        rows(member, "#{path}.") + inside.flat_map { |sign, inner| inner.is_a?(Hash) ? below(inner, "#{path}#{sign}") : [] }
      end

      # A schema and its alternatives.
      def forms(schema)
        inner = FORMS.flat_map { |word| schema[word].is_a?(Hash) ? [schema[word]] : Array(schema[word]) }
        [schema, *inner.flat_map { |form| forms(form) }]
      end

      # The schema that a reference names, and the link to its section.
      def target(reference)
        file, key = reference.split("#/$defs/")
        name = file.empty? ? @name : file.delete_suffix(".json")
        [@files.dig(name, "$defs", key), "[#{key}](##{name}-#{key.downcase})"]
      end

      def meaning(schema)
        own = schema["description"] || (schema["$ref"] && target(schema["$ref"]).first["description"])
        unit = schema["items"] || schema["additionalProperties"]
        own || (unit.is_a?(Hash) && unit["description"]) || ""
      end

      # What a value may be.
      def words(schema)
        return referred(schema["$ref"]) if schema["$ref"]
        return values([schema["const"]]) if schema.key?("const")
        return values(schema["enum"]) if schema["enum"]

        types = Array(schema["type"]).map { |type| type(type, schema) }
        types = forms(schema).drop(1).filter_map { |form| words(form) unless form.empty? || bare?(form) } if types.empty?
        types.uniq.join(" or ")
      end

      # A form that only requires members.
      def bare?(form) = (form.keys & %w[type enum const $ref]).empty?

      def referred(reference)
        schema, link = target(reference)
        members(schema).any? ? link : words(schema)
      end

      def values(all) = all.map { |value| value.nil? ? "null" : "`#{value}`" }.join(", ").sub(/, ([^,]+)\z/, " or \\1")

      def type(type, schema)
        inner = { "array" => schema["items"], "object" => schema["additionalProperties"] }[type]
        of = inner.is_a?(Hash) ? words(inner) : ""
        [TYPES.fetch(type), *range(type, schema), *("of #{of}" unless of.empty?)].join(" ")
      end

      def range(type, schema)
        return unless %w[integer number].include?(type)

        least, most = schema.values_at("minimum", "maximum")
        return "above #{schema["exclusiveMinimum"]}" if schema["exclusiveMinimum"]

        most ? "from #{least || 0} to #{most}" : least && "of at least #{least}"
      end
    end
  end
end
