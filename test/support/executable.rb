# frozen_string_literal: true

require "open3"

# Runs a program of the project as a user would: in a separate process, without
# what the test run put into the environment.
module Executable
  ROOT = File.expand_path("../..", __dir__)
  OURS = ENV.keys.grep(/\A(BUNDLE|RUBYOPT|RUBYLIB|GEM_|MT_|CACHEMARK)/).to_h { |name| [name, nil] }.freeze
  Result = Struct.new(:status, :out, :err)

  # The exit code (128 + signal for a killed one), stdout and stderr.
  def self.run(*args, program: "bin/cachemark", env: {}, chdir: Dir.pwd, stdin: "")
    program = File.expand_path(program, ROOT)
    out, err, status = Open3.capture3(OURS.merge(env), program, *args, chdir: chdir, stdin_data: stdin)
    Result.new(status.exitstatus || (128 + status.termsig), out, err)
  end
end
