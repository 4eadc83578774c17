# frozen_string_literal: true

require "test_helper"

class SymptomsMemcachedTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Memcached

  def test_without_one_nothing_can_be_measured
    symptom = Rule.of(patient(nil)).first

    assert_predicate symptom, :untrusted?
    assert_match(/memcached is not installed/, symptom.text)
    assert_equal "apt-get install memcached", symptom.remedy
  end

  def test_one_without_the_meta_protocol_is_told
    symptom = Rule.of(patient("1.5.22")).first

    assert_equal "lacks", symptom.kind
    assert_match(/memcached 1\.5\.22 does not know the meta protocol/, symptom.text)
  end

  def test_a_current_one_and_one_that_does_not_say_are_well
    ["1.6.0", "1.6.18", "1.6.38_beta", ""].each { |version| assert_empty Rule.of(patient(version)), version }
  end

  def test_nothing_is_known_where_nobody_looked
    assert_nil Rule.of(APatient.of(survey: { "memcached" => nil }))
  end

  private

  def patient(version)
    APatient.of(survey: { "memcached" => { "version" => version, "how" => "apt-get install memcached" } })
  end
end
