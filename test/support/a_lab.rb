# frozen_string_literal: true

require "fileutils"
require "json"
require "rbconfig"
require "tmpdir"

# The parts of a run, for tests of the lab: a real memcached, the driver of the project or a made
# one, and a record in a temporary folder.
module ALab
  include MemcachedServer

  MADE_DRIVER = File.expand_path("made_driver.rb", __dir__)
  FACTS = Cachemark::Host::Machine.facts.freeze
  CLOCK = Cachemark::Clock
  # A kernel that does not report steal time: what tests show must not depend on this machine's host.
  UNKNOWN_STEAL = Cachemark::Host::StealTime.new(root: File::NULL)
  # Nothing is pinned: tests run at the same time.
  ANYWHERE = Cachemark::Host::Placement.new(name: "one-core", server_cpus: [], driver_cpus: [], own_cpus: [], pinned: false)

  # Keeps the events of a run, and can do something at one of them.
  class Listener
    def initialize
      @events = []
      @deeds = {}
    end

    def at(event, &deed) = @deeds[event] = deed

    def notify(event, **facts)
      @events << [event, facts]
      @deeds[event]&.call
    end

    def of(event) = @events.filter_map { |name, facts| facts if name == event }
  end

  # Starts no process for a driver whose answers need none.
  class Engine < Cachemark::Lab::Engine
    INSTRUMENTS = [NilClass, Cachemark::Lab::Instruments::Strace, Cachemark::Lab::Instruments::Trace].freeze

    def driver(contender, aside: false, inside: nil)
      *, program, answers = environments.fetch(contender.id).argv
      return super if program != MADE_DRIVER || placement.pinned || INSTRUMENTS.none? { |one| inside.is_a?(one) }

      answers = JSON.parse(answers)
      MadeDriver::Session.enough?(answers) ? made(answers, *inside&.argv(contender.language)) : super
    end

    private

    def started(argv:, **how) = argv.include?(MADE_DRIVER) ? MadeDriver::OfProcess.start(argv: argv, **how) : super

    # strace writes a file, in which no call is.
    def made(answers, *words)
      FileUtils.touch(words[words.index("-o") + 1]) if words.include?("-o")
      MadeDriver::Session.new(answers)
    end
  end

  def folder = @folder ||= Dir.mktmpdir("cachemark-lab")

  def live = @live ||= Listener.new

  def writer = @writer ||= Cachemark::Record::Writer.create(File.join(folder, "run.jsonl"))

  def stop = @stop ||= Cachemark::Lab::Stop.new

  # Ends the run as a signal does.
  def interrupt = stop.instance_variable_set(:@signal, "INT")

  # The engine of these contenders; `made` are answers of the made driver by contender id, `others` environments that the
  # test made, `environments` all of them. `member` meets other hosts.
  #: (?Array[Contender], ?made: Hash[String, Hash], ?ring: Host::Ring, ?others: Hash, ?member: Object?, **Object) -> Cachemark::Lab::Engine
  def engine(contenders = [MadeCells.contender], made: {}, ring: Cachemark::Host::Ring.new([memcached]), others: {}, member: nil,
             environments: contenders.to_h { |contender| [contender.id, environment(contender.id, made[contender.id])] }, **more)
    parts = { placement: ANYWHERE, logs: File.join(folder, "logs"), steal: UNKNOWN_STEAL, writer: writer, live: live, stop: stop,
              clock: CLOCK, others: member }
    engine = Engine.new(keeper: keeper, ring: ring, environments: environments.merge(others), **parts, **more)
    engine.tap { (@engines ||= []) << engine }
  end

  # A process of the contender with its client loaded, ended with the test.
  #: (Cachemark::Lab::Engine, Contender, **Object) -> Cachemark::Lab::ClientProcess
  def client_process(engine, contender, name: "p1", **place)
    process = Cachemark::Lab::ClientProcess.start(engine, contender, name: name, **place)
    process.tap { (@processes ||= []) << process }
  end

  #: (String, ?Hash[Symbol, Object]) -> Cachemark::Env::Environment
  def environment(id, answers = nil, **more)
    argv = answers ? [RbConfig.ruby, "--disable-gems", MADE_DRIVER, JSON.generate(answers)] : [RbConfig.ruby]
    Cachemark::Env::Environment.new(contender_id: id, argv: argv, env: ENV.to_h.slice("PATH").merge("LANG" => "C.UTF-8"),
                                    dir: folder, lock: "", lock_digest: "e3b0", gems: {}, expected: [], **more,
                                    runtime: Cachemark::Env::Runtimes::Runtime.current.facts)
  end

  # A measurement moves its own process off the measured cores; a test run wants them back.
  def unpin
    Cachemark::Host::Placement.choose("one-core", FACTS).pin(keeper, Process.pid, FACTS["allowed_cpus"])
  end

  def after_teardown
    super
    @processes&.each(&:kill)
    @writer&.close
    @engines&.each(&:tidy)
    FileUtils.remove_entry(@folder) if @folder
  end
end
