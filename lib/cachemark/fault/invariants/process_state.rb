# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # The client's process during and after the trial.
      module ProcessState
        # Every call returns. The process and its forked processes live. The constructor returns a client, whatever the
        # servers do.
        module Lives
          class << self
            #: (Trial) -> [String, String]?
            def call(trial)
              return no_client(trial.ending.delete_prefix(Trial::NO_CLIENT)) if trial.ending.start_with?(Trial::NO_CLIENT)

              open = trial.calls.find { |call| call.type.nil? }
              return (open && ["CRASH", "a process that shared the client ended in #{open.op}"]) if trial.ending == "done"

              at = open ? "in #{open.op}" : "between calls"
              trial.ending == "hung" ? ["HANG", "no answer #{at}"] : ["CRASH", "the process was #{trial.ending} #{at}"]
            end

            private

            def no_client(ending)
              outcome = { "hung" => "HANG", "raised" => "FAIL" }.fetch(ending[/\w+/], "CRASH")
              [outcome, "the client could not be created (#{ending})"]
            end
          end
        end

        # The resources of the process do not grow with the number of faults, from the first look to the last. Memory also
        # grows while a heap warms up, but less and less. It therefore counts as a leak only if it grew between every two
        # looks. This finds a leak of 22 kB at each of 100 faults, or of 2 kB at each of 1,000.
        module NoLeak
          # Growth that is not a leak: a few connections, or a heap that is not yet filled.
          ALLOWED = { "descriptors" => 5, "threads" => 5, "memory_bytes" => 24_000_000 }.freeze
          # Growth between two looks. The smallest growth between two looks of a correct client is at most 140 kB, over 248
          # faults.
          STEADY = { "memory_bytes" => 500_000 }.freeze
          private_constant :ALLOWED, :STEADY

          class << self
            #: (Trial) -> [String, String]?
            def call(trial)
              looks = trial.calls.select { |call| call.looked? && call.ok? }.map { |call| call.value["pairs"].to_h }
              return if looks.size < 2

              grown = ALLOWED.filter_map { |what, most| growth(what, looks.map { |look| look[what] }, most) }
              ["FAIL", "over #{trial.calls.count(&:subject?)} faults: #{grown.join(", ")}"] if grown.any?
            end

            private

            def growth(what, held, most)
              return unless held.all?

              "#{what} from #{held.first} to #{held.last}" if held.last - held.first > most || steady?(held, STEADY[what])
            end

            # Two looks cannot distinguish a leak from a heap that warms up.
            def steady?(held, most)
              most && held.size > 2 && held.each_cons(2).all? { |before, after| after - before > most }
            end
          end
        end
      end
    end
  end
end
