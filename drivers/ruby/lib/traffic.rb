# encoding: utf-8
module CachemarkDriver
  # Reads and writes of self-describing values, each when it is due, while something happens to the servers. A value is
  # KEY|VERSION|TAIL. The loop keeps what it got; what that means is found out when the loop has ended.
  class Traffic
    NEVER = 0xffff_ffff_ffff_ffff
    DONE, ABSENT, RAISED, WRONG, UNSAID = 1, 2, 3, 4, 5
    # Wrong values in a reply.
    MOST = 5

    # adapter: of the client; writing, reading: names of the two operations; keys: of the pairs; message: the request.
    def initialize(adapter, writing, reading, keys, message)
      raise ArgumentError, "this Ruby has no clock that other processes share" unless Clock::MONOTONIC
      @adapter, @writing, @reading = adapter, writing, reading
      @tail = message.fetch("tail")
      @start = message.fetch("start_ns")
      @stop = message.fetch("stop_ns")
      @dues = Arrivals.dues(message.fetch("arrivals"))
      @keys = numbers(message, "keys", "L<*").map { |pair| keys.fetch(pair) }
      @versions = numbers(message, "versions", "L<*")
      @writes = numbers(message, "writes", "C*").map { |write| write == 1 }
      @next = 0
      @replies, @begun, @ended, @fills = Array.new(4) { Array.new(@dues.size) }
    end

    # Makes the calls; the fields of the reply.
    def run(program, clients)
      values = @dues.each_index.map { |at| @writes[at] ? value(at) : nil }
      program.traffic(*clients, self, @keys, values, @replies, @begun, @ended, @fills)
      report
    end

    # The number of the next call, once it is due; nil when there is none, or no time left for it.
    def take
      return nil if @next == @dues.size
      Arrivals.wait(@start + @dues[@next]) { Thread.pass }
      return nil if Clock.now - @start > @stop
      @next += 1
      @next - 1
    end

    # The value that a call writes; of a read what it writes after a miss.
    def value(at)
      Described.text(@keys[at], @versions[at], @tail)
    end

    private

    def numbers(message, field, form)
      list = message.fetch(field).unpack("m0").first.unpack(form)
      raise ArgumentError, "#{field} must have a number for each call" unless list.size == @dues.size
      list
    end

    def report
      @errors, @messages, @mismatches = Hash.new(0), {}, []
      judged = @dues.each_index.map { |at| @begun[at] ? judge(at) : [0, 0] }
      fills = @fills.map { |reply| reply ? written(reply.first) : 0 }
      {"lags" => since(@begun), "latencies" => since(@ended), "outcomes" => text(judged.map { |one| one.first }, "C*"),
       "versions" => text(judged.map { |one| one.last }, "L<*"), "fills" => text(fills, "C*"), "errors" => @errors,
       "messages" => @messages, "mismatches" => @mismatches}
    end

    # [outcome, version that was read].
    def judge(at)
      reply = @replies[at]
      return [raised(reply), 0] if reply.is_a?(StandardError)
      return [written(reply), 0] if @writes[at]
      actual = @adapter.reply(@reading, reply)
      return [ABSENT, 0] if actual.nil?
      version = Described.version(actual, @keys[at], @tail)
      version ? [DONE, version] : [wrong(at, actual), 0]
    end

    def written(reply)
      return raised(reply) if reply.is_a?(StandardError)
      {true => DONE, false => ABSENT, nil => UNSAID}.fetch(@adapter.done?(@writing, reply))
    end

    def raised(error)
      @errors[error.class.name] += 1
      @messages[error.class.name] ||= ReplyCheck.shown(error.message)
      RAISED
    end

    def wrong(at, actual)
      @mismatches << {"call" => at, "key" => @keys[at], "actual" => ReplyCheck.show(actual)} if @mismatches.size < MOST
      WRONG
    end

    # When something happened, in ns since its call was due.
    def since(times)
      text(times.each_index.map { |at| times[at] ? times[at] - @start - @dues[at] : NEVER }, "Q<*")
    end

    def text(list, form)
      [list.pack(form)].pack("m0")
    end
  end
end
