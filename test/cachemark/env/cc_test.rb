# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"

module Cachemark
  class Env::CcTest < Minitest::Test
    COMPILER = ENV.fetch("PATH").split(":").map { |folder| File.join(folder, "cc") }.find { |path| File.executable?(path) }
    private_constant :COMPILER

    def setup
      skip "this machine has no cc" unless COMPILER
      @cache = File.realpath(Dir.mktmpdir("cachemark-cache"))
    end

    def teardown = @cache && FileUtils.rm_rf(@cache)

    def test_a_reference_is_a_program_that_speaks
      environment = build(contender)
      output, = Open3.capture2(environment.env, *environment.argv, "driver.c", stdin_data: "", unsetenv_others: true)

      assert_equal ["hello", "c"], JSON.parse(output).values_at("type", "language")
      assert_empty environment.expected
      assert_match(/\Acc \d/, environment.runtime.fetch(:description))
    end

    def test_a_built_library_is_linked_from_its_folder
      Dir.mktmpdir do |folder|
        folder = File.realpath(folder)
        library(folder)
        client = Catalog.load.client("c/socket").with(module_name: "libthing")
        environment = build(contender(client: client, source: Contender::Source.new(kind: "path", dir: folder)))

        assert_equal [{ gem: "libthing", version: nil, dir: folder, extension_dir: nil, reports: nil }], environment.expected
        assert_match(/\A# path libthing sha256:\h{64}\n\z/, environment.lock)
        assert_includes IO.popen(["readelf", "-d", environment.argv.first], &:read), "[#{folder}/lib]"
      end
    end

    def test_what_cannot_be_compiled_is_unavailable
      Dir.mktmpdir do |folder|
        client = Catalog.load.client("c/socket").with(module_name: "libthing")
        found = build(contender(client: client, source: Contender::Source.new(kind: "path", dir: File.realpath(folder))))

        assert_match(/\Athe driver cannot be compiled: /, found.reason)
      end
    end

    def test_a_machine_without_a_compiler
      found = build(contender(runtime: nil))

      assert_equal "this machine has no cc", found.reason
      assert_match(/\Aapt-get install .*gcc/, found.how)
    end

    def test_a_commit_is_not_built
      source = Contender::Source.new(kind: "git", ref: "main", dir: @cache)

      assert_match(/\Abuild it: .*@path:DIR\z/, build(contender(source: source)).how)
    end

    private

    def contender(client: Catalog.load.client("c/null"), source: Contender::Source.new(kind: "none"), runtime: COMPILER)
      Contender.new(id: "x", notation: "x", client: client, language: Catalog.load.language("c"), version: nil,
                    options: {}, given: {}, gems: {}, source: source, runtime: runtime)
    end

    def build(contender)
      builder = Env::Builder.new(cache: @cache, spawn: SharedKeeper.current, registry: Env::Registry.new(cache: @cache))
      builder.build([contender]).values.first
    ensure
      builder&.release
    end

    def library(folder)
      FileUtils.mkdir_p(File.join(folder, "lib"))
      argv = [COMPILER, "-shared", "-x", "c", File::NULL, "-o", File.join(folder, "lib/libthing.so")]
      system(*argv, exception: true)
    end
  end
end
