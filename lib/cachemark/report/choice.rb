# frozen_string_literal: true

module Cachemark
  module Report
    # What a kind of report is extended with: its classes by the names of `--format`.
    # The module has FORMATS (name => sentence) and a class of that name, without its hyphens, for each.
    module Choice
      # The class of a format; raises Usage for an unknown name.
      #
      #: (String) -> Class
      def named(name)
        raise Usage.new("there is no format #{name.inspect}", try: Suggest.sentence(name, formats.keys)) unless formats.key?(name)

        const_get(constants.find { |constant| constant.to_s.casecmp?(name.delete("-")) }, false)
      end

      # Name => sentence, in the order of `help`.
      #
      #: () -> Hash[String, String]
      def formats = self::FORMATS
    end
  end
end
