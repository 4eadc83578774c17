# frozen_string_literal: true

# A process that a shell starts in the background ignores Ctrl-C, and under nohup SIGHUP, and so do its children.
module Heeding
  # Processes that are started meanwhile heed the signal.
  #: (String) { () -> Object } -> Object
  def heeding(signal)
    before = trap(signal, "DEFAULT")
    yield
  ensure
    trap(signal, before)
  end
end
