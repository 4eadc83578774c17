# frozen_string_literal: true

module Cachemark
  # Root of every error that Cachemark raises on purpose. The message says what
  # happened and where; `try` says what to do next. Only exe/cachemark prints it.
  class Error < StandardError
    # String or nil: the next step for the user.
    attr_reader :try

    #: (String, ?try: String?) -> void
    def initialize(what, try: nil)
      @try = try
      super([what, try].compact.join("\n"))
    end

    # Integer: the exit code of a command that ends with this error.
    def exit_code = 3
  end

  # Raised when what the user asked for is wrong: exit 2, before anything starts.
  class Usage < Error
    def exit_code = 2
  end

  # Raised when the machine, a package, a server or a driver lets us down: exit 3.
  class Trouble < Error
  end
end
