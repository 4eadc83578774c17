# frozen_string_literal: true

require "rbconfig"

# The other runtimes of this machine that can repeat a driver's contract: Rubies in the cache of `cachemark env runtime`, and
# Pythons of version managers. A quarter of the tests runs on one of them, drawn by the seed, so that a whole run takes hardly
# longer. CACHEMARK_EVERY_RUNTIME=1 runs each test on each.
module OtherRuntimes
  # `command` is the start of argv, or nil; `lack` says why.
  Other = Struct.new(:name, :command, :lack, keyword_init: true)

  Debian = Cachemark::Env::Debian
  # The oldest minor version of Python 3 that is of interest, since Debian's are tested anyway.
  OLDEST = 12
  # Of so many tests, one is repeated.
  SHARE = 4

  class << self
    # Those of MRI.
    #: () -> Array[Other]
    def rubies
      offers = Debian::Offer.all.select { |offer| offer.name.start_with?("ruby-") }
      [*own_jit, *offers.filter_map { |offer| ruby(offer) }]
    end

    # One for each minor version.
    #: () -> Array[Other]
    def pythons
      found = folders.flat_map { |folder| Dir.glob("#{folder}/python3.*") }.select { |path| path[/\.(\d+)\z/, 1].to_i >= OLDEST }
      found = found.uniq { |path| File.basename(path) }.sort
      return [Other.new(name: "Python 3.#{OLDEST} or later", lack: "no version manager has one")] if found.empty?

      found.map { |path| Other.new(name: File.basename(path), command: ["env", "-i", path]) }
    end

    # Makes a test class for each, of a contract that asks for `command`.
    #: (Module, Array[Other]) -> void
    def repeat(contract, others)
      ready = others.select(&:command)
      others.each do |other|
        tests = other.command ? repeated(contract, other, ready) : lacking(other)
        contract.const_set("On#{other.name.capitalize.gsub(/\W/, "_")}", tests)
      end
    end

    private

    def own_jit
      [Other.new(name: "ruby-#{minor(RUBY_VERSION)}-own-yjit", command: [RbConfig.ruby, "--yjit"])] if defined?(RubyVM::YJIT)
    end

    def minor(version) = version[/\A\d+\.\d+/]

    def ruby(offer)
      return if offer.version == minor(RUBY_VERSION) && !offer.source

      place = Debian::Installation.new(Cachemark::Paths.new.cache, offer.name)
      return Other.new(name: offer.name, lack: "cachemark env runtime #{offer.name} prepares it") unless place.ready?

      Other.new(name: offer.name, command: [place.executable, *("--yjit" if offer.source)])
    end

    def folders
      places = Cachemark::Vocabulary::Language.all.fetch("python").search.places
      below = places.flat_map { |place| place.below.grep(/\A~/).map { |text| [File.expand_path(text), place.folders] } }
      below.flat_map { |base, pattern| Dir.glob("#{base}/#{pattern}") } + ENV.fetch("PATH", "").split(":")
    end

    def repeated(contract, other, ready)
      Class.new(Minitest::Test) do
        include contract

        define_method(:command) { other.command }
        define_singleton_method(:runnable_methods) do
          super().select { |name| ENV["CACHEMARK_EVERY_RUNTIME"] || OtherRuntimes.drawn(name, ready) == other }
        end
      end
    end

    def lacking(other)
      Class.new(Minitest::Test) do
        define_method(:test_the_contract) { skip "#{other.name}: #{other.lack}" }
      end
    end
  end

  # The runtime on which a test is repeated, or nil. Each is equally likely.
  #: (String, Array[Other]) -> Other?
  def self.drawn(name, ready) = ready[Random.new(Minitest.seed + name.sum(32)).rand(ready.size * SHARE)]
end
