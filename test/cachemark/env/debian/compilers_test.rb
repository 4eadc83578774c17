# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "open3"
require "tmpdir"

class EnvDebianCompilersTest < Minitest::Test
  # What memcached 1.8.0 does: GCC 14 refuses it, older ones warn.
  SOURCE = "static int two(int a, int b) { return a + b; }\nint main(void) { int (*f)(void) = two; return !f; }\n"

  def setup
    @root = Dir.mktmpdir
    FileUtils.mkdir_p("#{@root}/usr/bin")
  end

  def teardown = FileUtils.rm_rf(@root)

  def test_stands_before_each_c_compiler_and_nothing_else
    %w[cc gcc x86_64-linux-gnu-gcc gcc-14 g++ gcc-ar ruby].each { |name| FileUtils.touch("#{@root}/usr/bin/#{name}") }
    Cachemark::Env::Debian::Compilers.warn_only(@root)

    assert_equal %w[cc gcc x86_64-linux-gnu-gcc], Dir.children("#{@root}/usr/local/bin").sort
  end

  def test_a_root_without_compilers_gets_none
    Cachemark::Env::Debian::Compilers.warn_only(@root)

    refute_path_exists "#{@root}/usr/local"
  end

  # Even where a warning is an error: that is how the refusal of GCC 14 is had on every machine.
  def test_what_was_a_warning_is_one_again
    FileUtils.touch("#{@root}/usr/bin/cc")
    Cachemark::Env::Debian::Compilers.warn_only(@root)
    script = File.read("#{@root}/usr/local/bin/cc").sub("/usr/bin/cc", "cc -Werror=incompatible-pointer-types")
    File.write("#{@root}/usr/local/bin/cc", script)
    File.write("#{@root}/old.c", SOURCE)
    said, status = Open3.capture2e("#{@root}/usr/local/bin/cc", "-o", "#{@root}/old", "#{@root}/old.c")

    assert_predicate status, :success?, said
    assert_match(/incompatible/, said)
  end
end
