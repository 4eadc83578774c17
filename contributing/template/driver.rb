# frozen_string_literal: true

# A driver of level 1 with the client `null`: protocol/spec.md has the messages. contributing/language.md says what to add.
require "json"

NotOffered = Class.new(StandardError)
UNREPORTED = %i[user_ns system_ns allocations gc_ns gc_count].to_h { |name| [name, nil] }
ADAPTERS = {} # rubocop:disable Style/MutableConstant
CELLS = {} # rubocop:disable Style/MutableConstant

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
def spans(times) = times.each_cons(2).map { |start, stop| stop - start }

# A reply in the form for reports. Bytes, mappings and lists have other forms.
def reported(reply) = [NilClass, TrueClass, FalseClass, Integer].include?(reply.class) ? reply : raise(NotImplementedError)

# A client, its values, and its plans: lists of functions that make one call each.
class Cell
  attr_reader :ns

  def initialize(adapter, servers:, options:, values:, workers:, **)
    @adapter = adapter
    contents = File.binread(values[:file])
    @values = values[:index].map { |at, size, kind| decoded(contents.byteslice(at, size), kind) }
    began = now
    @client = adapter.connect(servers, options)
    @ns = now - began
    @plans = workers.first.to_h { |name, calls| [name.to_s, functions(calls)] }
  end

  def run(plan:, iterations:, batch:, keep:, clock:, calls: nil, **)
    @plans[plan] = functions(calls.first) if calls
    made = @plans.fetch(plan)
    count = iterations.first # of the only worker
    keep == "all" ? { replies: [Array.new(count) { replies(made) }] } : timed(made, count, batch, keep, clock)
  end

  def close = @adapter.close(@client)

  private

  def decoded(bytes, kind) = kind == "json" ? JSON.parse(bytes) : bytes.force_encoding(kind == "text" ? "UTF-8" : "BINARY")

  def functions(calls)
    calls.map do |call|
      @adapter.function(@client, call, @values) or raise NotOffered, "not offered by this client: #{call[:op]}"
    end
  end

  # Nothing is between the loop and the client but a call of a function.
  def timed(functions, iterations, batch, keep, clock)
    last = []
    stamps = [now]
    ends = stamps.dup
    (1..iterations).each do |iteration|
      functions.each_with_index do |function, at|
        last[at] = function.call
        ends << now if clock == "call"
      end
      stamps << now if (iteration % batch).zero? || iteration == iterations
    end
    ran = { wall_ns: stamps.last - stamps.first, batches: spans(stamps), **UNREPORTED }
    ran[:latencies] = [spans(ends)] if clock == "call"
    ran[:replies] = [[last.map { |reply| reported(reply) }]] if keep == "last"
    ran
  end

  # The replies of an iteration. An exception ends it.
  def replies(functions)
    found = []
    functions.each { |function| found << reported(function.call) }
    found
  rescue StandardError => error
    [*found, { raised: { class: error.class.name, message: error.message } }]
  end
end

def answer(type:, client: nil, cell: nil, adapter: nil, **more)
  case type
  when "load"
    require_relative "adapters/#{adapter}"
    { type: "loaded", client: client, **(ADAPTERS[client] = Object.const_get(adapter.capitalize)).library }
  when "open" then { type: "opened", cell: cell, ns: (CELLS[cell] = Cell.new(ADAPTERS.fetch(client), **more)).ns }
  when "run" then { type: "ran", cell: cell, **CELLS.fetch(cell).run(**more) }
  when "close" then { type: "closed", cell: cell }.tap { CELLS.delete(cell).close }
  else raise ArgumentError, "unknown request: #{type}"
  end
end

# Output of a client must not damage the conversation.
output = $stdout.dup.tap { |stream| stream.sync = true }
$stdout.reopen($stderr)
say = ->(message) { output.puts(JSON.generate(message)) }

say[{ type: "hello", protocol: 2, level: 1, language: "template", runtime: "ruby #{RUBY_VERSION}", pid: Process.pid }]
$stdin.each_line do |line|
  request = JSON.parse(line, symbolize_names: true)
  say[{ id: request[:id], **answer(**request) }]
rescue NotOffered => error
  say[{ id: request[:id], type: "not_offered", reason: error.message }]
rescue StandardError, ScriptError => error
  say[{ id: request && request[:id], type: "failed", class: error.class, message: error.message, backtrace: error.backtrace }]
end
CELLS.each_value(&:close)
