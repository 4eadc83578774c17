# frozen_string_literal: true

require "cachemark"

# Faults, cases and trials of a check, made without a client.
module MadeTrial
  CANARY = Cachemark::Fault::Canary.new("aa00")

  module_function

  #: (**Object) -> Catalog::Fault
  def fault(**facts)
    Cachemark::Catalog::Fault.new(
      id: "interrupt/made", form: "interrupt/made-in-{call}", title: "made", happens: "in a test", invariant: "none",
      source: "this file", judges: ["own-value"], steps: [{ "subject" => {} }, { "read" => "others" }],
      over: { "call" => %w[get set] }, **facts
    )
  end

  #: (?String, **Object) -> Fault::Case
  def one(call = "get", **facts)
    Cachemark::Fault::Case.all([fault(**facts)]).find { |found| found.call == call }
  end

  # A String as a driver reports it.
  def bytes(text) = { "bytes" => [text].pack("m0"), "encoding" => "ASCII-8BIT" }

  # The value of a key, as a driver reports it.
  def own(name, **again) = bytes(CANARY.value(name, **again))

  #: (String, Object, **Object) -> Fault::Trial::Call
  def read(name, value, role: "probe", **more)
    step = { "op" => "get", "key" => name, "raw" => true, "role" => role }
    Cachemark::Fault::Trial::Call.new(step: step, type: "ok", value: value, began_ns: 0, ended_ns: 1_000_000, **more)
  end

  # [outcome, reason] of an invariant's finding, with the word if comparisons treat it differently; nil if the invariant holds.
  #: (Module, Fault::Trial) -> Array[String]?
  def judged(invariant, trial) = invariant.call(trial)&.to_a&.compact

  # A call that raised.
  def raised(name, role: "probe", injected: false, op: "get", error: "SomeError", message: "no")
    error = { "class" => error, "message" => message, "injected" => injected, "at" => [] }
    Cachemark::Fault::Trial::Call.new(step: { "op" => op, "key" => name, "role" => role }, type: "raised", error: error,
                                      began_ns: 0, ended_ns: 1)
  end

  #: (*Fault::Trial::Call, **Object) -> Fault::Trial
  def trial(*calls, ending: "done", **facts)
    Cachemark::Fault::Trial.new(calls: calls, ending: ending, canary: CANARY, **facts)
  end
end
