# frozen_string_literal: true

require "open3"
require "stringio"
require "tmpdir"

# The completion script of a shell, in a file, for tests that ask the real shell what it completes.
module AShellScript
  #: (String) { (String) -> Object } -> Object
  def with_script(shell)
    skip "#{shell} is not on this machine: apt-get install #{shell}" unless system("command -v #{shell} >/dev/null")

    Dir.mktmpdir do |folder|
      path = File.join(folder, "script")
      Cachemark::CLI.call(["completion", shell], out: out = StringIO.new, err: StringIO.new)
      File.write(path, out.string)
      yield path
    end
  end

  # The output of a program, which must have nothing to complain of.
  #: (*String) -> String
  def answer(*argv, **settings)
    out, err, status = Open3.capture3(*argv, **settings)
    assert_equal ["", true], [err, status.success?], argv.join(" ")
    out
  end
end
