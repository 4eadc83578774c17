# frozen_string_literal: true

# Who was started in the background of a shell ignores Ctrl-C, and under nohup SIGHUP, and so do those that it starts.
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
