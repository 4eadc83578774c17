# frozen_string_literal: true

require "test_helper"

class EnvDebsTreeTest < Minitest::Test
  include DebsCase
  include FixtureTree

  def test_shares_files_and_keeps_links_inside
    plant(cache, "a/usr/lib/x-linux-gnu/one" => "1", "b/usr/include/two.h" => "2", "b/usr/lib/.keep" => "")
    File.symlink("/usr/lib/x-linux-gnu/one", "#{cache}/b/usr/lib/own")
    File.symlink("/bin/sh", "#{cache}/b/usr/lib/machines")
    tree = Debs::Tree.new("#{cache}/root", Debs::Tools.new(workshop))
    2.times { tree.add(["#{cache}/a", "#{cache}/b"]) }

    assert_equal File.stat("#{cache}/a/usr/lib/x-linux-gnu/one").ino, File.stat(tree.file("usr/lib/x-linux-gnu/one")).ino
    assert_equal %w[x-linux-gnu/one /bin/sh], %w[own machines].map { |name| File.readlink(tree.file("usr/lib/#{name}")) }
    assert_equal "/usr/lib/x-linux-gnu/one", File.readlink("#{cache}/b/usr/lib/own")
    assert_equal %w[usr/lib/x-linux-gnu usr/lib].map { |name| tree.file(name) }, tree.libraries
    assert_equal tree.file("usr/include"), tree.for_compiler["CPATH"]
  end
end
