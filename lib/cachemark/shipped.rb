# frozen_string_literal: true

module Cachemark
  # Files that come with Cachemark beside its code: read once, for rooms that touch nothing outside.
  module Shipped
    @texts = {}

    # The text of a file, by its path below lib/cachemark.
    #
    #: (String) -> String
    def self.text(path)
      @texts[path] ||= File.read(File.join(__dir__, path), encoding: "UTF-8").freeze
    end
  end
end
