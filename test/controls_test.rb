# frozen_string_literal: true

require "test_helper"

# Each deliberately broken client is caught by each situation that names it, and each case catches one: one that cannot fail shows
# nothing.
class ControlsTest < Minitest::Test
  include ALab

  SITUATIONS = Cachemark::Catalog.load.situations.values
  PYTHONS, RUBYS = SITUATIONS.flat_map(&:controls).uniq.sort.partition { |flaw| flaw.start_with?("python/") }
  FOLDERS = { "" => "ruby", "python/" => "python" }.freeze
  CASES = SITUATIONS.to_h { |one| [one.id, Cachemark::Fault::Case.all([one]).map(&:id)] }
  # They wait most of the time.
  AT_ONCE = 5
  # Trials of a case, and faults in a row: a flaw shows at once, or soon.
  TRIES = 2
  TIMES = 25

  def test_every_flaw_has_a_situation_and_every_control_a_flaw
    there = FOLDERS.flat_map do |prefix, language|
      folder = File.expand_path("../drivers/#{language}/flaws", __dir__)
      Dir.children(folder).grep(/\.(rb|py)\z/).map { |name| prefix + name[/[^.]+/] }
    end

    assert_equal there.sort, SITUATIONS.flat_map(&:controls).uniq.sort
  end

  def test_every_situation_has_a_flaw_and_every_flaw_at_most_four_situations
    assert_empty SITUATIONS.select { |situation| situation.controls.empty? }.map(&:id)
    assert_empty SITUATIONS.flat_map(&:controls).tally.select { |_, count| count > 4 }
  end

  # What flaws are made of is no flaw: without it they would not be caught.
  def test_the_parts_of_flaws_pass
    parts = Dir.children(File.expand_path("../drivers/ruby/flaws/parts", __dir__)).map { |name| "parts/#{name[/[^.]+/]}" }
    cases = { "parts/idle" => %w[cut/between-calls-by-end-in-get cut/before-reply-by-end-in-set],
              "parts/numbered" => %w[reply/wrong-opaque-to-get reply/wrong-opaque-to-multi key/longest],
              "parts/owing" => %w[interrupt/timeout-in-get interrupt/pause-in-body-of-get slow/timeout-in-get] }
    assert_equal parts.sort, cases.keys

    rig = rig(parts.map { |part| contender(part) })
    outcomes = cases.to_h { |part, ids| [part, on_stand(rig, part) { |stand| ids.map { |id| stand.call(found(id)).outcome } }] }
    assert_equal(cases.transform_values { |ids| ids.map { "PASS" } }, outcomes)
  end

  def test_without_a_flaw_it_is_right
    control = MadeCells.contender("control")
    stand = Cachemark::Lab::Stand.new(rig([control]), control, 7)

    assert_equal "PASS", stand.call(found("interrupt/timeout-in-get")).outcome
  ensure
    stand&.stop
  end

  def test_every_situation_catches_its_controls_and_every_case_one_of_them
    proven(RUBYS, rig([reference, *RUBYS.map { |flaw| contender(flaw) }]), SITUATIONS.select { |one| ruby?(one) })
  end

  def test_situations_catch_the_controls_of_python_and_their_own_cases_one_of_them
    environment = DrivenClient.environment(DrivenClient.contender("python/control"))
    skip(environment.reason) if environment.is_a?(Cachemark::Env::Unavailable)

    proven(PYTHONS, rig([reference], others: PYTHONS.to_h { |flaw| [flaw, environment] }), SITUATIONS.reject { |one| ruby?(one) })
  end

  private

  def reference = @reference ||= MadeCells.contender("socket")

  # "python/NAME" is a flaw of Python's control.
  def contender(flaw)
    name = flaw.delete_prefix("python/")
    MadeCells.contender(name == flaw ? "control" : "python/control").with(id: flaw, options: { "flaw" => name })
  end

  # Whether a flaw of Ruby's is to be caught by it.
  def ruby?(situation) = situation.controls.intersect?(RUBYS)

  # Each flaw fails in a case at least of each situation that names it, and each case of these situations sees that something is
  # wrong with one flaw at least.
  def proven(flaws, rig, situations)
    outcomes = examined(flaws, rig)
    missed = flaws.flat_map do |flaw|
      bad = outcomes[flaw].select { |_, outcome| bad?(outcome) }.keys
      named(flaw).reject { |one| CASES.fetch(one.id).intersect?(bad) }.map { |one| "#{flaw}: #{one.id}" }
    end
    assert_empty missed

    seen = outcomes.values.flat_map { |own| own.select { |_, outcome| bad?(outcome) || outcome == "NON-STRICT" }.keys }
    assert_empty Cachemark::Fault::Case.all(situations).map(&:id) - seen
  end

  # {flaw => {case's id => outcome}} of the situations that name it.
  def examined(flaws, rig)
    queue = Queue.new.tap { |all| flaws.each { |flaw| all << flaw } }.close
    Array.new(AT_ONCE) { Thread.new { work(rig, queue) } }.flat_map(&:value).to_h
  end

  def work(rig, queue)
    found = []
    while (flaw = queue.shift)
      cases = Cachemark::Fault::Case.all(named(flaw).map { |one| briefly(one) })
      found << [flaw, on_stand(rig, flaw) { |stand| cases.to_h { |one| [one.id, stand.call(one).outcome] } }]
    end
    found
  end

  def named(flaw) = SITUATIONS.select { |situation| situation.controls.include?(flaw) }

  def bad?(outcome) = Cachemark::Fault::BAD.include?(outcome)

  def on_stand(rig, flaw)
    exam = Cachemark::Plan::Exam.new(contender: contender(flaw), cases: [], control: flaw, peers: [reference])
    stand = Cachemark::Lab::Stand.new(rig, exam.contender, 7, peers: exam.peers, effort: exam.effort)
    yield stand
  ensure
    stand&.stop
  end

  def found(id) = Cachemark::Fault::Case.all(SITUATIONS.map { |one| briefly(one) }).find { |one| one.id == id }

  def briefly(situation)
    repeats = situation.repeats.is_a?(Integer) ? [situation.repeats, TRIES].min : situation.repeats
    situation.with(steps: fewer(situation.steps), repeats: repeats)
  end

  def fewer(steps)
    steps.map do |step|
      again = step["again"] or next step
      { "again" => { "times" => [again["times"], TIMES].min, "steps" => fewer(again["steps"]) } }
    end
  end
end
