# frozen_string_literal: true

require "fileutils"
require "json"
require "rbconfig"
require "tmpdir"

# What a run stands on, for tests of the lab: a real memcached, the driver of the
# project or a made one that misbehaves, and a record in a folder of its own.
module ALab
  include MemcachedServer

  MADE_DRIVER = File.expand_path("../fixtures/made_driver.rb", __dir__)
  FACTS = Cachemark::Host::Machine.facts.freeze
  CLOCK = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
  # A kernel that does not tell what its host takes: what tests show must not depend on this machine's host.
  UNTOLD = Cachemark::Host::Steal.new(root: File::NULL)
  # Nothing is pinned: tests run beside each other.
  ANYWHERE = Cachemark::Host::Placement.new(name: "one-core", server_cpus: [], driver_cpus: [], own_cpus: [], pinned: false)

  # Hears what the lab tells, and can do something when it does.
  class Listener
    def initialize
      @told = []
      @deeds = {}
    end

    def at(event, &deed) = @deeds[event] = deed

    def tell(event, **facts)
      @told << [event, facts]
      @deeds[event]&.call
    end

    def of(event) = @told.filter_map { |name, facts| facts if name == event }
  end

  def folder = @folder ||= Dir.mktmpdir("cachemark-lab")

  def live = @live ||= Listener.new

  def writer = @writer ||= Cachemark::Record::Writer.create(File.join(folder, "run.jsonl"))

  # The rig of these contenders; `made` are answers of the made driver by contender id,
  # `others` environments that the test made.
  #: (?Array[Contender], ?made: Hash[String, Hash], ?ring: Host::Ring, ?others: Hash, ?steal: #sample) -> Cachemark::Lab::Rig
  def rig(contenders = [MadeCells.contender], made: {}, ring: Cachemark::Host::Ring.new([memcached]), others: {}, steal: UNTOLD)
    environments = contenders.to_h { |contender| [contender.id, environment(contender.id, made[contender.id])] }
    made = Cachemark::Lab::Rig.new(keeper: keeper, ring: ring, placement: ANYWHERE, environments: environments.merge(others),
                                   logs: File.join(folder, "logs"), steal: steal)
    made.tap { (@rigs ||= []) << made }
  end

  #: (String, ?Hash[Symbol, Object]) -> Cachemark::Env::Environment
  def environment(id, answers = nil, **more)
    argv = answers ? [RbConfig.ruby, "--disable-gems", MADE_DRIVER, JSON.generate(answers)] : [RbConfig.ruby]
    Cachemark::Env::Environment.new(contender_id: id, argv: argv, env: ENV.to_h.slice("PATH").merge("LANG" => "C.UTF-8"),
                                    dir: folder, lock: "", lock_digest: "e3b0", gems: {}, expected: [], **more,
                                    runtime: Cachemark::Env::Runtime.current.facts)
  end

  # A measurement moves its own process off the measured cores; a test run wants them back.
  def unpin
    Cachemark::Host::Placement.choose("one-core", FACTS).pin(keeper, Process.pid, FACTS["allowed_cpus"])
  end

  def after_teardown
    super
    @writer&.close
    @rigs&.each(&:tidy)
    FileUtils.remove_entry(@folder) if @folder
  end
end
