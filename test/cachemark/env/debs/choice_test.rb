# frozen_string_literal: true

require "test_helper"

class EnvDebsChoiceTest < Minitest::Test
  include DebsCase

  def names(contender)
    workshop = self.workshop
    suites = Hash.new { |found, name| found[name] = suite(name, workshop: workshop) }
    debs = Debs::Choice.new(contender, contender.language.runtimes.values.first, suites).debs
    debs.map { |deb| "#{deb.name} #{deb.suite}" }.sort
  end

  NEEDS = ["libmade older", "libthing older", "made older"].freeze

  def test_the_reference_needs_its_runtime_only
    assert_equal ["libmade older", "made older"], names(contender)
  end

  def test_a_release_of_the_runtimes_suite_comes_with_what_it_needs
    assert_equal [*NEEDS, "made-thing older"], names(contender(version: "1.2.3"))
  end

  def test_a_release_of_another_suite_comes_alone_over_what_it_needs_here
    assert_equal [*NEEDS, "made-thing newer"], names(contender(version: "2.0", suite: "newer"))
  end

  def test_one_that_only_the_other_suite_has_is_no_obstacle
    made.add("newer", "made-new", "3-1", { "usr/lib/made/thing" => "3" })
    made.publish

    found = names(contender(version: "3", suite: "newer", package: "made-new"))
    assert_equal ["libmade older", "made older", "made-new newer"], found
  end

  def test_one_that_is_built_for_another_runtime_is_refused
    made.add("newer", "made-thing", "2.0-1", {}, architecture: made.architecture)
    made.publish

    other = contender(version: "2.0", suite: "newer")
    assert_equal "made-thing of Debian newer is built for another Made", reason { names(other) }
  end

  def test_a_version_that_the_suite_does_not_have_is_refused
    assert_equal "Debian older has 1.2.3, not 1.2.4, of made-thing", reason { names(contender(version: "1.2.4")) }
    assert_equal "Debian newer has no nothing", reason { names(contender(version: "1", suite: "newer", package: "nothing")) }
  end

  def test_a_checkout_gets_what_its_package_needs_without_the_package
    assert_equal NEEDS, names(contender(kind: "path", dir: "/x"))
    assert_equal ["libmade older", "made older"], names(contender(kind: "path", dir: "/x", package: "nothing"))
  end
end
