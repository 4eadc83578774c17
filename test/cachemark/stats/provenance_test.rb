# frozen_string_literal: true

require "test_helper"

class ProvenanceTest < Minitest::Test
  def test_tells_what_the_process_loaded
    row = MadeRecord.table.rows.last

    assert_equal ["1.0", "ruby 3.1.2", "/gems/dalli.rb", "digest of dalli", { "dalli" => "1.0" }],
                 row.to_h.values_at(:version, :runtime, :file, :digest, :versions)
  end

  def test_a_contender_that_never_started_has_at_least_its_environment
    row = MadeRecord.table(processes: 0).rows.last

    assert_nil row.file
    assert_equal "ruby 3.1.2", row.runtime
  end

  def test_hits_and_misses_are_the_proofs
    assert_equal({ hits: 2, misses: 1 }, Cachemark::Stats::Provenance.proven([{ "hits" => 2, "misses" => 1 }]))
  end
end
