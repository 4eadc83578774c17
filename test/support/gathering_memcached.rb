# frozen_string_literal: true

# A memcached without keys that answers no `get` until so many ask at the same time.
module GatheringMemcached
  #: (Integer) { (String) -> Object } -> Object
  def self.open(count)
    gathered = Gathered.new(count)
    FakeMemcached.open(->(io) { serve(io, gathered) }) { |port| yield "127.0.0.1:#{port}" }
  end

  def self.serve(io, gathered)
    while (line = io.gets)
      gathered.wait if line.start_with?("get")
      io.write(line.start_with?("get") ? "END\r\n" : "NOT_FOUND\r\n")
    end
  end
  private_class_method :serve

  # Lets the last of every so many, and with it the others, go on.
  class Gathered
    def initialize(count)
      @count = count
      @waiting = []
      @lock = Mutex.new
    end

    def wait
      mine = Queue.new
      @lock.synchronize do
        @waiting << mine
        @waiting.shift(@count).each { |one| one << true } if @waiting.size >= @count
      end
      mine.pop
    end
  end
end
