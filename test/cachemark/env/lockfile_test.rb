# frozen_string_literal: true

require "test_helper"

class EnvLockfileTest < Minitest::Test
  Lockfile = Cachemark::Env::Lockfile

  BUNDLERS = <<~LOCK
    GEM
      remote: https://gems.example/
      specs:
        dalli (3.2.8)

    PLATFORMS
      ruby

    DEPENDENCIES
      dalli (= 3.2.8)

    BUNDLED WITH
       2.3.15
  LOCK

  def test_is_the_same_whichever_bundler_wrote_it
    assert_equal Lockfile.portable(BUNDLERS, stamps: []), Lockfile.portable(BUNDLERS.sub("2.3.15", "2.6.9"), stamps: [])
  end

  def test_is_headed_by_what_bundler_does_not_see
    portable = Lockfile.portable(BUNDLERS, stamps: ["path dalli sha256:1"])

    assert portable.start_with?("# path dalli sha256:1\nGEM\n")
    assert_equal ["path dalli sha256:1"], Lockfile.stamps(portable)
  end

  def test_goes_back_to_bundler_with_the_source_of_this_machine
    local = Lockfile.local(Lockfile.portable(BUNDLERS, stamps: ["x"]), source: "https://mirror.example/")

    assert_equal BUNDLERS.sub("gems.example", "mirror.example").sub(/\n+BUNDLED.*/m, "\n"), local
  end

  def test_puts_dependencies_first_and_survives_circles
    specs = [["a", %w[b absent]], ["b", ["c"]], ["c", ["b"]], ["d", []]].map { |name, needs| { name: name, needs: needs } }
    order = Lockfile.in_order(specs).map { |spec| spec.fetch(:name) }

    assert_operator order.index("b"), :<, order.index("a")
    assert_equal %w[a b c d], order.sort
  end
end
