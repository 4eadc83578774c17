# frozen_string_literal: true

require "json"

module Check
  module Generated
    # The JSON Schemas, with the words of the constants that they name: `"$comment": "Vocabulary::Outcomes::ALL", "enum": [...]`.
    module Words
      ENUM = /"\$comment": "(?<constant>[\w:]+)",\s*"enum": \K\[[^\]]*\]/

      class << self
        # {path => text} of all schemas of a project.
        #: (String) -> Hash[String, String]
        def pages(root)
          paths = Dir.glob("{schema,catalog/schema,protocol}/*.json", base: root).sort
          paths.to_h { |path| [path, File.read(File.join(root, path)).gsub(ENUM) { enum(Regexp.last_match[:constant]) }] }
        end

        private

        # The words of a Hash are its keys.
        def enum(constant)
          words = Cachemark.const_get(constant)
          "[#{(words.is_a?(Hash) ? words.keys : words).map(&:to_json).join(", ")}]"
        end
      end
    end
  end
end
