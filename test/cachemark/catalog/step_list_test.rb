# frozen_string_literal: true

require "test_helper"

class CatalogStepListTest < Minitest::Test
  include UserFile

  def test_a_key_set_becomes_one_call_for_each_key
    with_file(SCENARIO) do |path|
      scenario = Cachemark::Catalog.load.scenario(path)
      assert_equal 12, scenario.calls
      assert_equal({ "op" => "get", "key" => "users10" }, scenario.steps[9])
      assert_equal 11, scenario.steps[10]["keys"].size
      assert_equal({ "op" => "set", "key" => "k1", "value" => "profile", "ttl" => 60 }, scenario.steps.last)
    end
  end

  def test_the_share_that_hits_is_written_and_the_rest_deleted
    with_file(SCENARIO) do |path|
      assert_equal({ "set" => 8, "delete" => 2 }, Cachemark::Catalog.load.scenario(path).prelude.map { |step| step["op"] }.tally)
    end
  end

  def test_names_the_step_that_is_wrong
    assert_equal "mine.yml:9: /steps/0/op is \"read\", no operation of a client scenario\n" \
                 "There are: add, decr, delete, get, get_multi, incr, set.", usage_of(SCENARIO.sub("op: get,", "op: read,"))
    assert_equal "mine.yml:9: /steps/0/key names \"user\", which is not among keys\nDid you mean users?",
                 usage_of(SCENARIO.sub("key: users }", "key: user }"))
    assert_equal "mine.yml:11: /steps/2 needs a value", usage_of(SCENARIO.sub("k1, value: profile", "k1"))
    assert_match(%r{/steps/2/value is "prof"}, usage_of(SCENARIO.sub("k1, value: profile", "k1, value: prof")))
    assert_match(%r{/steps/0/value does not belong to get},
                 usage_of(SCENARIO.sub("key: users }", "key: users, value: profile }")))
    assert_match(%r{/steps/0 needs a key}, usage_of(SCENARIO.sub(", key: users }", " }")))
  end
end
