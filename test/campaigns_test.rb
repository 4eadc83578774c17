# frozen_string_literal: true

require "test_helper"

# Every step of the shipped campaigns, up to the moment at which it would measure.
class CampaignsTest < Minitest::Test
  # Runtimes that a machine need not have.
  OTHER_RUNTIMES = /python=3\.13/

  Cachemark::Catalog.load.campaigns.each_value do |campaign|
    campaign.for("dalli").steps.each do |step|
      define_method("test_#{campaign.id}_#{step.id}_would_measure") do
        skip "its runtime is not on every machine" if step.argv.join(" ").match?(OTHER_RUNTIMES)

        line = Cachemark::Report::CommandLine.of(step.argv).delete_prefix("cachemark ")
        GuideWorld.open { |world| assert_equal GuideWorld::MEASURING, world.cachemark(line), world.out.string }
      end
    end
  end
end
