# frozen_string_literal: true

require "json"

class Forks
  # Seconds that each test took when it ran last, kept next to what tests build: they only decide about the order.
  class Times
    def initialize(path = File.join(WarmCache.path, "times.json"))
      @path = path
      @known = JSON.parse(File.read(path))
    rescue SystemCallError, JSON::ParserError
      @known = {}
    end

    #: (Class, String) -> Numeric
    def of(klass, name) = @known.fetch("#{klass}##{name}") { klass.each_takes_s }

    #: (Minitest::Result) -> void
    def add(result)
      @known["#{result.klass}##{result.name}"] = result.time.round(3)
    end

    #: () -> void
    def keep
      FileUtils.mkdir_p(File.dirname(@path))
      Cachemark::AtomicFile.write(@path, JSON.generate(@known))
    end
  end
end
