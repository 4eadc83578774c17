# frozen_string_literal: true

require "test_helper"

# Every step of the shipped campaigns, up to the moment at which it would measure.
class CampaignsTest < Minitest::Test
  # Runtimes that a machine need not have.
  OTHER_RUNTIMES = /python=3\.13/
  RUBY = "ruby=#{RUBY_VERSION[/\A\d+\.\d+/]}".freeze

  Cachemark::Catalog.load.campaigns.each_value do |campaign|
    define_method("test_each_step_of_#{campaign.id}_would_measure") do
      GuideWorld.open do |world|
        campaign.for("dalli").steps.reject { |step| step.argv.join(" ").match?(OTHER_RUNTIMES) }.each do |step|
          in_this_ruby(step.argv) { |argv| assert_equal GuideWorld::MEASURING, type(world, argv), "#{step.id}: #{world.out.string}" }
        end
      end
    end
  end

  private

  def type(world, argv) = world.cachemark(Cachemark::CommandLine.of(argv).delete_prefix("cachemark "))

  # The words of a step, also of its suite, with this Ruby in place of the campaign's.
  def in_this_ruby(argv)
    Dir.mktmpdir do |dir|
      suite = File.join(Cachemark::ROOT, "catalog/suites", "#{argv[argv.index("--suite").to_i + 1]}.yml")
      named = File.exist?(suite) ? { File.basename(suite, ".yml") => File.join(dir, File.basename(suite)) } : {}
      named.each_value { |path| File.write(path, File.read(suite).gsub("ruby=3.3", RUBY)) }
      yield argv.map { |word| named.fetch(word) { word.gsub("ruby=3.3", RUBY) } }
    end
  end
end
