# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Reads the largest resident memory of the process in a window, which the kernel keeps. Garbage is collected as usual.
      class Memory < Base
        METRICS = %w[peak_rss_bytes].freeze
        CALLS = 5_000
        AT_ONCE = 2
        LEVEL = true
        # Written to clear_refs, it sets the peak to the memory of now.
        RESET = "5"
        PEAK = /^VmHWM:\s+(\d+) kB$/
        private_constant :RESET, :PEAK

        #: (Host::Keeper, ?proc: String) -> void
        def initialize(keeper, proc: "/proc")
          super(keeper)
          @proc = proc
        end

        # {"peak_rss_bytes" => Integer}
        #: (Integer) { () -> void } -> Hash[String, Integer]
        def count(pid)
          File.write("#{@proc}/#{pid}/clear_refs", RESET)
          yield
          peak = File.read("#{@proc}/#{pid}/status")[PEAK, 1] or raise Errno::ENOENT, "VmHWM"
          { "peak_rss_bytes" => Integer(peak) * 1024 }
        rescue SystemCallError => error
          raise Trouble.new("the kernel does not report the memory of a process: #{error.message}",
                            try: "measure outside of this container")
        end
      end
    end
  end
end
