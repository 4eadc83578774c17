# frozen_string_literal: true

module Cachemark
  class Catalog
    # Puts one finding of json_schemer into words: what is wrong there, and what
    # would be allowed.
    class SchemaProblem
      LIMITS = { "minimum" => "must be at least", "maximum" => "must be at most", "exclusiveMinimum" => "must be above",
                 "minItems" => "needs entries, at least", "maxItems" => "has too many entries, at most",
                 "minLength" => "must have characters, at least", "minProperties" => "needs entries, at least",
                 "maxProperties" => "has too many entries, at most" }.freeze
      TYPES = { "object" => "a mapping (name: value)", "array" => "a list", "integer" => "a whole number", "number" => "a number",
                "boolean" => "true or false", "string" => "text" }.freeze

      #: (Hash[String, Object], Hash[String, Object]) -> void
      def initialize(error, schema)
        @error = error
        @root = schema
      end

      # JSON pointer of the part that is wrong.
      #
      #: () -> String
      def pointer = @error["data_pointer"]

      # A clause that follows the pointer.
      #
      #: () -> String
      def what
        case type
        when "required" then "needs #{@error.dig("details", "missing_keys").join(" and ")}"
        when "schema" then "is not known here"
        when "enum", "const" then "is #{@error["data"].inspect}"
        when "uniqueItems" then "names something twice"
        when *LIMITS.keys then "#{LIMITS[type]} #{@error["schema"][type]}"
        else shape
        end
      end

      # What is allowed instead, or nil.
      #
      #: () -> String?
      def try
        case type
        when "schema" then Suggest.sentence(pointer.split("/").last, siblings)
        when "enum" then allowed(@error["schema"]["enum"])
        when "const" then "Allowed: #{@error["schema"]["const"]}"
        when "required" then "Known here: #{@error["schema"].fetch("properties", {}).keys.join(", ")}"
        end
      end

      private

      def type = @error["type"]

      # Of many words the nearest.
      def allowed(words)
        all = "Allowed: #{words.join(", ")}"
        near = Suggest.sentence(@error["data"], words)[/\ADid you mean.*/] if all.size > Suggest::SHORT
        near || all
      end

      def shape
        wanted = Array(@error["schema"]["type"]).filter_map { |name| TYPES[name] }
        text = @error["schema"]["description"] || wanted.join(" or ")
        "is #{@error["data"].inspect[0, 40]}; it must be #{text.empty? ? @error["error"] : text}"
      end

      # The properties beside an unknown one: those of the schema above it.
      def siblings
        above = @error["schema_pointer"].delete_suffix("/additionalProperties").split("/").drop(1)
        found = above.reduce(@root) { |schema, part| schema.is_a?(Array) ? schema[part.to_i] : schema.fetch(part) }
        found.fetch("properties", {}).keys
      end
    end
  end
end
