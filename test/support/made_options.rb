# frozen_string_literal: true

# Records of `work --options` made by hand: what processes with a value and with the default did.
#
#   MadeOptions.record([MadeOptions.seen], [MadeOptions.seen(flags: [2])])
module MadeOptions
  LINE = { **Line["option"], "contender" => "dalli@5.0.4", "option" => "string_fastpath", "value" => "on",
           "default" => "off", "with" => "with", "without" => "without" }.freeze

  module_function

  # The work of a process in a probe with one set.
  def seen(name: "set", methods: { "Client#set" => 1.0 }, writes: 1.0, options: {}, limits: [],
           allocations: 5.0, connections: 2, lost: { "connects" => 1, "errors" => [] }, silent: {}, **command)
    command = MadeWork.command("set", **{ name: name, count: 1, flags: [0], encodings: %w[plain], value_bytes: [9] }, **command)
    traffic = { commands: [command], key_bytes: { "text" => 10 }, round_trips: 1, bytes_out: 50, bytes_in: 8 }
    probe = { calls: 1, traffic: traffic, connections: connections, writes: writes, allocations: allocations,
              methods: methods }
    MadeWork.plain({ probes: { set: probe }, sockets: { options: options, limits: limits }, lost: lost, silent: silent })
  end

  # `more` are further lines.
  def record(without, with, *more)
    passes = { "without" => without, "with" => with }.flat_map do |name, all|
      all.map { |seen| { **Line["configuration"], "configuration" => name, "pass" => 1, "seen" => seen } }
    end
    head = { "type" => "run", "command" => "work", "options" => { "look" => "options" } }
    Cachemark::Record.from_lines([head, LINE, *passes, *more, { "type" => "end", "outcome" => "complete" }])
  end

  # Stats::OptionEffects of an option.
  def effects(...) = Cachemark::Stats::OptionEffects.of(record(...))

  # Each status.
  def whole
    other = LINE.merge("option" => "compress", "value" => "off", "default" => "on", "with" => "without")
    lost = LINE.merge("option" => "timeout", "value" => "1.5", "default" => nil, "with" => "lost")
    effects([seen, seen], [seen(flags: [2], encodings: %w[marshalled])] * 2, other, lost,
            { "type" => "event", "kind" => "option_unseen", "configuration" => "lost", "message" => "it died" })
  end
end
