# frozen_string_literal: true

require "test_helper"

# An audit starts no other process and opens no connection.
class AuditProcessTest < Minitest::Test
  def test_nothing_starts
    skip "needs strace" unless system("strace", "-V", out: File::NULL, err: File::NULL)
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "Gemfile.lock"), MadeAudit.gems(dalli: "3.2.8").values.first)
      File.write(File.join(folder, "Gemfile"), "raise 'evaluated'\n")
      program = File.join(Executable::ROOT, "exe/cachemark")
      trace = File.join(folder, "trace")
      out, status = Open3.capture2("strace", "-f", "-o", trace, "-e", "trace=execve,connect,bind", RbConfig.ruby,
                                   *$LOAD_PATH.flat_map { |path| ["-I", path] }, program, "audit", folder)

      assert_equal 1, status.exitstatus
      assert_match(/\A8 advisories and 4 findings hold for dalli 3\.2\.8\.\n/, out)
      assert_equal 1, File.readlines(trace).grep(/execve|connect|bind/).grep_v(/ENOENT|exited/).size
    end
  end

  def test_from_a_clone
    Dir.mktmpdir do |folder|
      result = Executable.run("audit", folder)

      assert_equal [3, ""], [result.status, result.out]
      assert_match(/\Acachemark: .* has no lock file that Cachemark reads\nTry: /, result.err)
    end
  end
end
