# frozen_string_literal: true

# A JRuby for tests: CACHEMARK_JRUBY names one; else the one in PATH, or one that
# `cachemark env runtime jruby-9.4` has made.
module JRuby
  # Absolute path, or nil.
  def self.path
    made = Cachemark::Env::Debian::Installation.all(Cachemark::Paths.new.cache).select(&:ready?).map(&:executable)
    found = [ENV["CACHEMARK_JRUBY"], *ENV.fetch("PATH", "").split(":").map { |folder| "#{folder}/jruby" }, *made.grep(/jruby/)]
    found.compact.find { |path| File.executable?(path) }
  end

  # Absolute path; skips the test that asks where there is none.
  def self.path_for(test)
    path || test.skip("no JRuby is here: name one in CACHEMARK_JRUBY, or: cachemark env runtime jruby-9.4")
  end
end
