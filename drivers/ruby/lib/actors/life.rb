# encoding: utf-8
require "json"

module CachemarkDriver
  module Actors
    # What an actor's own process does: it makes the steps that it reads, and tells what came of them, until nobody speaks to it.
    class Life
      # In a process that was forked.
      def self.of(input, output, adapter, message)
        new(input, output).lead(message) { adapter }
      end

      # In a fresh one, whose first line says how the client is loaded (`load`) and what it is for (`enter`).
      def self.fresh(input, output)
        first = JSON.parse(input.gets)
        new(input, output).lead(first["enter"]) do
          clients = Clients.new
          clients.load(first["load"])
          clients.adapter(first["enter"])
        end
      end

      def initialize(input, output)
        @input = input
        @output = output
      end

      # Until its input ends, and then the process does. The block answers the adapter.
      def lead(message)
        code = 0
        STDIN.reopen(File::NULL)
        part = Part.new(yield, message, method(:tell))
        part.rehearse(message["steps"] || [])
        tell("entered" => true)
        while (line = @input.gets)
          part.play(JSON.parse(line))
          tell("end" => "done")
        end
      rescue NotOffered => lack
        tell("lacks" => [lack.what, lack.by])
      rescue *Modes::Servant::FAILURES => error
        tell("failed" => "#{error.class}: #{error.message}")
      rescue SystemExit => error
        code = error.status
      ensure
        exit!(code)
      end

      private

      def tell(event)
        @output.write(JSON.generate(event) + "\n")
        @output.flush
      end
    end
  end
end
