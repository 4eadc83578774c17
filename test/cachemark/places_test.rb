# frozen_string_literal: true

require "test_helper"

class PlacesTest < Minitest::Test
  include FixtureTree

  CHECKOUT = Cachemark::Catalog.load.language("ruby").checkout

  def test_sees_what_stands_there
    Dir.mktmpdir do |root|
      plant(root, "a/lib/a.rb" => "VERSION = '1.2.3'", "b/b.gemspec" => "spec.version = \"2.0\"", "c/note" => "")
      places = Cachemark::Places.new(root)
      assert_equal [true, true, false, false], %w[a b c d].map { |name| places.library?(name, CHECKOUT) }
      assert_equal ["1.2.3", "2.0", nil], %w[a b c].map { |name| places.version_in(name, CHECKOUT) }
      assert_equal [true, false, false], [places.exist?("c/note"), places.executable?("c/note"), places.folder?("c/note")]
      assert_equal "#{root}/a", places.absolute("a")
    end
  end

  def test_sees_a_library_of_another_language
    python = Cachemark::Catalog.load.language("python").checkout
    Dir.mktmpdir do |root|
      plant(root, "a/setup.py" => "setup(name='a', version='1.6.3')", "b/b/__init__.py" => "__version__ = \"2.0\"",
                  "c/lib/c.rb" => "")
      places = Cachemark::Places.new(root)
      assert_equal [true, true, false], %w[a b c].map { |name| places.library?(name, python) }
      assert_equal [true, false], %w[b c].map { |name| places.holds?("b", name, python) }
      assert_equal [true, false], %w[c b].map { |name| places.holds?("c", name, CHECKOUT) }
      assert_equal ["1.6.3", "2.0"], %w[a b].map { |name| places.version_in(name, python) }
    end
  end

  def test_names_gems_and_ways
    Dir.mktmpdir do |root|
      plant(root, "a/lib/a.rb" => "", "b/x.gemspec" => "s.name = 'mine'", "b/lib/y.rb" => "", "c/note" => "")
      places = Cachemark::Places.new("#{root}/a")
      assert_equal [["a"], ["mine"], [], []], %w[. ../b ../c ../d].map { |path| places.gems_in(path) }
      assert_equal [".", "../b"], [places.relative("."), places.relative("#{root}/b")]
      assert_equal "#{root}/b", places.repository("../b").dir
    end
  end
end
