# frozen_string_literal: true

# A JRuby for tests: CACHEMARK_JRUBY names one; else the one in PATH. The one that `cachemark env runtime jruby-9.4` has made is
# used only by that name, because its tests start a JVM for each actor, and take a quarter of an hour.
module JRuby
  # Absolute path, or nil.
  def self.path
    found = [ENV["CACHEMARK_JRUBY"], *ENV.fetch("PATH", "").split(":").map { |folder| "#{folder}/jruby" }]
    found.compact.find { |path| File.executable?(path) }
  end

  # Absolute path; skips the test that asks where there is none.
  def self.path_for(test)
    path || test.skip("no JRuby is named: set CACHEMARK_JRUBY to one, such as that of: cachemark env runtime jruby-9.4")
  end
end
