# encoding: utf-8
module CachemarkDriver
  module Modes
    # What a Child does in its process: answers for its worker.
    class Life
      def initialize(input, output, tickets)
        @input = input
        @output = output
        @tickets = tickets
      end

      # Until it is dismissed, or its parent is gone; never returns.
      def lead(workers, at)
        STDIN.reopen(File::NULL)
        worker, error = Servant.attempt { workers.make(at) }
        say([nil, error])
        serve(worker) if worker
        workers.close
      rescue EOFError, SystemCallError # nobody listens any more
        nil
      ensure
        exit!(0)
      end

      private

      def serve(worker)
        while (message = Marshal.load(@input))
          say(Servant.attempt { message.first == "race" ? race(worker, *message.drop(1)) : worker.public_send(*message) })
        end
      end

      def race(worker, watch, message, *job)
        gate = DistantGate.new(@input, @output, @tickets)
        answer, seen = Watch.over(watch) { worker.public_send(message, gate, *job) }
        [answer, gate.meter, seen]
      end

      def say(outcome)
        @output.write(packed(outcome))
        @output.flush
      end

      def packed(outcome)
        Marshal.dump(outcome)
      rescue TypeError # an exception that holds what cannot be sent, such as a socket
        error = outcome.last
        Marshal.dump([nil, IOError.new("#{error.class}: #{error.message}")])
      end
    end
  end
end
