# frozen_string_literal: true

require "test_helper"

# Each deliberately broken client is caught by each situation that names it: a case that cannot fail shows nothing.
class ControlsTest < Minitest::Test
  include ALab

  SITUATIONS = Cachemark::Catalog.load.situations.values.reject(&:thorough)
  FLAWS = SITUATIONS.flat_map(&:controls).uniq.sort
  PYTHONS, RUBYS = FLAWS.partition { |flaw| flaw.start_with?("python/") }
  FOLDERS = { "" => "ruby", "python/" => "python" }.freeze
  # They wait most of the time.
  AT_ONCE = 4

  def test_every_flaw_has_a_situation_and_every_control_a_flaw
    there = FOLDERS.flat_map do |prefix, language|
      folder = File.expand_path("../drivers/#{language}/flaws", __dir__)
      Dir.children(folder).grep(/\.(rb|py)\z/).map { |name| prefix + name[/[^.]+/] }
    end

    assert_equal there.sort, FLAWS
  end

  def test_every_situation_catches_its_controls
    queue = Queue.new.tap { |flaws| RUBYS.each { |flaw| flaws << [flaw, contender(flaw)] } }.close
    rig = rig([reference, *RUBYS.map { |flaw| contender(flaw) }])
    missed = Array.new(AT_ONCE) { Thread.new { work(rig, queue) } }.flat_map(&:value)

    assert_empty missed
  end

  def test_situations_of_pythons_modes_catch_theirs
    missed = PYTHONS.flat_map do |flaw|
      contender = DrivenClient.contender("python/control,flaw=#{flaw.delete_prefix("python/")}")
      environment = DrivenClient.environment(contender)
      skip(environment.reason) if environment.is_a?(Cachemark::Env::Unavailable)
      stand = Cachemark::Lab::Stand.new(rig([contender], others: { contender.id => environment }), contender, 7)
      uncaught(flaw, stand).tap { stand.stop }
    end

    assert_empty missed
  end

  private

  def reference = @reference ||= MadeCells.contender("socket")

  def contender(flaw) = MadeCells.contender("control").with(id: flaw, options: { "flaw" => flaw })

  # ["flaw: situation", ...] of what was not caught.
  def work(rig, queue)
    missed = []
    while (flaw, contender = queue.shift)
      stand = Cachemark::Lab::Stand.new(rig, contender, 7, peers: [reference])
      missed += uncaught(flaw, stand)
      stand.stop
    end
    missed
  end

  def uncaught(flaw, stand)
    own = SITUATIONS.select { |situation| situation.controls.include?(flaw) }
    own.reject { |situation| caught?(stand, situation) }.map { |situation| "#{flaw}: #{situation.id}" }
  end

  # By one variant at least.
  def caught?(stand, situation)
    Cachemark::Fault::Case.all([situation]).any? { |one| Cachemark::Fault::BAD.include?(stand.call(one).outcome) }
  end
end
