# frozen_string_literal: true

require "test_helper"

# Every fault catches the mutants that it names, and every case catches a mutant: a case that cannot fail would prove nothing.
class ControlsTest < Minitest::Test
  include ALab

  each_takes 40

  FAULTS = Cachemark::Catalog.load.faults.values
  # Those of each language. "python/NAME" is a mutant of Python's control, and "NAME" of Ruby's.
  MUTANTS = FAULTS.flat_map(&:controls).uniq.sort.group_by { |mutant| mutant[%r{\A(\w+)/}, 1] || "ruby" }.freeze
  RUBYS = MUTANTS.fetch("ruby")
  # Mutants wait most of the time.
  AT_ONCE = 8
  # Trials of a case, and faults in a row: most mutants are caught at once.
  TRIES = 2
  TIMES = 25
  # About how long a client hangs that does not time out.
  HANGS_MS = 10_000
  # On a busy machine, the pieces of a reply may arrive together, and a call may end before its interrupt.
  PATIENT_TRIES = 20

  def test_every_mutant_has_a_fault_and_every_control_a_mutant
    drivers = File.expand_path("../drivers", __dir__)
    there = Dir.glob("*/mutants/*.*", base: drivers).map { |path| path[/[^.]+/].sub("/mutants/", "/").delete_prefix("ruby/") }

    assert_equal there.sort, MUTANTS.values.flatten.sort
  end

  def test_every_fault_has_a_mutant_and_every_mutant_at_most_four_faults
    assert_empty FAULTS.select { |fault| fault.controls.empty? }.map(&:id)
    assert_empty FAULTS.flat_map(&:controls).tally.select { |_, count| count > 4 }
  end

  # Neither the control nor the parts alone must be what is caught.
  def test_the_control_and_the_parts_of_mutants_pass
    parts = Dir.children(File.expand_path("../drivers/ruby/mutants/parts", __dir__)).map { |name| "parts/#{name[/[^.]+/]}" }
    old_server = %w[get multi set incr delete].flat_map { |call| ["server/too-old-for-#{call}", "reply/error-to-#{call}"] }
    passing = { "parts/answered" => %w[quiet/read-meanwhile quiet/too-large quiet/interrupted-by-timeout],
                "parts/idle" => %w[cut/between-calls-by-end-in-get cut/before-reply-by-end-in-set],
                "parts/meta" => old_server,
                "parts/misses" => %w[reply/error-to-get reply/error-to-multi],
                "parts/numbered" => %w[reply/wrong-opaque-to-get reply/wrong-opaque-to-multi key/longest],
                "parts/owing" => %w[interrupt/timeout-in-get interrupt/pause-in-body-of-get slow/timeout-in-get],
                "parts/sasl" => %w[login/wrong-password-by-sasl login/wrong-password-by-text] }
    assert_equal parts.sort, passing.keys

    control = MadeCells.contender("control")
    outcomes = with_workplace(engine([control, *parts.map { |part| contender(part) }])) do |workplace|
      whole = Cachemark::Lab::Check::FaultRunner.new(workplace, control, 7).call(found("interrupt/timeout-in-get")).outcome
      passing.to_h { |part, ids| [part, ids.map { |id| runner(workplace, part).call(found(id)).outcome }] }
             .merge("no mutant" => [whole])
    end
    assert_equal(passing.merge("no mutant" => [1]).transform_values { |ids| ids.map { "PASS" } }, outcomes)
  end

  def test_every_fault_catches_its_controls_and_every_case_one_of_them
    assert_caught(RUBYS, engine([reference, *RUBYS.map { |mutant| contender(mutant) }]), FAULTS.select { |fault| ruby?(fault) })
  end

  # Cases that have mutants of Ruby catch those.
  MUTANTS.except("ruby").each do |language, mutants|
    define_method(:"test_faults_catch_the_controls_of_#{language}_and_their_own_cases_one_of_them") do
      environment = DrivenClient.environment(DrivenClient.contender("#{language}/control"))
      skip(environment.reason) if environment.is_a?(Cachemark::Env::Unavailable)

      engine = engine([reference], others: mutants.to_h { |mutant| [mutant, environment] })
      assert_caught(mutants, engine, FAULTS.select { |fault| fault.controls.intersect?(mutants) && !ruby?(fault) })
    end
  end

  private

  def reference = @reference ||= MadeCells.contender("socket")

  def contender(mutant)
    language, _, name = mutant.rpartition("/")
    MadeCells.contender(MUTANTS.key?(language) ? "#{language}/control" : "control")
             .with(id: mutant, options: { "mutant" => MUTANTS.key?(language) ? name : mutant })
  end

  # Whether it names a mutant of Ruby's.
  def ruby?(fault) = fault.controls.intersect?(RUBYS)

  # Each mutant is caught by each fault that names it, and each case of these faults catches a mutant, if only as NON-STRICT.
  # A case with a trial for each byte or line is long. A mutant that is caught leaves its other long cases to the second pass.
  # There, the mutants of a fault take turns.
  def assert_caught(mutants, engine, faults)
    @lock = Mutex.new
    @caught = Set.new
    @seen = Set.new
    @wanted = cases(faults, TRIES).to_set(&:id)
    at_once(longest_first(mutants), engine) do |mutant, workplace|
      examine(mutant, workplace, named(mutant), TRIES) { |one| !one.long? }
    end
    [TRIES, PATIENT_TRIES].each do |tries|
      at_once(mutants.flat_map { |mutant| named(mutant) }.uniq, engine) do |fault, workplace|
        (fault.controls & mutants).each { |mutant| examine(mutant, workplace, [fault], tries) { true } }
      end
    end

    assert_empty pairs(mutants) - @caught.to_a
    assert_empty @wanted.to_a - @seen.to_a
  end

  # [[mutant, fault], ...]
  def pairs(mutants) = mutants.flat_map { |mutant| named(mutant).map { |fault| [mutant, fault.id] } }

  # Those that wait longest come first, so that none of them is left alone in the end.
  def longest_first(mutants) = mutants.sort_by { |mutant| -waits_ms(cases(named(mutant), TRIES)) }

  def waits_ms(cases) = cases.sum { |one| one.waits_ms + (one.impatient ? HANGS_MS : 0) }

  def at_once(jobs, engine)
    queue = Queue.new
    jobs.each { |job| queue << job }
    queue.close
    threads = Array.new(AT_ONCE) do
      Thread.new { with_workplace(engine) { |workplace| while (job = queue.shift) do yield(job, workplace) end } }
    end
    threads.each(&:join)
  end

  # Once the mutant is caught, only the cases for which the block is true are made.
  def examine(mutant, workplace, faults, tries)
    return if cases(faults, tries).all? { |one| settled?(mutant, one) }

    runner = runner(workplace, mutant)
    faults.each do |fault|
      cases([fault], tries).sort_by { |one| seen?(one) ? 1 : 0 }.each do |one|
        next if settled?(mutant, one) || (caught?(mutant, one) && !yield(one))

        note(mutant, one, runner.call(one).outcome)
      end
    end
  end

  # Whether the mutant is caught, and this case has shown that it can fail.
  def settled?(mutant, one) = caught?(mutant, one) && (seen?(one) || !@wanted.include?(one.id))

  def caught?(mutant, one) = @lock.synchronize { @caught.include?([mutant, one.fault.id]) }

  def seen?(one) = @lock.synchronize { @seen.include?(one.id) }

  def note(mutant, one, outcome)
    @lock.synchronize do
      @caught << [mutant, one.fault.id] if bad?(outcome)
      @seen << one.id if bad?(outcome) || outcome == "NON-STRICT"
    end
  end

  def named(mutant) = FAULTS.select { |fault| fault.controls.include?(mutant) }

  def bad?(outcome) = Cachemark::Vocabulary::Outcomes.bad?(outcome)

  def with_workplace(engine)
    workplace = Cachemark::Lab::Check::Workplace.new(engine)
    yield workplace
  ensure
    workplace.stop
  end

  def runner(workplace, mutant)
    exam = Cachemark::Plan::Exam.new(contender: contender(mutant), cases: [], control: mutant, peers: [reference])
    Cachemark::Lab::Check::FaultRunner.new(workplace, exam.contender, 7, peers: exam.peers, effort: exam.effort)
  end

  def found(id) = cases(FAULTS, TRIES).find { |one| one.id == id }

  def cases(faults, tries)
    Cachemark::Fault::Case.all(faults.map do |fault|
      repeats = fault.repeats.is_a?(Integer) ? [fault.repeats, tries].min : fault.repeats
      fault.with(steps: fewer(fault.steps), repeats: repeats)
    end)
  end

  def fewer(steps)
    steps.map do |step|
      again = step["again"] or next step
      { "again" => { "times" => [again["times"], TIMES].min, "steps" => fewer(again["steps"]) } }
    end
  end
end
