# frozen_string_literal: true

require "json"

module Cachemark
  module Results
    # schema/result.json. A newer Cachemark may add members and words, which an older one ignores.
    module Format
      ANYTHING = {}.freeze
      private_constant :ANYTHING

      class << self
        # The first mistake in facts, as a sentence; nil for facts that are a result.
        #: (Hash[String, Object]) -> String?
        def mistake(facts)
          found = validator.validate(facts).first
          found && found["error"]
        end

        # The kind of a result that has one, and one that the schema does not know.
        #: (Hash[String, Object]) -> String?
        def unknown_kind(facts) = (facts["command"] if facts["command"].is_a?(String) && unknown?(facts, schema, "command"))

        # Facts without members that the schema does not know, and without elements of a list that have an unknown word, such as
        # an outcome. With a version, without the members that a later one has added: `since` of the schema names it.
        #: (Object, ?Hash, ?version: String?) -> Object
        def known(value, form = schema, version: nil)
          form = resolved(form)
          case value
          when Hash then members(value, form, version)
          when Array
            items = resolved(form["items"] || ANYTHING)
            value.reject { |item| stranger?(item, items) }.map { |item| known(item, items, version: version) }
          else value
          end
        end

        private

        def members(value, form, version)
          own, others = form["properties"] || ANYTHING, form["additionalProperties"]
          kept = others == false ? value.slice(*own.keys) : value
          kept = kept.reject { |name, _| later?(own.dig(name, "since"), version) }
          kept.to_h do |name, member|
            [name, known(member, own[name] || (others.is_a?(Hash) ? others : ANYTHING), version: version)]
          end
        end

        def later?(since, version)
          since && version && Gem::Version.correct?(version) && Gem::Version.new(since) > Gem::Version.new(version)
        end

        def stranger?(value, form)
          value.is_a?(Hash) && (form["properties"] || ANYTHING).each_key.any? { |name| unknown?(value, form, name) }
        end

        def unknown?(value, form, name)
          words = form["properties"][name]["enum"]
          words && value[name].is_a?(String) && !words.include?(value[name])
        end

        # A member that may be null refers to the form of its value.
        def resolved(form)
          form = form["oneOf"].find { |choice| choice.key?("$ref") } || form if form["oneOf"]
          form.key?("$ref") ? schema["$defs"].fetch(File.basename(form["$ref"])) : form
        end

        def schema = @schema ||= ::JSON.parse(File.read(File.join(ROOT, "schema", "result.json"))).freeze

        def validator
          @validator ||= begin
            require "json_schemer"
            # Patterns of JSON Schema: ^ and $ match at the ends of the text only.
            JSONSchemer.schema(schema, regexp_resolver: "ecma")
          end
        end
      end
    end
  end
end
