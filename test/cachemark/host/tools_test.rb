# frozen_string_literal: true

require "test_helper"
require "rbconfig"

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
    tools = Tools.new(which: keeper.method(:which), ask: Cachemark::Host::Tools::Ask.new(keeper))

    assert_match(/\A\d+\.\d+/, tools.memcached)
  end

  private

  def memcached(said) = Tools.new(which: ->(_) { said && "/usr/bin/memcached" }, ask: ->(_) { said }).memcached

  def missing(files, programs)
    FolderTree.open(files) do |root|
      Tools.new(which: ->(name) { name if programs.include?(name) }, ask: nil, root: root, ruby_header: "#{root}/ruby.h").missing
    end
  end

  # Room for a folder.
  class Disk < Minitest::Test
    include MemcachedServer

    # Of Debian 12, and of macOS 14.
    LINUX = "Filesystem     1024-blocks     Used Available Capacity Mounted on\n/dev/vda1 103080888 19283 83797000      20% /\n"
    MAC = "Filesystem 1024-blocks Used Available Capacity  Mounted on\n" \
          "/dev/disk3s5 482797652 231041476 228321340    51%    /System/Volumes/My Data\n"

    def test_reads_what_df_prints
      assert_equal [83_797_000 * 1024, 228_321_340 * 1024], [LINUX, MAC].map { |text| free_bytes(text) }
    end

    def test_free_bytes_are_nil_without_an_answer_of_df
      [nil, "", "df: no such file or directory\n", "Filesystem 1024-blocks Used Available Capacity Mounted on\n"].each do |text|
        assert_nil free_bytes(text), text.inspect
      end
    end

    def test_a_folder_that_is_not_there_yet_is_the_nearest_above_it
      FolderTree.open("a/file" => "") do |root|
        asked = nil
        facts = Tools.new(which: nil, ask: ->(argv) { (asked = argv) && LINUX }).disk("#{root}/a/b/c")

        assert_equal ["df", "-Pk", "#{root}/a"], asked
        assert_equal({ "free_bytes" => 83_797_000 * 1024, "writable" => true }, facts)
      end
    end

    def test_the_real_df_is_understood
      tools = Tools.new(which: nil, ask: Cachemark::Host::Tools::Ask.new(keeper))

      assert_operator tools.disk(Dir.tmpdir)["free_bytes"], :>, 0
    end

    private

    def free_bytes(text) = Tools.new(which: nil, ask: ->(_argv) { text }).disk("/")["free_bytes"]
  end

  # The output of short commands.
  class Ask < Minitest::Test
    include MemcachedServer

    def test_returns_all_output_with_any_exit_code
      assert_equal "1.2\nerr\n", ask.call(ruby('puts "1.2"; $stdout.flush; warn "err"; exit 1'))
      assert_equal "", ask.call(ruby(""))
    end

    def test_a_command_that_cannot_be_run_is_nil
      assert_nil ask.call(["/nowhere/df"])
    end

    def test_one_that_hangs_is_ended
      pid = "#{folder}/pid"

      short = Tools::Ask.new(keeper, within_s: 0.5)
      assert_nil short.call(ruby("File.write(#{pid.dump}, Process.pid); sleep")) until File.exist?(pid)
      assert(Processes.eventually { !Processes.alive?(File.read(pid).to_i) })
    end

    def test_bytes_that_are_no_text_are_replaced
      assert_equal "a?b", ask.call(ruby('print "a\xFFb".b'))
    end

    def teardown = @folder && FileUtils.remove_entry(@folder)

    private

    def ask = Tools::Ask.new(keeper)
    def folder = @folder ||= Dir.mktmpdir
    def ruby(code) = [RbConfig.ruby, "--disable-gems", "-e", code]
  end
end
