# frozen_string_literal: true

# Records of a calibration made by hand, experiment by experiment:
#
#   MadeCalibration.record(MadeCalibration.pilot, *Array.new(59) { MadeCalibration.slower })
module MadeCalibration
  FACTS = MadeRecord.facts["machine"].freeze
  RUN = { "type" => "run", "schema" => "cachemark/record/2", "command" => "calibrate", "argv" => ["bench/calibrate.rb"],
          "version" => "0.1.0", "started_at" => "2026-11-21T10:00:00Z", "machine" => FACTS }.freeze

  class << self
    #: (*Hash) -> Cachemark::Record
    def record(*experiments, **run) = Cachemark::Record.from_lines([RUN.merge(run), *experiments])

    #: (*Hash) -> Cachemark::Stats::Calibration
    def calibration(*experiments) = Cachemark::Stats::Calibration.new(record(*experiments))

    # 400 loops more cost as much.
    def pilot(effect: 0.2, fastest: effect, method: "get", verdict: "slower", **members)
      verdicts = [effect, fastest].map { |share| { "verdict" => verdict, "effect" => share } }
      compared(condition: "pilot", method: method, loops: 400, verdicts: both(*verdicts), **members)
    end

    # A slowdown that `wall` and `fastest` are said to have seen.
    def slower(wall: "slower", fastest: "slower", share: 0.005, loops: 10, condition: "slower by 0.5 %", **members)
      verdicts = [wall, fastest].map { |word| { "verdict" => word, "effect" => share, "resolution" => 0.004 } }
      compared(condition: condition, share: share, loops: loops, verdicts: both(*verdicts), **members)
    end

    # Seven cells of the same code; `wrong` of them differ.
    def same(wrong: 0, invalid: 0, regressions: [], condition: "the same code", **members)
      words = ["slower"] * wrong + ["invalid"] * invalid
      verdicts = Array.new(7) do |at|
        { "comparison" => "v#{at + 1}", "verdict" => words.fetch(at, "same"), "effect" => 0.0, "resolution" => 0.006 }
      end
      line(condition: condition, kind: "gate", verdicts: { "wall" => verdicts }, code: 0, regressions: regressions, **members)
    end

    # A gate over seven cells, of which multiget is slower.
    def multiget(code: 1, regressions: ["client/multiget"])
      line(condition: "one of seven slower by 3 %", kind: "gate", share: 0.03, method: "get_multi", loops: 60,
           verdicts: { "wall" => [] }, code: code, regressions: regressions)
    end

    # A search for `change 7`.
    def found(*subjects)
      line(condition: "one commit of 64 slower by 2 %", kind: "find", share: 0.02, loops: 40, guilty: "change 7",
           found: (subjects.empty? ? ["change 7"] : subjects).map { |subject| { "subject" => subject } })
    end

    private

    def both(wall, fastest) = { "wall" => [wall], "fastest" => [fastest] }
    def compared(**members) = line(kind: "compare", **members)

    def line(method: "get", loops: 0, share: 0.0, **members)
      { **Line["experiment"], at: "2026-11-22T03:00:00Z", seconds: 60.0, method: method, loops: loops, share: share, **members }
        .transform_keys(&:to_s)
    end
  end
end
