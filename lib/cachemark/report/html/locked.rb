# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # The words of a command that repeats what a record has.
      class Locked
        # `path` is the record's, if it has a file.
        #
        #: (String, String?) -> void
        def initialize(command, path)
          @command = command
          @path = path&.split("/")&.last || "RECORD"
        end

        # All of it.
        #
        #: () -> Array[String]
        def all = [@command, "--locked", @path]

        # These contenders in the scenario and mode of a row.
        #
        #: (Row, *String) -> Array[String]
        def row(row, *contenders)
          contenders = [row.contender] if contenders.empty?
          [*all, *contenders, "--scenario", row.scenario, *(["--mode", row.mode] unless row.mode == "sync")]
        end
      end
    end
  end
end
