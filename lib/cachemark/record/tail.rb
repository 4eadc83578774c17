# frozen_string_literal: true

require "json"

module Cachemark
  class Record
    # The last line of a record file, which sums it up: found from the file's end, however long the file is.
    module Tail
      # The longest that such a line may be, with its end.
      BYTES = 16_384

      # The fields of the summary, nil where the file does not end with one.
      #
      #: (String) -> Hash[String, Object]? ! SystemCallError
      def self.summary(path)
        line = last_line(path)
        return unless line&.valid_encoding?

        fields = ::JSON.parse(line)
        fields if fields.is_a?(Hash) && fields["type"] == "summary"
      rescue ::JSON::ParserError
        nil
      end

      # Nil where it was cut short, or is longer than a summary may be.
      def self.last_line(path)
        File.open(path, "rb") do |file|
          skipped = [file.size - BYTES - 1, 0].max
          file.seek(skipped)
          text = file.read
          from = text.rindex("\n", -2)
          text[(from ? from + 1 : 0)..].force_encoding("UTF-8") if text.end_with?("\n") && (from || skipped.zero?)
        end
      end
      private_class_method :last_line
    end
  end
end
