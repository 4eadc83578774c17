# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
      # The commands of a connection that wait for their replies, in the order in which they
      # were said. A server answers in this order and leaves out what a quiet command need not hear,
      # so that a later reply tells what the silence before it meant.
      class Waiting
        # Request or nil: what the client said last.
        attr_reader :last

        def initialize
          @requests = []
          @unfinished = []
          @settled = []
        end

        #: (Request) -> void
        def <<(request)
          @last = request
          @requests << request
        end

        # The client has said the last byte of it.
        #: (Request) -> void
        def whole(request)
          request.whole = true
          settled(request) if @unfinished.delete(request)
        end

        # Gives a reply to the command that it is for; answers what is wrong with it, or nil.
        #: (Object) -> String?
        def answer(reply)
          place = place(reply) or return "#{reply.told}: a reply to nothing"

          hush(@requests.shift(place))
          request = @requests.first
          request.bytes_in += reply.bytes
          problem = give(request, reply)
          settled(@requests.shift) if request.settled?
          problem
        end

        # Silence says all that it will about the quiet commands that came first.
        def hush(quiet = @requests.shift(@requests.take_while { |request| !request.owed? }.size))
          quiet.each do |request|
            request.settle(request.dialect.silence(request))
            settled(request)
          end
        end

        # Nothing more will be said.
        def finish
          @requests.each { |request| request.settle(request.owed? ? "unanswered" : request.dialect.silence(request)) }
          (@unfinished + @requests).each { |request| @settled << request.exchange }
          [@requests, @unfinished].each(&:clear)
        end

        # How many commands somebody waits for.
        def owed = @requests.count(&:owed?)

        def empty? = @requests.empty?

        # The exchanges settled since the last call.
        #: () -> Array[Exchange]
        def take
          @settled.tap { @settled = [] }
        end

        private

        # No reply passes over a command that must be answered. An error without one is about a
        # command that need not be.
        def place(reply)
          place = @requests.index { |request| request.dialect.answers?(request, reply) || request.owed? }
          return place if place && (reply.positional? || @requests[place].dialect.answers?(@requests[place], reply))

          0 if reply.error && reply.positional? && !@requests.empty?
        end

        def give(request, reply)
          if reply.error
            request.settle("error", reply.error)
          elsif request.dialect.answers?(request, reply)
            return request.dialect.give(request, reply)
          else
            request.settle("error", "answered by #{reply.told}")
            return "#{request.name} answered by #{reply.told}"
          end
          nil
        end

        def settled(request)
          request.whole ? @settled << request.exchange : @unfinished << request
        end
      end
    end
  end
end
