# frozen_string_literal: true

require "test_helper"

# `gem install cachemark` gives the same commands; needs no network.
class GemTest < Minitest::Test
  GEMS = File.expand_path("../../../..", $LOADED_FEATURES.find { |path| path.end_with?("/lib/zeitwerk.rb") })

  def test_works_as_an_installed_gem
    Dir.mktmpdir do |folder|
      gem(folder, "build", "cachemark.gemspec", "--output", File.join(folder, "cachemark.gem"))
      gem(folder, "install", "--local", "--ignore-dependencies", "--no-document", "--install-dir", folder,
          File.join(folder, "cachemark.gem"))
      result = Executable.run("--version", program: File.join(folder, "bin", "cachemark"), chdir: folder,
                                           env: { "GEM_HOME" => folder, "GEM_PATH" => "#{folder}:#{GEMS}", "LANG" => "C" })
      assert_equal [0, "cachemark #{Cachemark::VERSION}\n", ""], result.to_a
      %w[catalog drivers protocol].each do |part|
        assert_path_exists File.join(folder, "gems", "cachemark-#{Cachemark::VERSION}", part)
      end
    end
  end

  private

  def gem(folder, *argv)
    env = Executable::OURS.merge("GEM_HOME" => folder, "GEM_PATH" => folder)
    output, status = Open3.capture2e(env, RbConfig.ruby, "-S", "gem", *argv, chdir: Executable::ROOT)
    assert_predicate status, :success?, output
  end
end
