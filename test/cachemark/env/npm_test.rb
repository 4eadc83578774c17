# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "tmpdir"

module Cachemark
  class Env::NpmTest < Minitest::Test
    # Answers as npm does: `answers` are {words of the command => output}.
    Npm = Struct.new(:answer, :calls) do
      def run(argv, log:, **)
        (self.calls ||= []) << argv
        raise Host::Keeper::NotStarted, "npm: No such file or directory" if answer.nil?

        File.write(log, answer)
        Host::Exit.new(code: 0)
      end
    end

    def test_releases_come_from_the_registry_and_stay_in_the_cache
      Dir.mktmpdir do |cache|
        npm = Npm.new(%(["1.0.0","1.2.0-beta.1","1.3.2"]))
        found = index(cache, npm).of("memjs")

        assert_equal [["1.0.0", false], ["1.2.0-beta.1", true], ["1.3.2", false]],
                     found.map { |one| [one.number, one.prerelease] }
        assert_equal found.map(&:number), index(cache, Npm.new(nil)).of("memjs").map(&:number), "without asking again"
        assert_equal %w[npm view], npm.calls.first.first(2)
        assert_includes npm.calls.first, File.join(cache, "npm"), "npm's own cache"
      end
    end

    def test_a_single_release_and_none
      Dir.mktmpdir do |cache|
        assert_equal %w[0.1.0], index(cache, Npm.new(%("0.1.0"))).of("one").map(&:number)
        assert_empty index(cache, Npm.new(%({"error":{"code":"E404","summary":"Not Found"}}))).of("none")
      end
    end

    def test_a_registry_that_does_not_answer
      Dir.mktmpdir do |cache|
        { %({"error":{"code":"ENOTFOUND","summary":"request failed"}}) => "request failed",
          "npm ERR! broken" => "npm did not answer in JSON", nil => "this machine has no npm" }.each do |answer, why|
          asked = index(cache, Npm.new(answer))

          assert_empty asked.of("memjs")
          assert_equal why, asked.silence
        end
        assert_equal "its releases are not in the cache", index(cache, nil, offline: true).tap { |one| one.of("x") }.silence
      end
    end

    def test_a_machine_without_npm_has_that_of_a_runtime_in_the_cache
      Dir.mktmpdir do |cache|
        place = Env::Debian::Installation.new(cache, "node-20").tap(&:prepare)
        place.write("#!/bin/sh\n", place.tool("npm"))
        place.finish("node 20.19.2")
        FileUtils.mkdir_p("#{cache}/bin")
        File.write("#{cache}/bin/npm", "", perm: 0o755)
        commands = ["/none", "#{cache}/bin"].map { |path| Env::Npm.argv(cache, "view", { "PATH" => path }).first }

        assert_equal ["#{place.path}/npm", "npm"], commands
      end
    end

    # It knows what its own runtime can run.
    def test_a_runtime_in_the_cache_has_its_own_npm
      Dir.mktmpdir do |cache|
        places = %w[node-18 node-24].map do |name|
          Env::Debian::Installation.new(cache, name).tap do |place|
            place.prepare
            place.write("#!/bin/sh\n", place.tool("npm"))
            place.finish(name)
          end
        end
        File.write("#{cache}/npm", "", perm: 0o755)
        runtimes = [places.first.executable, places.last.executable, "#{cache}/node"]
        commands = runtimes.map { |path| Env::Npm.argv(cache, "install", { "PATH" => cache }, runtime: path).first }

        assert_equal [*places.map { |place| "#{place.path}/npm" }, "npm"], commands
      end
    end

    def test_another_configuration_is_another_registry
      ids = [{ "HOME" => "/none" }, { "HOME" => "/none", "npm_config_registry" => "https://example.org" }]
            .map { |variables| Env::Npm.identity(variables) }

      assert_equal 2, ids.uniq.size
    end

    # Without the user's variables that would move the installation.
    def test_npm_gets_the_configuration_of_the_user
      given = { "HOME" => "/h", "PATH" => "/b", "npm_config_registry" => "r", "NPM_CONFIG_CAFILE" => "c", "NODE_OPTIONS" => "x" }

      assert_equal %w[HOME LANG NPM_CONFIG_CAFILE PATH npm_config_registry], Env::Variables.new(given).for_npm.keys.sort
    end

    private

    def index(cache, npm, **more) = Env::Npm::Index.new(cache: cache, spawn: npm, **more)
  end
end
