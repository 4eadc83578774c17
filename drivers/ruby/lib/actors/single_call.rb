# encoding: utf-8

module CachemarkDriver
  module Actors
    # The call of a step. Its source takes the keys and values as arguments. So calls of a process that differ in these only, or
    # in their client, share the compiled source: to compile takes longer than to call.
    class SingleCall < Compiler
      PROGRAMS = {} # source => object with `once`

      # NotOffered for a call that the client lacks.
      def initialize(adapter, client, step, values)
        super(adapter, client, [step], values)
        body = expressions { |value, _| value }.first
        source = "def once(#{(@bound + @constants.keys).join(", ")})\n#{body}\nend"
        @program = PROGRAMS[source] ||= Object.new.tap { |made| made.instance_eval(source, "(scenario)", 1) }
      end

      # Makes it, and returns the reply.
      def make
        @program.once(*@clients, *@constants.values)
      end

      # The neutral form of that.
      def reply(value)
        neutral(@calls.first, value)
      end

      private

      # Ruby takes no argument that is named like a constant.
      def fragment(letter)
        super.downcase
      end
    end
  end
end
