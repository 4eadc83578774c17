# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::OriginalsTest < Minitest::Test
    include ACommand

    def test_a_release_lies_where_its_gem_was_installed
      warm
      folder = originals.folder("dalli@3.2.8")

      assert_path_exists File.join(folder, "lib", "dalli.rb")
      assert_equal "dalli-3.2.8", File.basename(folder)
    end

    def test_what_cannot_be_had_is_trouble_and_says_why
      lists = %w[bundler registry].map { |name| File.join(WarmCache.path, name) }
      FileUtils.mkdir_p(File.join(ENV.fetch("XDG_CACHE_HOME"), "cachemark"))
      FileUtils.ln_s(lists, File.join(ENV.fetch("XDG_CACHE_HOME"), "cachemark"))
      error = assert_raises(Trouble) { originals(install: false).folder("dalli@3.2.8") }

      assert_match(/dalli@3\.2\.8 cannot be had/, error.message)
    end

    private

    def originals(**options) = CLI::Originals.new(options, catalog: MadeCells::CATALOG)
  end
end
