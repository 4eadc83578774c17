# encoding: utf-8
module CachemarkDriver
  # How the calls of a cell are made: `sync`, or by workers at the same time.
  class Mode
    KINDS = {"threads" => Modes::Threads, "fibers" => Modes::Fibers}
    # Those of a hello.
    NAMES = KINDS.keys

    # The mode of an `open` request; NotOffered for one that does not exist.
    def self.of(message)
      name = message["mode"] || "sync"
      return new(Modes::Sync, 1, false) if name == "sync"
      shared = message["shared"] == true
      workers = message.fetch("workers").size
      text = "mode #{name}-#{workers}#{",shared" if shared}"
      kind = KINDS.fetch(name) { raise NotOffered.new(text, "driver") }
      raise NotOffered.new("#{text} (#{kind.lack})", "driver") if kind.lack
      new(kind, workers, shared)
    end

    # Integer: how many call at the same time.
    attr_reader :workers

    def initialize(kind, workers, shared)
      @kind = kind
      @workers = workers
      @shared = shared
    end

    # true: all workers use one client.
    def shared?; @shared end

    # Its workers, which take jobs.
    def start
      @kind.new(workers)
    end
  end
end
