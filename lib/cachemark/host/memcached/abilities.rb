# frozen_string_literal: true

module Cachemark
  module Host
    class Memcached < Server
      # How a program of memcached can listen, as its help says: a build may lack TLS, or logins.
      class Abilities
        # The option that help names, and its word for people.
        SIGNS = { "tls" => ["--enable-ssl", "TLS"], "sasl" => ["--enable-sasl", "SASL"],
                  "text" => ["--auth-file", "logins in the text protocol"] }.freeze
        private_constant :SIGNS

        #: (Keeper, ?program: Array[String]) -> void
        def initialize(keeper, program: Launch::PROGRAM)
          @keeper = keeper
          @program = program
        end

        # Raises Trouble if the program lacks one of these ways ("unix", "tls" ...).
        #: (Array[String]) -> void
        def check(ways)
          sign, word = ways.filter_map { |way| SIGNS[way] }.find { |option, _| !help.include?(option) }
          return unless sign

          raise Trouble.new("#{@program.last} was built without #{word}: its help does not name #{sign}",
                            try: "name another with --memcached (cachemark list servers)")
        end

        private

        def help
          @help ||= begin
            source, sink = IO.pipe
            child = @keeper.spawn([*@program, "-h"], out: sink, err: sink)
            sink.close
            source.read.scrub.tap { child.wait }
          ensure
            [source, sink].each { |pipe| pipe&.close }
          end
        end
      end
    end
  end
end
