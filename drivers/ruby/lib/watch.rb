# encoding: utf-8
module CachemarkDriver
  # Counts events inside a client while a block runs untimed:
  #
  # - exceptions that it raises, each time and even if it rescues them;
  # - locks that it takes;
  # - bytes of the objects that it creates, if nothing collects them meanwhile.
  #
  # Once calls into C have been watched (locks are), this Ruby is slower for good, tens of percent: only a process that is
  # never timed may be asked for them.
  class Watch
    LOCKING = [:synchronize, :mon_synchronize, :lock, :enter, :mon_enter]
    # A Timeout's own locks are no more the client's than its thread is.
    TIMEOUT = /\/timeout\.rb\z/
    KNOWN = %w(exceptions locks allocated_bytes)

    # [the block's value, Hash of the fields that were wanted]; without any, nothing is watched.
    def self.over(wanted)
      return [yield, {}] if wanted.empty?
      watch = new(wanted)
      [watch.during { yield }, watch.fields]
    end

    # wanted: Array of KNOWN, the fields of the reply.
    def initialize(wanted)
      unknown = wanted - KNOWN
      raise ArgumentError, "cannot watch #{unknown.join(", ")}" if unknown.any?
      @wanted = wanted
      @sizes = wanted.include?("allocated_bytes") && Watch.sizes?
      @exceptions = Hash.new(0)
      @locks = 0
    end

    # The block's value.
    def during
      traces = traces()
      before = size
      traces.each { |trace| trace.enable }
      yield
    ensure
      traces.each { |trace| trace.disable }
      @allocated_bytes = before && size - before
    end

    # Hash of the fields that were wanted; nil for what this Ruby does not tell.
    def fields
      seen = traceable? ? {"exceptions" => @exceptions, "locks" => @locks} : {}
      seen["allocated_bytes"] = @allocated_bytes
      Hash[@wanted.map { |name| [name, seen[name]] }]
    end

    # true: this Ruby reports the sizes of objects. The library is only loaded if they are wanted.
    def self.sizes?
      require "objspace"
      ObjectSpace.respond_to?(:memsize_of_all)
    rescue LoadError
      false
    end

    private

    def traceable?; !!defined?(TracePoint) end

    def traces
      return [] unless traceable?
      (@wanted - %w(allocated_bytes)).map { |name| name == "locks" ? locked : raised }
    end

    # Integer bytes of all objects, or nil.
    def size; @sizes ? ObjectSpace.memsize_of_all : nil end

    def raised
      TracePoint.new(:raise) do |event|
        error = event.raised_exception
        @exceptions[error.class.name] += 1 unless wait?(error)
      end
    end

    def locked
      TracePoint.new(:c_call) { |event| @locks += 1 if lock?(event) }
    end

    # How a socket that does not block says "later": that depends on when the answer comes.
    def wait?(error)
      error.is_a?(IO::WaitReadable) || error.is_a?(IO::WaitWritable)
    end

    def lock?(event)
      LOCKING.include?(event.method_id) && kinds.include?(event.defined_class) && event.path !~ TIMEOUT
    end

    def kinds
      @kinds ||= [Mutex, defined?(Monitor) ? Monitor : nil].compact
    end
  end
end
