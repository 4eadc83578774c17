# encoding: utf-8

module CachemarkDriver
  # How long calls wait for a connection of a ConnectionPool, while nothing is timed. The pool is as before when it ends.
  #
  # A call that gets none in time counts as a timeout, and asks again, so that the block goes on.
  class PoolWatch
    # The pool is watched already, for another worker.
    def self.watched?(pool)
      pool.singleton_methods(false).include?(:checkout)
    end

    # pool: a ConnectionPool.
    def initialize(pool)
      @pool = pool
      @waits, @waited, @timeouts = Queue.new, Queue.new, Queue.new
      watch = self
      pool.define_singleton_method(:checkout) { |*arguments| watch.over { super(*arguments) } }
    end

    # The block's value: a connection.
    def over
      @waited << true unless @pool.available > 0
      start = Clock.now
      connection = patiently { yield }
      @waits << Clock.now - start
      connection
    end

    # Ends it. Hash of plain data: the size of the pool, each wait in ns, how many calls found no free connection, and how often
    # one got none in time.
    def finish
      @pool.singleton_class.send(:remove_method, :checkout)
      {"size" => @pool.size, "waits" => Array.new(@waits.size) { @waits.pop }, "waited" => @waited.size,
       "timeouts" => @timeouts.size}
    end

    private

    def patiently
      yield
    rescue Timeout::Error
      @timeouts << true
      retry
    end
  end
end
