# encoding: utf-8
module CachemarkDriver
  # A worker's parts of a stampede. One stores a value under the key of each step and looks whether it has expired. The others
  # ask for it at once, and each computes it if its client says so. Values describe themselves, so that a reply shows who
  # computed it.
  class Stampede
    DONE, ABSENT, RAISED, WRONG = 1, 2, 3, 4
    # The version of the values that expire; that of worker w, from 0, is so much higher than w.
    STORED = 1
    OWN = 2
    LOOK_S = 0.002
    # Wrong values in a reply.
    MOST = 5

    # What one caller has seen.
    Call = Struct.new(:computed, :outcome, :version, :latency, :raised, :actual)

    # The fields of a reply. expiries: [ns until it had expired, Calls of all callers] of each step.
    def self.report(expiries)
      errors, messages, mismatches = Hash.new(0), {}, []
      expiries.each_with_index do |(_, calls), at|
        calls.each_with_index do |call, worker|
          errors[call.raised.first] += 1 if call.raised
          messages[call.raised.first] ||= call.raised.last if call.raised
          mismatches << {"step" => at, "worker" => worker, "actual" => call.actual} if call.actual && mismatches.size < MOST
        end
      end
      {"expiries" => expiries.map { |waited, calls| expiry(waited, calls) }, "errors" => errors, "messages" => messages,
       "mismatches" => mismatches}
    end

    def self.expiry(waited, calls)
      text = lambda { |field, form| [calls.map { |call| call[field] }.pack(form)].pack("m0") }
      {"waited_ns" => waited, "computed" => text.call(:computed, "C*"), "outcomes" => text.call(:outcome, "C*"),
       "versions" => text.call(:version, "L<*"), "latencies" => text.call(:latency, "Q<*")}
    end
    private_class_method :expiry

    # worker: gives adapter, clients, clear and compiler(steps, names, wrap); compiler: of its steps.
    def initialize(worker, compiler, names)
      @worker = worker
      @steps = compiler.steps
      raise ArgumentError, "a stampede needs steps that compute the value of a key" unless @steps.all? { |step| step.computes? }
      @program = compiler.single
      @keys = @steps.map { |step| names.text(step.key) }
      @reading = worker.adapter.respond_to?("get") ? "get" : "read"
      looks = @steps.map { |step| {"op" => @reading, "key" => step.key, "raw" => step.raw?} }
      @look = worker.compiler(looks, names, nil).single
    end

    # Stores a value under each key, by the call of the step.
    def store(message)
      @tail = message.fetch("tail")
      @pause = nil
      @worker.clear
      @steps.each_index do |at|
        reply = made(@program, @steps[at].op, at, STORED)
        next if [reply, looked(at)].all? { |actual| Described.version(actual, @keys[at], @tail) == STORED }
        raise ArgumentError, "the value that should expire was not stored: #{ReplyCheck.show(reply)}"
      end
      @stored = Clock.now
      nil
    end

    # Waits until the value of a step has expired: for so long after it was stored, or until it is not found. The ns since then.
    def expired(message, at)
      after, limit = message["after_ns"], message.fetch("limit_ns")
      Arrivals.wait(@stored + after) { Thread.pass } if after
      until after || looked(at).nil?
        raise ArgumentError, "the value of #{@keys[at]} has not expired within #{limit / 1e9} s" if Clock.now - @stored > limit
        sleep(LOOK_S)
      end
      Clock.now - @stored
    end

    # Makes the call of a step, as worker number `worker`. Returns the Call.
    def call(message, at, worker)
      @tail = message.fetch("tail")
      @pause = message.fetch("compute_ns") / 1e9
      began = Clock.now
      begin
        actual = made(@program, @steps[at].op, at, OWN + worker)
      rescue StandardError => error
        raised = [error.class.name, ReplyCheck.shown(error.message)]
      end
      judged(at, actual, raised, Clock.now - began)
    end

    # The value that the client of this worker asks for. The compiled call says so.
    def compute
      @computed += 1
      sleep(@pause) if @pause
      Described.text(@keys[@at], @version, @tail)
    end

    private

    def made(program, op, at, version)
      @at, @version, @computed = at, version, 0
      @worker.adapter.reply(op, program.single(*@worker.clients, at, self))
    end

    def looked(at)
      made(@look, @reading, at, STORED)
    end

    def judged(at, actual, raised, latency)
      return Call.new(@computed, RAISED, 0, latency, raised) if raised
      version = Described.version(actual, @keys[at], @tail)
      return Call.new(@computed, DONE, version, latency) if version
      Call.new(@computed, actual.nil? ? ABSENT : WRONG, 0, latency, nil, ReplyCheck.show(actual))
    end
  end
end
