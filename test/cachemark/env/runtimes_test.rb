# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvRuntimesTest < Minitest::Test
  # Counts what it runs.
  class Counting
    attr_reader :runs

    def initialize(keeper)
      @keeper = keeper
      @runs = 0
    end

    def run(...)
      @runs += 1
      @keeper.run(...)
    end
  end

  def with_runtimes
    Dir.mktmpdir do |dir|
      Cachemark::Host::Keeper.start do |keeper|
        spawn = Counting.new(keeper)
        yield dir, spawn, Cachemark::Env::Runtimes.new(cache: dir, spawn: spawn)
      end
    end
  end

  def test_asks_no_one_about_its_own_ruby
    with_runtimes do |_, spawn, runtimes|
      assert_equal Cachemark::Env::Runtime.current, runtimes.at
      assert_equal 0, spawn.runs
    end
  end

  def test_asks_another_ruby_once_and_again_when_it_changed
    with_runtimes do |dir, spawn, runtimes|
      ruby = File.join(dir, "myruby")
      File.write(ruby, "#!/bin/sh\nexec #{RbConfig.ruby} \"$@\"\n")
      File.chmod(0o755, ruby)

      assert_equal RUBY_VERSION, runtimes.at(ruby).version
      assert_equal ruby, Cachemark::Env::Runtimes.new(cache: dir, spawn: spawn).at(ruby).path
      assert_equal 1, spawn.runs
    end
  end

  def test_asks_a_runtime_of_another_language_by_its_probe
    Dir.mktmpdir do |root|
      archive = MadeArchive.new(root)
      File.write("#{root}/made", MadeArchive::MADE)
      File.chmod(0o755, "#{root}/made")
      with_runtimes do |_, _, runtimes|
        assert_equal ["1.0", "made 1.0"], runtimes.at("#{root}/made", archive.language).to_h.values
        { "/bin/false" => "did not run", "/bin/echo" => "did not answer as a Made does",
          "/nowhere/x" => "No such file" }.each do |path, why|
          error = assert_raises(Cachemark::Usage) { runtimes.at(path, archive.language) }
          assert_match(/\Amade=#{path} is no Made that runs here: .*#{why}/, error.message)
        end
      end
    end
  end

  def test_refuses_what_is_no_ruby
    with_runtimes do |_, _, runtimes|
      ["/bin/echo", "/bin/false", "/nowhere/ruby"].each do |path|
        error = assert_raises(Cachemark::Usage) { runtimes.at(path) }
        assert_includes error.message, path
      end
    end
  end
end
