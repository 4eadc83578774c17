# frozen_string_literal: true

# The keeper of all tests of a process, one after the other: a test that ends it leaves the next one another.
class SharedKeeper < Cachemark::Host::Keeper
  # Forks the drivers that most tests use. It finds its Ruby in this variable.
  FORKING = File.expand_path("../fixtures/keeper/ruby", __dir__)
  RUBY = "CACHEMARK_TEST_RUBY"
  private_constant :FORKING, :RUBY

  #: () -> SharedKeeper
  def self.current = @current&.alive? ? @current : @current = forking

  def self.forking
    ENV[RUBY] = RbConfig.ruby
    start(env: ENV.to_h.except(RUBY), ruby: FORKING)
  ensure
    ENV.delete(RUBY)
  end
  private_class_method :forking

  # Ends what was started since it was asked last.
  #: () -> void
  def self.sweep = @current&.sweep

  def initialize(...)
    @started = Queue.new
    super
  end

  def spawn(...) = super.tap { |child| @started << child }

  # A keeper that a test kills cannot remove it.
  def folder(...) = super.tap { |path| at_exit { FileUtils.rm_rf(path) } }

  #: () -> void
  def sweep
    @started.pop.stop(grace_s: 0) until @started.empty?
  end
end
