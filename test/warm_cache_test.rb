# frozen_string_literal: true

require "test_helper"

# Environments of temporary folders do not pile up in the cache that outlives the tests.
class WarmCacheTest < Minitest::Test
  def test_removes_only_environments_whose_folders_are_gone
    Dir.mktmpdir("cachemark-repository") do |there|
      gone = Dir.mktmpdir("cachemark-repository").tap { |folder| FileUtils.remove_entry(folder) }
      written = { "envs/1/Gemfile" => %(gem "dalli", path: "#{gone}/dalli"), "envs/2/env.json" => %({"path": "#{gone}/python"}),
                  "envs/3/Gemfile" => %(gem "dalli", path: "#{there}"), "envs/4/Gemfile" => %(gem "dalli", "= 4.3.10"),
                  "envs/5/other.log" => "{}", **checkouts(gone), **checkouts(there), **checkouts("/home/me/dalli") }

      assert_equal %w[envs/1/Gemfile envs/2/env.json] + checkouts(gone).keys, written.keys - swept(written)
      assert_empty written.keys - swept(written, age_s: 60)
    end
  end

  private

  # As Bundler names the commits of a repository.
  def checkouts(repository)
    %w[bundler/gems cache/bundler/git].to_h do |place|
      ["store/ruby/ruby/3.1.0/#{place}/#{File.basename(repository)}-0a1b2c3d/x", ""]
    end
  end

  # What is left of these files.
  def swept(files, age_s: 7_200)
    Dir.mktmpdir do |cache|
      before = ENV.fetch("CACHEMARK_TEST_CACHE", nil)
      files.each { |path, text| FileUtils.mkdir_p(File.dirname("#{cache}/#{path}")) && File.write("#{cache}/#{path}", text) }
      Dir.glob("#{cache}/**/*").each { |path| File.utime(Time.now - age_s, Time.now - age_s, path) }
      ENV["CACHEMARK_TEST_CACHE"] = cache
      WarmCache.sweep
      Dir.glob("**/*", base: cache).select { |path| File.file?("#{cache}/#{path}") }
    ensure
      ENV["CACHEMARK_TEST_CACHE"] = before
    end
  end
end
