# frozen_string_literal: true

require "open3"

module Check
  # The manual page is what the commands declare.
  class Manual
    PAGE = "man/cachemark.1"

    def initialize(tree)
      @tree = tree
    end

    #: () -> Array[String]
    def problems
      return ["#{PAGE}: absent; #{MAKE}"] unless @tree.file?(PAGE)

      made, status = Open3.capture2("sh", @tree.absolute("bin/cachemark"), "help", "man")
      return ["bin/cachemark: help man ends with #{status.exitstatus}"] unless status.success?

      made == @tree.read(PAGE) ? [] : ["#{PAGE}: is not what the commands declare now; #{MAKE}"]
    end

    MAKE = "build it again: bin/cachemark help man > #{PAGE}".freeze
    private_constant :MAKE
  end
end
