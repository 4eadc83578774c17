# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvSweepTest < Minitest::Test
  Needing = Struct.new(:full_names)

  def setup = @store = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@store)

  def put(*paths) = paths.each { |path| FileUtils.mkdir_p(File.join(@store, path)) }

  def sweep(*needed) = Cachemark::Env::Sweep.new(@store, [Needing.new(needed)]).call

  def test_takes_every_trace_of_a_gem_and_no_more
    put("ruby/3/gems/dalli-1", "ruby/3/gems/dalli-1.1", "ruby/3/specifications/dalli-1.gemspec", "ruby/3/extensions/x/3/dalli-1")

    assert_equal ["dalli-1"], sweep("dalli-1.1")
    assert_equal ["ruby/3/gems/dalli-1.1"], Dir.glob("**/*dalli*", base: @store)
  end

  def test_takes_checkouts_and_built_paths_that_nobody_uses
    put("ruby/3/bundler/gems/mine-abc", "ruby/3/bundler/gems/extensions/x", "built/0123", "built/4567")

    assert_equal %w[0123 mine-abc], sweep("4567").sort
    assert_equal ["built/4567"], Dir.glob("built/*", base: @store)
  end
end
