# encoding: utf-8
module CachemarkDriver
  # Runs a scenario with self-naming values and compares every reply, then reads the
  # final state back. Untimed; a block is only worth timing when this is right.
  class Proof
    STORE_OPERATIONS = %w(read write fetch read_multi increment decrement)
    COUNTED = %w(get read fetch get_multi read_multi)
    # The answer of a contender that makes no calls.
    NONE = {"ok" => true, "mismatches" => [], "hits" => 0, "misses" => 0, "work" => [], "errors" => {}, "proof" => "none"}

    # cell: gives compiler(steps, names, wrap), names(own) and clients.
    def initialize(cell, scenario)
      @cell = cell
      @scenario = scenario
      @names = cell.names(true)
      @judge = Expectation.new(cell.adapter, @names, true)
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
       "work" => work, "errors" => @errors, "proof" => "values name their keys"}
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
      compiler = @cell.compiler(steps, @names, wrap)
      [compiler.proof, compiler.steps]
    end

    def run(program, steps, expected, at)
      raise ArgumentError, "#{steps.size} steps but #{expected.size} expectations" if steps.size != expected.size
      program.forget
      begin
        program.once(*@cell.clients)
      rescue StandardError => error
        failed(steps, program.replies.size, error, at)
      end
      program.replies.each_with_index do |reply, step|
        check(steps[step], expected[step], reply, program.missed?(step), [at, step])
      end
    end

    def failed(steps, at, error, iteration)
      step = steps[at]
      @errors[error.class.name] += 1
      note([iteration, at], step, "expected" => "a reply", "actual" => Expectation.show(error))
    end

    def check(step, expected, reply, missed, place)
      count(step, reply, missed)
      found = @judge.mismatch(step, expected, reply, missed)
      note(place, step, found) if found
    end

    def note(place, step, found)
      key = step && (step.key || step.keys.join(" "))
      @mismatches << {"iteration" => place[0], "step" => place[1], "op" => step && step.op, "key" => key}.merge(found)
    end

    def count(step, reply, missed)
      return unless COUNTED.include?(step.op)
      found = hits(step, @cell.adapter.reply(step.op, reply), missed)
      @hits += found
      @misses += [step.keys.size, 1].max - found
    end

    def hits(step, reply, missed)
      return missed ? 0 : 1 if step.op == "fetch" && step.value
      return reply.is_a?(Hash) ? reply.size : 0 if step.array
      reply.nil? ? 0 : 1
    end

    def read_back(state)
      steps = state.map { |entry| {"op" => reader, "key" => entry["key"], "raw" => raw?(entry)} }
      pass(steps, nil, state.map { |entry| expectation(entry) }, "state")
    end

    def expectation(entry)
      return {"number" => entry["number"]} if entry["number"]
      entry["value"] ? {"hit" => entry["value"]} : {"miss" => true}
    end

    def reader
      store = all_steps.any? { |step| STORE_OPERATIONS.include?(step["op"]) }
      store ? "read" : "get"
    end

    # As the key was last written, unless the entry says.
    def raw?(entry)
      return entry["raw"] == true if entry.key?("raw")
      last = all_steps.reverse.find { |step| step["key"] == entry["key"] && step["value"] }
      last ? last["raw"] == true : false
    end

    def all_steps
      (@scenario["prelude"] || []) + @scenario["steps"]
    end
  end
end
