# frozen_string_literal: true

require "test_helper"

module Check
  # The tables of a calibration. Those of the published one are in guides/, and tables_test.rb compares them.
  class CalibrationTablesTest < Minitest::Test
    include FixtureTree
    require "included"

    Made = MadeCalibration
    Binomial = Included::Calibration::Binomial

    def test_false_alarms_come_before_slowdowns_each_with_its_bound
      text = report(Made.pilot, *Array.new(59) { Made.slower }, *Array.new(3) { Made.same }, Made.multiget, Made.found)

      assert_equal <<~TEXT.chomp, text.split("\n\n").drop(2).join("\n\n")
        ### False alarms: cells of the same code that were reported to differ

        | condition | judge | runs | result | bound (95 %) | of runs | detectable |
        | --- | --- | ---: | ---: | ---: | ---: | ---: |
        | the same code | gate | 3 | 0 of 21 | at most 13.3 % | 63.2 % | 0.60 % |
        | the same code | wall | 3 | 0 of 21 | at most 13.3 % | 63.2 % | 0.60 % |

        ### Slowdowns found: runs that found what was injected, there and nowhere else

        | condition | judge | injected | runs | result | bound (95 %) | median | detectable |
        | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
        | slower by 0.5 % | wall | 0.50 % | 59 | 59 of 59 | at least 95.0 % | 0.50 % | 0.40 % |
        | slower by 0.5 % | fastest | 0.50 % | 59 | 59 of 59 | at least 95.0 % | 0.50 % | 0.40 % |
        | one of seven slower by 3 % | gate |  | 1 | 1 of 1 | at least 5.0 % |  |  |
        | one commit of 64 slower by 2 % | find | 2.00 % | 1 | 1 of 1 | at least 5.0 % |  |  |

        65 experiments, 1.1 h of measuring, the last on 2026-11-22.

        (2026-11-21 to 2026-11-22, 2 AMD EPYC cores, Cachemark 0.1.0.)
      TEXT
    end

    def test_says_that_nothing_was_calibrated_yet
      assert_equal "Nothing has been calibrated yet.", report
    end

    # Clopper and Pearson's two-sided 90 % limits have 5 % in each tail: 0.0368 and 0.5069 for 2 of 10 (published
    # tables of exact limits), 0.2224 and 0.7776 for 5 of 10. All of n: the n-th root of 5 %.
    def test_bounds_agree_with_published_tables
      { [2, 10] => [0.0368, 0.5069], [5, 10] => [0.2224, 0.7776], [1, 20] => [0.0026, 0.2161], [59, 59] => [0.9505, 1.0],
        [0, 500] => [0.0, 0.0060], [0, 0] => [0.0, 1.0] }.each do |(hits, count), (low, high)|
        assert_in_delta low, Binomial.lower(hits, count), 0.00005
        assert_in_delta high, Binomial.upper(hits, count), 0.00005
      end
    end

    private

    def report(*experiments) = Included::Calibration.new(Made.record(*experiments)).report
  end
end
