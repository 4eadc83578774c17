# frozen_string_literal: true

require "test_helper"

class ToolsTest < Minitest::Test
  include MemcachedServer

  Tools = Cachemark::Host::Tools
  HERE = { "usr/include/stdlib.h" => "", "usr/include/x86_64-linux-gnu/zlib.h" => "", "opt/homebrew/include/sasl/sasl.h" => "",
           "ruby.h" => "" }.freeze

  def test_everything_that_is_not_here
    assert_empty missing(HERE, Tools::PROGRAMS)
    assert_equal ["c++", "ruby.h", "zlib.h"], missing(HERE.slice("usr/include/stdlib.h", "opt/homebrew/include/sasl/sasl.h"),
                                                      Tools::PROGRAMS - ["c++"])
    assert_equal [*Tools::PROGRAMS, "ruby.h", *Tools::HEADERS], missing({}, [])
  end

  def test_the_version_of_memcached
    assert_equal ["1.6.18", "1.4.5_4_gaa7839e", "", nil],
                 ["memcached 1.6.18\n", "memcached 1.4.5_4_gaa7839e\n", "who?\n"].map { |said| memcached(said) } << memcached(nil)
  end

  def test_the_real_one
    tools = Tools.new(which: keeper.method(:which), ask: Cachemark::Host::Ask.new(keeper))

    assert_match(/\A\d+\.\d+/, tools.memcached)
  end

  private

  def memcached(said) = Tools.new(which: ->(_) { said && "/usr/bin/memcached" }, ask: ->(_) { said }).memcached

  def missing(files, programs)
    FolderTree.open(files) do |root|
      Tools.new(which: ->(name) { name if programs.include?(name) }, ask: nil, root: root, ruby_header: "#{root}/ruby.h").missing
    end
  end
end
