# frozen_string_literal: true

require "test_helper"

# Every step of the shipped campaigns, up to the moment at which it would measure.
class CampaignsTest < Minitest::Test
  # Runtimes that a machine need not have.
  OTHER_RUNTIMES = /python=3\.13/
  RUBY = "ruby=#{RUBY_VERSION[/\A\d+\.\d+/]}".freeze

  Cachemark::Catalog.load.campaigns.each_value do |campaign|
    campaign.for("dalli").steps.each do |step|
      define_method("test_#{campaign.id}_#{step.id}_would_measure") do
        skip "its runtime is not on every machine" if step.argv.join(" ").match?(OTHER_RUNTIMES)

        in_this_ruby(step.argv) do |argv|
          line = Cachemark::Report::CommandLine.of(argv).delete_prefix("cachemark ")
          GuideWorld.open { |world| assert_equal GuideWorld::MEASURING, world.cachemark(line), world.out.string }
        end
      end
    end
  end

  private

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
