# frozen_string_literal: true

module Cachemark
  module Proxy
    module Ascii
      # One line of a server, with the value that follows it.
      class Reply
        attr_reader :line, :words, :payload
        attr_accessor :bytes

        #: (String) -> void
        def initialize(line)
          @line = line.chomp
          @words = @line.split(/ +/)
          size = Ascii.number({ "VALUE" => words[3], "VA" => words[1] }[word])
          @payload = Conversation::Payload.new(size) if size && size >= 0
        end

        # "VALUE", "HD", "12"
        def word = words.first || ""

        # The line when it is an error, else nil.
        def error = line.match?(ERROR) ? line : nil

        # Only its place says which command it is for.
        def positional? = true

        # For people.
        def told = line[0, 40].inspect
      end
    end
  end
end
