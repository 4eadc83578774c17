# frozen_string_literal: true

# A memcached without keys that answers no `get` until so many ask at the same time, on one connection or on several.
module GatheringMemcached
  #: (Integer) { (String) -> Object } -> Object
  def self.open(count)
    gathered = Gathered.new(count)
    FakeMemcached.open(->(io) { serve(io, gathered) }) { |port| yield "127.0.0.1:#{port}" }
  end

  def self.serve(io, gathered)
    replies = Queue.new
    writer = Thread.new do
      while (leave, text = replies.pop)
        leave&.pop
        io.write(text)
      end
    end
    while (line = io.gets)
      replies << (line.start_with?("get") ? [gathered.join, "END\r\n"] : [nil, "NOT_FOUND\r\n"])
    end
  ensure
    writer&.kill&.join
  end
  private_class_method :serve

  # Lets the last of every so many, and with it the others, go on.
  class Gathered
    def initialize(count)
      @count = count
      @waiting = []
      @lock = Mutex.new
    end

    # A queue that gets an entry when enough have joined.
    def join
      mine = Queue.new
      @lock.synchronize do
        @waiting << mine
        @waiting.shift(@count).each { |one| one << true } if @waiting.size >= @count
      end
      mine
    end
  end
end
