# frozen_string_literal: true

require "test_helper"

class SymptomsReleasesTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Releases

  def test_names_what_is_newer_and_how_to_compare_it
    symptom = Rule.of(patient("requires" => ">= 3.1")).first

    assert_equal "outdated", symptom.kind
    assert_equal "dalli 5.0.1 is out; 4.3.10 was measured last", symptom.text
    assert_equal "cachemark compare dalli@4.3.10 dalli@5.0.1", symptom.remedy
    assert_equal symptom.remedy, Rule.of(patient("requires" => nil)).first.remedy
  end

  def test_one_that_needs_another_ruby_says_which
    newer = { "language" => "ruby", "version" => "3.4.1", "path" => "/opt/ruby-3.4/bin/ruby" }

    assert_match(/\Acachemark compare .* --ruby PATH\. It needs Ruby >= 3\.3, which is not here/,
                 Rule.of(patient("requires" => ">= 3.3")).first.remedy)
    assert_equal "cachemark compare dalli@4.3.10 dalli@5.0.1 --ruby /opt/ruby-3.4/bin/ruby",
                 Rule.of(patient({ "requires" => ">= 3.3" }, newer)).first.remedy
  end

  def test_none_is_well_and_nothing_is_known_where_nobody_was_asked
    assert_empty Rule.of(APatient.of)
    assert_nil Rule.of(APatient.of(survey: { "releases" => { "newer" => nil, "why" => "not looked up (--offline)" } }))
  end

  private

  def patient(facts, *rubies)
    newer = { "client" => "dalli", "version" => "4.3.10", "newest" => "5.0.1", **facts }
    APatient.of(survey: { "releases" => { "newer" => [newer] }, "runtimes" => [*APatient::SURVEY["runtimes"], *rubies] })
  end
end
