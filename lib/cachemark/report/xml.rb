# frozen_string_literal: true

module Cachemark
  module Report
    # Pieces of XML, of whatever text there is.
    module XML
      # Characters that no XML may hold, however they are written.
      FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/
      private_constant :FORBIDDEN

      class << self
        # ' name="value"' of each member.
        #
        #: (Hash[Symbol, Object]) -> String
        def attributes(members)
          members.map { |name, value| " #{name}=#{clean(value).encode(xml: :attr).gsub("\n", "&#10;")}" }.join
        end

        #: (Object) -> String
        def text(value) = clean(value).encode(xml: :text)

        private

        def clean(value) = value.to_s.scrub("?").gsub(FORBIDDEN, "?")
      end
    end
  end
end
