# frozen_string_literal: true

require "test_helper"

class CatalogConditionTest < Minitest::Test
  def met?(when_, facts) = Cachemark::Catalog::Condition.of(when_).met?(facts)

  def test_holds_when_every_requirement_does
    assert met?({ "version" => ">= 1, < 3", "ruby" => ">= 3.0" }, { "version" => "2.7.11", "ruby" => "3.1.2" })
    refute met?({ "version" => ">= 1, < 3", "ruby" => ">= 3.2" }, { "version" => "2.7.11", "ruby" => "3.1.2" })
  end

  def test_nothing_asked_always_holds
    assert met?(nil, {})
  end

  def test_what_is_not_known_does_not_hold
    refute met?({ "kgio" => "> 0" }, { "version" => "1" })
    refute met?({ "version" => "> 0" }, { "version" => "rails-2.2.2" })
  end
end
