# encoding: utf-8
module CachemarkDriver
  # How the calls of a cell are made: `sync`, or by workers at the same time.
  class Mode
    FORM = /\A(threads|processes|fibers)-0*([1-9]\d*)(,shared)?\z/
    KINDS = {"threads" => Modes::Threads, "processes" => Modes::Processes, "fibers" => Modes::Fibers}

    # The mode of a request; NotOffered for one that does not exist.
    def self.named(text)
      return new(Modes::Sync, 1, false) if [nil, "sync"].include?(text)
      name, workers, shared = FORM.match(text).to_a.drop(1)
      raise NotOffered.new("mode #{text}", "driver") unless name
      lack = KINDS[name].lack(!shared.nil?)
      raise NotOffered.new("mode #{text} (#{lack})", "driver") if lack
      new(KINDS[name], workers.to_i, !shared.nil?)
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

    # true: one worker, in this thread.
    def sync?; @kind == Modes::Sync end

    # The workers, ready to be asked.
    def start(setup)
      @kind.new(setup)
    end
  end
end
