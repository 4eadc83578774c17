# frozen_string_literal: true

require "test_helper"

class ChoiceTest < Minitest::Test
  KINDS = [Cachemark::Report, Cachemark::Report::Comparison, Cachemark::Report::Gate, Cachemark::Report::Find,
           Cachemark::Report::Work, Cachemark::Report::Selftest].freeze

  def test_every_format_of_every_kind_is_a_class_of_its_own
    KINDS.each do |kind|
      kind.formats.each_key { |name| assert kind.named(name).name.start_with?("#{kind}::"), "#{kind} #{name}" }
    end
  end

  def test_another_kinds_format_is_the_users_mistake
    assert_match(/there is no format "classic"/, refused(Cachemark::Report::Comparison, "classic"))
    assert_match(/Did you mean json\?/, refused(Cachemark::Report::Find, "jsn"))
  end

  private

  def refused(kind, name) = assert_raises(Cachemark::Usage) { kind.named(name) }.message
end
