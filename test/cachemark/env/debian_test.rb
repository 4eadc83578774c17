# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "open3"
require "rbconfig"
require "tmpdir"

class EnvDebianInstallationTest < Minitest::Test
  Installation = Cachemark::Env::Debian::Installation

  def setup
    @cache = File.realpath(Dir.mktmpdir)
    @place = Installation.new(@cache, "ruby-3.3")
  end

  def teardown = FileUtils.rm_rf(@cache)

  def test_is_complete_only_after_the_last_step
    @place.prepare
    @place.write("#!/bin/sh\n")

    refute_predicate @place, :ready?
    assert_nil @place.description
    @place.finish("ruby 3.3.8")

    assert_predicate @place, :ready?
    assert_equal "ruby 3.3.8", @place.description
    assert_equal [@place.path], Installation.all(@cache).map(&:path)
  end

  def test_an_unchanged_executable_keeps_its_date
    @place.prepare
    @place.write("#!/bin/sh\n")
    File.utime(0, 0, @place.executable)
    @place.write("#!/bin/sh\n")
    assert_equal 0, File.mtime(@place.executable).to_i

    @place.write("#!/bin/sh\nexit\n")
    refute_equal 0, File.mtime(@place.executable).to_i
    assert_equal 0o755, File.stat(@place.executable).mode & 0o777
  end

  def test_knows_when_it_was_last_wanted
    @place.prepare
    @place.finish("ruby")
    File.utime(0, 0, "#{@place.path}/ready")
    assert_equal Time.at(0), @place.last_used_at

    @place.use
    refute_equal Time.at(0), @place.last_used_at
  end

  def test_a_new_build_begins_with_nothing
    @place.prepare
    File.write("#{@place.root}/half", "")
    @place.prepare

    assert_empty Dir.children(@place.root)
  end

  # A Ruby cannot be moved from the folder that had only Rubies.
  def test_one_in_the_folder_of_before_is_used
    FileUtils.mkdir_p("#{@cache}/rubies/ruby-3.4")
    @place.prepare

    assert_equal ["#{@cache}/runtimes/ruby-3.3", "#{@cache}/rubies/ruby-3.4"], Installation.all(@cache).map(&:path)
  end

  def test_those_of_a_language_and_their_tools
    %w[node-18 node-20 php-8.4].each do |name|
      place = Installation.new(@cache, name).tap(&:prepare)
      place.write("#!/bin/sh\n")
      place.write("#!/bin/sh\n", place.tool("npm")) if name.start_with?("node")
      place.finish(name) unless name == "node-20"
    end

    assert_equal({ "node" => ["#{@cache}/runtimes/node-18/node-18"] }, Installation.executables(@cache))
    assert_equal "#{@cache}/runtimes/node-18/npm", Installation.tool(@cache, "npm"), "the other one is not complete"
    assert_nil Installation.tool(@cache, "yarn")
  end

  def test_never_empties_a_mounted_file_system
    @place.prepare
    @place.finish("ruby")
    table = File.join(@cache, "mounts")
    File.write(table, "/dev/sda / ext4 rw 0 0\nproc #{@place.root}/a\\040b proc rw 0 0\n")
    error = assert_raises(Cachemark::Trouble) { @place.remove(mounts: table) }

    assert_match(/ b is a mounted file system: nothing was removed\n.*: umount #{@place.root}.a b\z/, error.message)
    assert_predicate @place, :ready?
    @place.remove
    refute_path_exists @place.path
  end
end

class EnvDebianOfferTest < Minitest::Test
  Offer = Cachemark::Env::Debian::Offer

  def test_names_what_there_is_for_what_there_is_not
    error = assert_raises(Cachemark::Usage) { Offer.named("ruby-9") }

    assert_match(/\ACachemark knows no Debian package for ruby-9\nchoose one of ruby-3\.1, ruby-3\.3, /, error.message)
    assert_match(/ruby-3\.3-yjit, ruby-3\.4, jruby-9\.3, jruby-9\.4, jruby-10, go-1\.24, /, error.message)
  end

  def test_each_is_found_by_its_name_and_runs_what_its_packages_bring
    Offer.all.each { |offer| assert_same offer, Offer.named(offer.name) }

    assert_equal %w[trixie /usr/bin/ruby3.3], [Offer.named("ruby-3.3").suite, Offer.named("ruby-3.3").executable]
    assert_empty %w[ruby3.4 ruby3.4-dev ruby-bundler] - Offer.named("ruby-3.4").packages
    assert_includes Offer.named("jruby-9.3").packages, "jruby"
    refute_includes Offer.named("jruby-9.3").packages, "build-essential"
  end

  # PHP's runtimes come to its contenders by themselves; those of Node.js and Go only on request.
  def test_each_language_states_its_own
    node, go, php = %w[node go php].map { |word| Offer.named(word) }

    assert_equal %w[node-20 go-1.24 php-8.2], [node, go, php].map(&:name)
    assert_equal ["node", "trixie", "/usr/bin/node", %w[npm]],
                 [node.language.name, node.suite, node.executable, node.runtime.tools]
    assert_empty %w[nodejs npm mount] - node.packages
    assert_equal %w[golang-1.24-go], go.packages
    assert_equal ["/a/node-20", "/a/go-1.24", "8.2"], [node, go, php].map { |offer| offer.word("/a/#{offer.name}") }
    assert_equal "node-18", Offer.of("18", node.language).name
    Offer.all.each { |offer| assert_operator offer.disk_mb, :>, 0, offer.name }
  end

  def test_a_word_with_a_slash_is_a_path
    %w[ruby-3.3 ruby-3.3-yjit jruby-9.4 ruby truffleruby-24].each { |word| assert Offer.name?(word), word }
    %w[./ruby-3.3 /usr/bin/ruby3.3 bin/ruby Ruby-3.3].each { |word| refute Offer.name?(word), word }
  end

  def test_advises_the_oldest_that_a_gem_takes
    assert_equal "ruby-3.3", Offer.meeting(">= 3.3").name
    assert_equal "ruby-3.1", Offer.meeting(">= 2.6, < 3.3").name
    assert_equal "ruby-3.4", Offer.meeting(">= 3.4").name
    assert_nil Offer.meeting(">= 3.5")
  end

  def test_knows_the_one_that_a_version_means
    { "3.4" => "ruby-3.4", "3.3" => "ruby-3.3", "ruby-3.3-yjit" => "ruby-3.3-yjit", "jruby-10" => "jruby-10",
      "jruby-9" => "jruby-9.3", "3.9" => nil, "3.3.8" => nil }.each do |word, name|
      name ? assert_equal(name, Offer.of(word).name, word) : assert_nil(Offer.of(word), word)
    end
    assert_equal %w[ruby-3.3-yjit ruby-3.3 ruby-3.4],
                 [["3.3", "yjit"], ["3.3", "off"], ["3.4", "yjit"]].map { |word, jit| Offer.of(word, jit: jit).name }
  end
end

class EnvDebianScriptTest < Minitest::Test
  Script = Cachemark::Env::Debian::Script

  def setup
    skip "this user may not mount in a private namespace here" unless OtherRoot.possible?
    @folder = File.realpath(Dir.mktmpdir("it's one"))
    OtherRoot.make(@folder)
    @executable = File.join(@folder, "ruby")
  end

  def teardown = @folder && FileUtils.rm_rf(@folder)

  # [pid, what the program printed, status].
  def run_ruby(program, *arguments, keep: [])
    File.write(@executable, Script.text(root: @folder, executable: RbConfig.ruby, keep: keep))
    File.chmod(0o755, @executable)
    Open3.popen3({ "RUBYOPT" => nil }, @executable, "-e", program, *arguments) do |input, out, err, process|
      input.close
      [process.pid, out.read + err.read, process.value]
    end
  end

  def test_the_other_root_covers_the_machines_and_nothing_else_changes
    pid, said, status = run_ruby('puts File.read("/etc/mark"), Process.pid, Dir.pwd, ARGV.inspect, File.exist?(ARGV[0])',
                                 __FILE__, "two words", "*")

    assert_predicate status, :success?, said
    assert_equal ["another root", pid.to_s, Dir.pwd, [__FILE__, "two words", "*"].inspect, "true"], said.lines(chomp: true)
  end

  def test_a_root_that_is_gone_is_not_the_machines_own_ruby
    File.delete("#{@folder}/usr")
    _, said, status = run_ruby("puts RUBY_VERSION")

    assert_equal [127, "#{@folder} is gone: make it again with cachemark env runtime\n"], [status.exitstatus, said]
  end

  def test_nothing_is_mounted_for_others_and_nothing_stays
    File.write("#{@folder}/etc/hosts", "")
    _, inside, = run_ruby('puts File.readlines("/proc/self/mounts").map { |line| line.split[1] }')

    assert_includes inside.lines(chomp: true), "/etc"
    refute_path_exists "/etc/mark"
    assert_empty OtherRoot.mounts_below(@folder)
  end

  def test_names_stay_the_machines_own
    File.write("#{@folder}/etc/passwd", "")
    _, said, = run_ruby('puts File.read("/etc/passwd")')

    assert_equal File.read("/etc/passwd"), said
  end

  def test_folders_that_would_be_hidden_are_kept
    kept = Dir.glob("/etc/*/").map { |path| path.chomp("/") }.find { |path| File.readable?(path) && Dir.children(path).any? }
    FileUtils.mkdir_p("#{@folder}#{kept}")
    list = "puts Dir.children(#{kept.dump}).size"

    found = [[], [kept]].map { |keep| run_ruby(list, keep: keep)[1].to_i }

    assert_equal [0, Dir.children(kept).size], found
  end

  def test_its_exit_is_the_rubys
    assert_equal 7, run_ruby("exit 7").last.exitstatus
    assert_equal "TERM", Signal.signame(run_ruby("Process.kill(:TERM, $$); sleep").last.termsig)
  end

  def test_knows_what_would_be_hidden
    assert_equal ["/usr/src/app", "/lib/x"], Script.hidden(%w[/usr/src/app /home/me/app /usrlocal /lib/x /usr/src/app])
  end
end
