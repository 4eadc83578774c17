# frozen_string_literal: true

# Ruby's warnings about our own files fail the tests. Those about gems are not
# ours to fix, and are ignored.
module OwnWarnings
  ROOT = File.expand_path("../..", __dir__)
  SEEN = []

  # Called by Ruby for every warning.
  #: (String, **untyped) -> void
  def warn(message, **)
    SEEN << message if message.start_with?(ROOT, "(eval") || !message.match?(%r{\A/.*:\d+: warning})
  end

  # For minitest's summary, whose last lines stay the last.
  module Fail
    def report
      io.puts "", "#{SEEN.size} warnings about our own files, which fail the run:", SEEN.uniq if SEEN.any?
      super
    end

    def passed? = super && SEEN.empty?
  end
end
