# frozen_string_literal: true

require "json"
require "time"

# Records made by hand that hold nothing but a run, its end and its summary: what a history reads.
module MadeHistory
  HEAD = { "schema" => "cachemark/summary/1", "command" => "run", "version" => "0.1.0", "suite" => "clients",
           "machine" => "0123456789abcdef", "machine_description" => "AMD EPYC, 2 cores", "server" => "1.6.18",
           "placement" => "one-core", "governor" => nil, "conditions" => "", "outcome" => "complete", "left_out" => [] }.freeze
  START = Time.utc(2026, 1, 1)

  class << self
    # When the run of a day began.
    def at(day) = (START + (day * 86_400)).iso8601

    # The fields of a summary with one cost; `fields` take the place of HEAD's.
    #: (?day: Integer, ?version: String, ?wall_ns: Float, ?ratio: Float?, ?contender: [String, String], **Object) -> Hash
    def summary(day: 0, version: "4.3.10", wall_ns: 20_000.0, ratio: 2.0, contender: %w[dalli ruby/dalli], options: "", **fields)
      ratios = ratio ? [ratio, ratio * 0.99, ratio * 1.01] : [nil, nil, nil]
      { **HEAD, "started_at" => at(day), "contenders" => [[*contender, "dalli@#{version}", version, options, "ruby 3.1.2 (x)"]],
        "scenarios" => [["client/get", "ec1c530e"]],
        "rows" => [[0, 0, "sync", wall_ns, wall_ns * 0.99, wall_ns * 1.01, *ratios]], **fields.transform_keys(&:to_s) }
    end

    # The text of a record.
    def text(**made)
      summary = summary(**made)
      run = { "type" => "run", "schema" => "cachemark/record/2", "command" => "run", "started_at" => summary["started_at"] }
      lines(run, { "type" => "end", "outcome" => "complete", "wall_ns" => made[:wall_ns] }, { "type" => "summary", **summary })
    end

    def lines(*lines) = lines.map { |line| "#{JSON.generate(line)}\n" }.join

    # A store of records, one for each Hash of `text`'s words.
    def store(dir, *made, **settings)
      store = Cachemark::History::Store.open(dir, create: true, **settings)
      made.each do |words|
        path = File.join(dir, "record.jsonl")
        File.write(path, text(**words))
        store.add(path)
      end
      store
    end

    # So many days with costs of about `levels` (one for each day), with a spread of 0.5 %.
    def days(levels, seed: 1, **words)
      random = Random.new(seed)
      levels.each_with_index.map do |level, day|
        noisy = level * (1 + ((random.rand - 0.5) / 100))
        { day: day, wall_ns: noisy, ratio: noisy / 10_000, **words }
      end
    end
  end
end
