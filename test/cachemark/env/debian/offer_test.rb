# frozen_string_literal: true

require "test_helper"

class EnvDebianOfferTest < Minitest::Test
  Offer = Cachemark::Env::Debian::Offer

  def test_names_what_there_is_for_what_there_is_not
    error = assert_raises(Cachemark::Usage) { Offer.named("ruby-9") }

    assert_match(/\ADebian offers no ruby-9 .*\nThere are: ruby-3\.1, ruby-3\.3, jruby-9\.3, jruby-9\.4\. /, error.message)
  end

  def test_each_is_found_by_its_name_and_runs_what_its_packages_bring
    Offer.all.each { |offer| assert_same offer, Offer.named(offer.name) }

    assert_equal %w[trixie /usr/bin/ruby3.3], [Offer.named("ruby-3.3").suite, Offer.named("ruby-3.3").executable]
    assert_includes Offer.named("jruby-9.3").packages, "jruby"
    refute_includes Offer.named("jruby-9.3").packages, "build-essential"
  end

  def test_a_word_with_a_slash_is_a_path
    %w[ruby-3.3 jruby-9.4 ruby truffleruby-24].each { |word| assert Offer.name?(word), word }
    %w[./ruby-3.3 /usr/bin/ruby3.3 bin/ruby Ruby-3.3].each { |word| refute Offer.name?(word), word }
  end

  def test_advises_the_newest_that_a_gem_takes
    assert_equal "ruby-3.3", Offer.meeting(">= 3.3").name
    assert_equal "ruby-3.1", Offer.meeting(">= 2.6, < 3.3").name
    assert_nil Offer.meeting(">= 3.4")
  end
end
