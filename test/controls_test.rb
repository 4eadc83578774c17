# frozen_string_literal: true

require "test_helper"

# Each deliberately broken client is caught by each fault that names it, and each case catches one: one that cannot fail shows
# nothing.
class ControlsTest < Minitest::Test
  include ALab

  FAULTS = Cachemark::Catalog.load.faults.values
  PYTHONS, RUBYS = FAULTS.flat_map(&:controls).uniq.sort.partition { |mutant| mutant.start_with?("python/") }
  FOLDERS = { "" => "ruby", "python/" => "python" }.freeze
  CASES = FAULTS.to_h { |one| [one.id, Cachemark::Fault::Case.all([one]).map(&:id)] }
  # They wait most of the time.
  AT_ONCE = 5
  # Trials of a case, and faults in a row: a mutant shows at once, or soon.
  TRIES = 2
  TIMES = 25

  def test_every_mutant_has_a_fault_and_every_control_a_mutant
    there = FOLDERS.flat_map do |prefix, language|
      folder = File.expand_path("../drivers/#{language}/mutants", __dir__)
      Dir.children(folder).grep(/\.(rb|py)\z/).map { |name| prefix + name[/[^.]+/] }
    end

    assert_equal there.sort, FAULTS.flat_map(&:controls).uniq.sort
  end

  def test_every_fault_has_a_mutant_and_every_mutant_at_most_four_faults
    assert_empty FAULTS.select { |fault| fault.controls.empty? }.map(&:id)
    assert_empty FAULTS.flat_map(&:controls).tally.select { |_, count| count > 4 }
  end

  # What mutants are made of is no mutant: without it they would not be caught.
  def test_the_parts_of_mutants_pass
    parts = Dir.children(File.expand_path("../drivers/ruby/mutants/parts", __dir__)).map { |name| "parts/#{name[/[^.]+/]}" }
    cases = { "parts/idle" => %w[cut/between-calls-by-end-in-get cut/before-reply-by-end-in-set],
              "parts/numbered" => %w[reply/wrong-opaque-to-get reply/wrong-opaque-to-multi key/longest],
              "parts/owing" => %w[interrupt/timeout-in-get interrupt/pause-in-body-of-get slow/timeout-in-get] }
    assert_equal parts.sort, cases.keys

    engine = engine(parts.map { |part| contender(part) })
    outcomes = cases.to_h { |part, ids| [part, with_runner(engine, part) { |runner| ids.map { |id| runner.call(found(id)).outcome } }] }
    assert_equal(cases.transform_values { |ids| ids.map { "PASS" } }, outcomes)
  end

  def test_without_a_mutant_it_is_right
    control = MadeCells.contender("control")
    runner = Cachemark::Lab::Check::FaultRunner.new(engine([control]), control, 7)

    assert_equal "PASS", runner.call(found("interrupt/timeout-in-get")).outcome
  ensure
    runner&.stop
  end

  def test_every_fault_catches_its_controls_and_every_case_one_of_them
    proven(RUBYS, engine([reference, *RUBYS.map { |mutant| contender(mutant) }]), FAULTS.select { |one| ruby?(one) })
  end

  def test_faults_catch_the_controls_of_python_and_their_own_cases_one_of_them
    environment = DrivenClient.environment(DrivenClient.contender("python/control"))
    skip(environment.reason) if environment.is_a?(Cachemark::Env::Unavailable)

    proven(PYTHONS, engine([reference], others: PYTHONS.to_h { |mutant| [mutant, environment] }), FAULTS.reject { |one| ruby?(one) })
  end

  private

  def reference = @reference ||= MadeCells.contender("socket")

  # "python/NAME" is a mutant of Python's control.
  def contender(mutant)
    name = mutant.delete_prefix("python/")
    MadeCells.contender(name == mutant ? "control" : "python/control").with(id: mutant, options: { "mutant" => name })
  end

  # Whether a mutant of Ruby's is to be caught by it.
  def ruby?(fault) = fault.controls.intersect?(RUBYS)

  # Each mutant fails in a case at least of each fault that names it, and each case of these faults sees that something is
  # wrong with one mutant at least.
  def proven(mutants, engine, faults)
    outcomes = examined(mutants, engine)
    missed = mutants.flat_map do |mutant|
      bad = outcomes[mutant].select { |_, outcome| bad?(outcome) }.keys
      named(mutant).reject { |one| CASES.fetch(one.id).intersect?(bad) }.map { |one| "#{mutant}: #{one.id}" }
    end
    assert_empty missed

    seen = outcomes.values.flat_map { |own| own.select { |_, outcome| bad?(outcome) || outcome == "NON-STRICT" }.keys }
    assert_empty Cachemark::Fault::Case.all(faults).map(&:id) - seen
  end

  # {mutant => {case's id => outcome}} of the faults that name it.
  def examined(mutants, engine)
    queue = Queue.new.tap { |all| mutants.each { |mutant| all << mutant } }.close
    Array.new(AT_ONCE) { Thread.new { work(engine, queue) } }.flat_map(&:value).to_h
  end

  def work(engine, queue)
    found = []
    while (mutant = queue.shift)
      cases = Cachemark::Fault::Case.all(named(mutant).map { |one| briefly(one) })
      found << [mutant, with_runner(engine, mutant) { |runner| cases.to_h { |one| [one.id, runner.call(one).outcome] } }]
    end
    found
  end

  def named(mutant) = FAULTS.select { |fault| fault.controls.include?(mutant) }

  def bad?(outcome) = Cachemark::Vocabulary::Outcomes.bad?(outcome)

  def with_runner(engine, mutant)
    exam = Cachemark::Plan::Exam.new(contender: contender(mutant), cases: [], control: mutant, peers: [reference])
    runner = Cachemark::Lab::Check::FaultRunner.new(engine, exam.contender, 7, peers: exam.peers, effort: exam.effort)
    yield runner
  ensure
    runner&.stop
  end

  def found(id) = Cachemark::Fault::Case.all(FAULTS.map { |one| briefly(one) }).find { |one| one.id == id }

  def briefly(fault)
    repeats = fault.repeats.is_a?(Integer) ? [fault.repeats, TRIES].min : fault.repeats
    fault.with(steps: fewer(fault.steps), repeats: repeats)
  end

  def fewer(steps)
    steps.map do |step|
      again = step["again"] or next step
      { "again" => { "times" => [again["times"], TIMES].min, "steps" => fewer(again["steps"]) } }
    end
  end
end
