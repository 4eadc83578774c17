# encoding: utf-8
module CachemarkDriver
  # Runs a scenario with self-naming values and compares every reply, then reads the
  # final state back. Untimed; a block is only worth timing when this is right.
  class Proof
    # Why a wrong reply cannot pass.
    NAMED = "values name their keys"
    OWN = "each key has its own value"
    # The answer of a contender that makes no calls.
    NONE = {"ok" => true, "mismatches" => [], "hits" => 0, "misses" => 0, "work" => [], "errors" => {}, "proof" => "none"}

    # worker: gives compiler(steps, names, wrap), names(own) and clients.
    def initialize(worker, scenario)
      @worker = worker
      @scenario = scenario
      @names = worker.names(true)
      @judge = ReplyCheck.new(worker.adapter, @names, true)
      @mismatches = []
      @errors = Hash.new(0)
      @hits = @misses = 0
    end

    # The `verified` reply's fields.
    def verify(iterations, state)
      pass(@scenario["prelude"], nil, nil, "prelude")
      program, steps = compiled(@scenario["steps"], @scenario["wrap"])
      work = iterations.each_with_index.map { |expected, at| counted { run(program, steps, expected, at) } }
      read_back(state)
      {"ok" => @mismatches.empty?, "mismatches" => @mismatches.first(20), "hits" => @hits, "misses" => @misses,
       "work" => work, "errors" => @errors, "proof" => @scenario["pairs"] ? OWN : NAMED}
    end

    private

    def counted
      hits, misses = @hits, @misses
      yield
      {"hits" => @hits - hits, "misses" => @misses - misses}
    end

    def pass(steps, wrap, expected, at)
      return if steps.nil? || steps.empty?
      program, compiled_steps = compiled(steps, wrap)
      run(program, compiled_steps, expected || steps.map { {"any" => true} }, at)
    end

    def compiled(steps, wrap)
      compiler = @worker.compiler(steps, @names, wrap)
      [compiler.proof, compiler.steps]
    end

    def run(program, steps, expected, at)
      raise ArgumentError, "#{steps.size} steps but #{expected.size} expectations" if steps.size != expected.size
      begin
        program.once(*@worker.clients)
      rescue StandardError => error
        failed(steps, program.replies.size, error, at)
      end
      program.replies.each_with_index do |reply, step|
        check(steps[step], expected[step], reply, program.computed(step), [at, step])
      end
    end

    def failed(steps, at, error, iteration)
      step = steps[at]
      @errors[error.class.name] += 1
      note([iteration, at], step, "key" => step && step.place, "expected" => "a reply", "actual" => ReplyCheck.show(error))
    end

    def check(step, expected, reply, computed, place)
      replies = step.each? ? reply : [reply]
      replies.each { |one| count(step, one, computed) }
      @judge.mismatches(step, expected, reply, computed).each { |found| note(place, step, found) }
    end

    def note(place, step, found)
      @mismatches << {"iteration" => place[0], "step" => place[1], "op" => step && step.op}.merge(found)
    end

    def count(step, reply, computed)
      return unless step.reads?
      keys = step.array ? step.keys.size : 1
      found = step.computes? ? keys - computed.size : hits(step, @worker.adapter.reply(step.op, reply))
      @hits += found
      @misses += keys - found
    end

    def hits(step, reply)
      return reply.is_a?(Hash) ? reply.size : 0 if step.array
      reply.nil? ? 0 : 1
    end

    def read_back(state)
      reader = @worker.adapter.respond_to?("get") ? "get" : "read"
      steps = state.map do |entry|
        {"op" => reader, "raw" => raw?(entry)}.merge(entry["each"] ? {"each" => "pairs"} : {"key" => entry["key"]})
      end
      pass(steps, nil, state.map { |entry| expectation(entry) }, "state")
    end

    def expectation(entry)
      return {"each" => entry["each"]} if entry["each"]
      return {"number" => entry["number"]} if entry["number"]
      entry["value"] ? {"hit" => entry["value"]} : {"miss" => true}
    end

    # As the key was last written, unless the entry says.
    def raw?(entry)
      return entry["raw"] == true if entry.key?("raw")
      last = all_steps.reverse.find { |step| entry["each"] ? each_written?(step) : written?(step, entry["key"]) }
      last ? last["raw"] == true : false
    end

    def written?(step, key)
      (step["key"] == key && step["value"]) || (step["values"] && step["keys"].include?(key))
    end

    def each_written?(step)
      step["each"] && Step.new(step).writes?
    end

    def all_steps
      (@scenario["prelude"] || []) + @scenario["steps"]
    end
  end
end
