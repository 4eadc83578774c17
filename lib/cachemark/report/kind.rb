# frozen_string_literal: true

module Cachemark
  module Report
    # What the reports of each command are extended with. Such a module has FORMATS (name => sentence) and
    # `document(value, record: nil, next_steps: [])`.
    module Kind
      # Name => sentence, in the order of `help`.
      #
      #: () -> Hash[String, String]
      def formats = self::FORMATS

      # The text of a report in a format; `width` and `color` are those of the terminal. Raises Usage for an unknown format.
      #
      #: (Object, String, ?width: Integer, ?color: bool, ?record: Record?, ?next_steps: Array[String]) -> String
      def text(value, format, width: 80, color: false, **context)
        raise Usage.new("there is no format #{format.inspect}", try: Suggest.sentence(format, formats.keys)) unless formats.key?(format)

        document = document(value, **context)
        case format
        when "terminal" then Terminal.new(document, width: width, color: color).to_s
        when "markdown" then Markdown.new(document).to_s
        when "html" then HTML.new(document).to_s
        when "json" then "#{::JSON.pretty_generate(document.data.call)}\n"
        else document.exports.fetch(format).call
        end
      end
    end
  end
end
