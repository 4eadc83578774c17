# frozen_string_literal: true

require "test_helper"
require "open3"
require "rbconfig"
require "tmpdir"

class EnvDebianScriptTest < Minitest::Test
  Script = Cachemark::Env::Debian::Script

  def setup
    skip "this user may not mount in a namespace of his own here" unless OtherRoot.possible?
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

  def test_the_other_root_lies_over_the_machines_and_all_else_is_as_it_was
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
