# frozen_string_literal: true

require "test_helper"

class FiguresTest < Minitest::Test
  SHARP = [0.002, 0.003].freeze
  LONGEST = 0xffffffff
  OBJECTS = { unit: "objects" }.freeze

  # {function => {its arguments => the text}}
  FIGURES = {
    # Three digits and a unit; in a sentence two. A latency that does not fit into its list is a lower bound.
    time: { [0.25] => "0.25 ns", [412] => "412 ns", [17_230] => "17.2 µs", [135_120] => "135 µs", [1_234_567] => "1.23 ms",
            [2_000_000_000] => "2.00 s", [nil] => "" },
    rounded_time: { [2_181] => "2.2 µs", [9_940] => "9.9 µs", [9_960] => "10 µs", [135_120] => "135 µs",
                    [1_234_567] => "1.2 ms" },
    latency: { [LONGEST] => "> 4.29 s", [LONGEST - 1] => "4.29 s", [nil] => "",
               [1_000_000, { greatest: LONGEST }] => "> 1.00 ms" },
    # Thousands are apart, and nouns agree.
    count: { [7] => "7", [999] => "999", [58_139.2] => "58,139", [1_234_567] => "1,234,567", [nil] => "" },
    counted: { [1, "run"] => "1 run", [2, "run"] => "2 runs", [1_000, "series", "series"] => "1,000 series" },
    number: { [nil] => "" },
    # A contender shows its exact release where its name does not.
    release: { ["dalli@4.x", "dalli@4.3.10"] => "dalli@4.x (dalli@4.3.10)",
               ["dalli", "dalli@4.3.10,protocol=meta"] => "dalli (dalli@4.3.10)",
               ["dalli@4.3.10#2", "dalli@4.3.10"] => "dalli@4.3.10#2", %w[socket socket] => "socket",
               ["dalli@path:.", "dalli@path:/x"] => "dalli@path:.", ["dalli", nil] => "dalli" },
    ratio: { [1.02, [1.0, 1.04]] => "1.02 [1.00, 1.04]", [1.0, [1.0, 1.0]] => "1.00", [14.06, nil] => "14.1", [nil, nil] => "" },
    percent: { [0.0041] => "0.4 %", [0.123] => "12 %", [nil] => "" },
    # A sign, unless it rounds to 0. A sharp interval has more places, a large change none, and an exact interval is not repeated.
    change: { [0.041, [0.036, 0.047]] => "+4.1 % [3.6, 4.7]", [-0.023, [-0.031, -0.012]] => "-2.3 % [-3.1, -1.2]",
              [0.041] => "+4.1 %", [nil] => "", [-0.0001, [-0.004, 0.0003]] => "0.0 % [-0.4, 0.0]",
              [0.0025, SHARP] => "+0.25 % [0.20, 0.30]", [12.0, [11.0, 13.0]] => "+1200 % [1100, 1300]",
              [1 / 3.0, [1 / 3.0, 1 / 3.0]] => "+33.3 %" },
    size: { [0.006] => "0.6 %", [-0.0005] => "0.05 %", [Float::INFINITY] => "no limit", [nil] => "" },
    # Only where nothing was found, and not if it is poor.
    detectable: { [0.0, "same"] => "any", [0.006, "same"] => "0.6 %", [nil, "same"] => "", [0.006, "slower"] => "",
                  [0.006, "faster"] => "", [0.006, "unresolved"] => "0.6 %", [0.5, "same"] => "50.0 %",
                  [11.59, "same"] => ">50 %", [Float::INFINITY, "same"] => ">50 %" },
    # Both have one unit.
    costs: { [[17_230.0, 17_940.0]] => "17.2 -> 17.9 µs", [[900.0, 1_100.0]] => "0.90 -> 1.10 µs",
             [[14.0, 1_015.0], OBJECTS] => "14 -> 1,015 objects", [nil] => "", [[1, nil]] => "" },
    verdict: { ["slower"] => "▲ slower", ["faster"] => "▼ faster", ["same"] => "= same", ["unresolved"] => "? unresolved",
               ["invalid"] => "! invalid" }
  }.freeze

  FIGURES.each do |function, texts|
    define_method("test_#{function}") do
      texts.each do |arguments, text|
        arguments, options = arguments.partition { |one| !one.is_a?(Hash) }

        assert_equal text, Cachemark::Report::Figures.public_send(function, *arguments, **options.first.to_h), arguments.inspect
      end
    end
  end
end
