# frozen_string_literal: true

require "rooms"

module Check
  # Only cli talks, exits and reads the environment; pure rooms touch nothing
  # outside, and are handed the clock and the seed.
  class Quiet < Part
    PURE = %w[stats plan contender report].freeze
    LOUD = %w[puts print p pp exit exit! abort ` system].freeze
    OUTSIDE = %w[File Dir IO FileUtils Pathname Process Open3 PTY Socket TCPSocket TCPServer Tempfile Net].freeze
    CHANCE = %w[rand srand sleep spawn open].freeze
    CLOCKS = [%w[Time now], %w[Date today], %w[Random rand], %w[Random new_seed], %w[Kernel rand]].freeze
    # These rooms hand the environment, cleaned, on to the processes that they start.
    HANDS_ON = %w[env host].freeze
    # Paths and Display are where the environment is read, for places and for terminals; the programs of host are separate
    # processes, and a Rakefile's tasks are the user's.
    PROGRAMS = %w[host/keeper_program host/memcached/sasl_program host/network_program].freeze
    EXEMPT = [*%w[paths live rake], *PROGRAMS].map { |name| "lib/cachemark/#{name}.rb" }.freeze

    def problems
      (rooms.files - EXEMPT).flat_map do |path|
        room = rooms.room_of(path)
        found = (room == "cli" ? [] : loud(path)) + (PURE.include?(room) ? impure(path) : [])
        found.map { |reference| "#{path}:#{reference.line}: #{room || "no room"} may not use #{reference.names.join(".")}" }
      end
    end

    private

    def loud(path)
      syntax = rooms.syntax(path)
      streams = syntax.globals.select { |use| %w[$stdout $stderr].include?(use.names[0]) }
      calls(syntax, LOUD) + streams + (HANDS_ON.include?(rooms.room_of(path)) ? [] : constants(syntax, %w[ENV]))
    end

    def impure(path)
      syntax = rooms.syntax(path)
      calls(syntax, CHANCE) + constants(syntax, OUTSIDE) +
        syntax.constant_calls.select { |use| CLOCKS.include?(use.names - ["::"]) }
    end

    def calls(syntax, names) = syntax.calls.select { |use| names.include?(use.names.first) }

    def constants(syntax, names) = syntax.constants.select { |use| names.include?((use.names - ["::"]).first) }
  end
end
