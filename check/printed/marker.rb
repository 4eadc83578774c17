# frozen_string_literal: true

require "shellwords"

module Check
  module Printed
    # How an example is repeated: `COMMAND | OPTION | OPTION`.
    #
    # - `lines RANGES`: only these lines are printed, see Cut.
    # - `after COMMAND` or `after guides/PAGE.md#SECTION`: what is typed before, in a shell; of a section its first commands.
    # - `exit CODE`: the exit code, if it is not 0.
    # - `on PROCESSOR`: the figures are of this processor.
    class Marker
      OPTION = /\A(lines|after|exit|on) (.+)\z/
      SECTION = /\A(\S+\.md)#(\S+)\z/

      attr_reader :text, :argv, :after, :cut, :status, :processor

      #: (String) -> void
      def initialize(text)
        @text = text.split.join(" ")
        command, *options = @text.split(" | ")
        @argv = Shellwords.split(command.to_s).freeze
        raise Problem, "#{@text}: is no command of cachemark" unless @argv.first == "cachemark" && @argv.size > 1

        read(options)
      end

      # Equal for markers that one run serves.
      #: () -> Array[Object]
      def key = [argv, after]

      # The output as the page prints it.
      #: (String) -> Array[String]
      def print(output) = cut.of(output)

      private

      def read(options)
        @after = []
        @cut = Cut.new("1..-1")
        @status = 0
        options.each { |option| take(*option.match(OPTION)&.captures || raise(Problem, "#{option}: is no option of an example")) }
      end

      def take(name, value)
        case name
        when "lines" then @cut = Cut.new(value)
        when "after" then @after << value
        when "on" then @processor = value
        else @status = Integer(value, 10, exception: false) || raise(Problem, "exit #{value}: is no exit code")
        end
      end
    end
  end
end
