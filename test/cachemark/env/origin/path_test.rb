# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"

class EnvOriginPathTest < Minitest::Test
  def setup
    @dir = File.realpath(Dir.mktmpdir)
    @cache = Dir.mktmpdir
  end

  def teardown = FileUtils.rm_rf([@dir, @cache])

  def write(file, text)
    path = File.join(@dir, file)
    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, text)
  end

  def gemspec(*lines)
    write("mine.gemspec", <<~RUBY)
      Gem::Specification.new do |s|
        s.name = "mine"; s.version = "1.2"; s.summary = s.author = "me"; s.files = Dir["{lib,ext}/**/*"]
        #{lines.join("\n")}
      end
    RUBY
  end

  def build = WarmCache.build([MadeContender.from("path", "mine", dir: @dir)], cache: @cache).values.first

  def run_in(environment, program)
    Open3.capture2e(environment.env, *environment.argv, "-e", program, unsetenv_others: true).first.chomp
  end

  def test_uses_a_bare_lib_folder_where_it_lies
    write("lib/mine.rb", "MINE = 1")
    environment = build

    assert_equal "#{@dir}/lib/mine.rb", run_in(environment, 'require "mine"; puts $".grep(/mine.rb/)')
    assert_equal({ gem: "mine", version: nil, dir: @dir }, environment.expected.first.slice(:gem, :version, :dir))
  end

  def test_takes_dependencies_and_version_from_a_gemspec
    write("lib/mine.rb", "require 'logger'")
    gemspec('s.add_dependency "logger", "1.7.0"')
    environment = build

    assert_equal({ "mine" => "1.2", "logger" => "1.7.0" }, environment.gems)
    assert_match(%r{/logger-1.7.0/lib/logger.rb}, run_in(environment, 'require "mine"; puts $".grep(/logger.rb/)'))
  end

  def test_changed_files_are_another_environment
    write("lib/mine.rb", "MINE = 1")
    before = build
    write("lib/mine.rb", "MINE = 2")

    refute_equal before.dir, build.dir
    refute_equal before.lock_digest, build.lock_digest
  end

  def test_builds_an_extension_without_a_trace_in_the_folder
    write("lib/mine.rb", 'require "mine_native"')
    write("ext/extconf.rb", 'require "mkmf"; create_makefile("mine_native")')
    write("ext/mine.c", "#include <ruby.h>\nvoid Init_mine_native(void) { rb_define_global_const(\"MINE\", INT2FIX(42)); }")
    gemspec('s.extensions = ["ext/extconf.rb"]')
    files = Dir["#{@dir}/**/*"]
    environment = build

    assert_equal "42", run_in(environment, 'require "mine"; puts MINE')
    assert_equal files, Dir["#{@dir}/**/*"]
    assert_equal "1.2", environment.gems["mine"]
  end

  def test_an_extension_that_does_not_compile_is_told_with_its_log
    write("ext/extconf.rb", 'abort "no such header: mine.h"')
    gemspec('s.extensions = ["ext/extconf.rb"]')

    unavailable = build

    assert_match(/no such header: mine.h|extconf failed/, unavailable.reason)
    assert_path_exists unavailable.log
  end
end
