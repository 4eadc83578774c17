# frozen_string_literal: true

require "test_helper"

# Each deliberately broken client is caught by each situation that names it: a case that cannot fail shows nothing.
class ControlsTest < Minitest::Test
  include ALab

  SITUATIONS = Cachemark::Catalog.load.situations.values
  PYTHONS, RUBYS = SITUATIONS.flat_map(&:controls).uniq.sort.partition { |flaw| flaw.start_with?("python/") }
  FOLDERS = { "" => "ruby", "python/" => "python" }.freeze
  # They wait most of the time.
  AT_ONCE = 4
  # Trials of a case, and faults in one: a flaw shows at once, or soon.
  TRIES = 2
  TIMES = 100

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
    cases = { "parts/numbered" => %w[reply/wrong-opaque-to-get reply/wrong-opaque-to-multi key/longest],
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

  def test_every_situation_catches_its_controls
    assert_empty missed(RUBYS, rig([reference, *RUBYS.map { |flaw| contender(flaw) }]))
  end

  def test_situations_catch_the_controls_of_python
    environment = DrivenClient.environment(DrivenClient.contender("python/control"))
    skip(environment.reason) if environment.is_a?(Cachemark::Env::Unavailable)

    assert_empty missed(PYTHONS, rig([reference], others: PYTHONS.to_h { |flaw| [flaw, environment] }))
  end

  private

  def reference = @reference ||= MadeCells.contender("socket")

  # "python/NAME" is a flaw of Python's control.
  def contender(flaw)
    name = flaw.delete_prefix("python/")
    MadeCells.contender(name == flaw ? "control" : "python/control").with(id: flaw, options: { "flaw" => name })
  end

  # ["flaw: situation", ...] of what was not caught.
  def missed(flaws, rig)
    queue = Queue.new.tap { |all| flaws.each { |flaw| all << flaw } }.close
    Array.new(AT_ONCE) { Thread.new { work(rig, queue) } }.flat_map(&:value)
  end

  def work(rig, queue)
    missed = []
    while (flaw = queue.shift)
      missed += on_stand(rig, flaw) { |stand| uncaught(flaw, stand) }
    end
    missed
  end

  def on_stand(rig, flaw)
    stand = Cachemark::Lab::Stand.new(rig, contender(flaw), 7, peers: [reference])
    yield stand
  ensure
    stand&.stop
  end

  def found(id) = Cachemark::Fault::Case.all(SITUATIONS.map { |one| briefly(one) }).find { |one| one.id == id }

  def briefly(situation)
    steps = situation.steps.map { |step| step["again"] ? { "again" => fewer(step["again"]) } : step }
    situation.with(steps: steps, repeats: situation.repeats.is_a?(Integer) ? [situation.repeats, TRIES].min : situation.repeats)
  end

  def fewer(again) = again.merge("times" => [again["times"], TIMES].min)

  def uncaught(flaw, stand)
    own = SITUATIONS.select { |situation| situation.controls.include?(flaw) }
    own.reject { |situation| caught?(stand, situation) }.map { |situation| "#{flaw}: #{situation.id}" }
  end

  # By one variant at least.
  def caught?(stand, situation)
    Cachemark::Fault::Case.all([briefly(situation)]).any? { |one| Cachemark::Fault::BAD.include?(stand.call(one).outcome) }
  end
end
