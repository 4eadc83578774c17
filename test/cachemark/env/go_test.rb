# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Env::GoTest < Minitest::Test
    # A compiler that notes its calls, and writes a program.
    Compiler = Struct.new(:calls) do
      def run(argv, log:, env: {}, chdir: nil, **)
        (self.calls ||= []) << [argv, env, chdir]
        File.write(log, argv.last == "version" ? "go version go1.19.8 linux/amd64\n" : "")
        Host::Exit.new(code: 0)
      end
    end

    def setup
      @cache = File.realpath(Dir.mktmpdir("cachemark-go"))
      @source = File.join(@cache, "checkout")
      FileUtils.mkdir_p("#{@source}/memcache")
      File.write("#{@source}/memcache/memcache.go", "package memcache\n")
      @compiler = Compiler.new
    end

    def teardown = FileUtils.rm_rf(@cache)

    def test_a_reference_is_the_driver_with_its_adapter
      built = build("go/null")

      assert_equal %w[adapter.go cell.go due.go go.mod interrupt.go library.go line.go main.go null.go reference.go
                      reply.go run.go],
                   Dir.children("#{built.dir}/site").sort
      assert_equal ["#{built.dir}/driver"], built.argv
      assert_empty built.expected
      assert_equal "go 1.19.8", built.runtime[:description]
    end

    def test_the_control_is_the_reference_with_its_mutants
      own = Dir.children("#{build("go/control").dir}/site") - Dir.children("#{build("go/null").dir}/site")

      assert_equal %w[control.go socket.go], own.grep_v(/-/).sort
      assert_equal Dir.children(File.join(ROOT, "drivers/go/mutants")).sort, own.grep(/-/).sort
    end

    def test_a_folder_is_copied_and_its_copy_is_compiled
      built = build("gomemcache@path:#{@source}")
      argv, env, place = @compiler.calls.last

      assert_equal "module github.com/bradfitz/gomemcache\n", File.read("#{built.dir}/files/go.mod"), "from before modules"
      assert_includes File.read("#{built.dir}/site/go.mod"), "replace github.com/bradfitz/gomemcache => ../files\n"
      assert_equal ["#{built.dir}/site", %w[build . 0 local off]],
                   [place, [*argv.values_at(1, -1), *env.values_at("CGO_ENABLED", "GOTOOLCHAIN", "GOWORK")]]
      assert_equal "#{built.dir}/files", built.expected.first[:dir]
      refute_path_exists "#{@source}/go.mod"
    end

    def test_other_sources_and_another_configuration_are_other_environments
      first = build("gomemcache@path:#{@source}")
      again = build("gomemcache@path:#{@source}")
      other = build("gomemcache@path:#{@source}", variables: { "GOPROXY" => "https://example.org" })
      File.write("#{@source}/memcache/more.go", "package memcache\n")

      assert_equal first.dir, again.dir
      assert_equal 3, [first, other, build("gomemcache@path:#{@source}")].map(&:dir).uniq.size
    end

    def test_another_module_is_refused
      File.write("#{@source}/go.mod", "module github.com/grafana/gomemcache\n")

      assert_equal "#{@source} is the module github.com/grafana/gomemcache, not github.com/bradfitz/gomemcache",
                   build("gomemcache@path:#{@source}").reason
    end

    def test_a_machine_without_a_compiler
      built = build("go/null", runtime: nil)

      assert_equal ["this machine has no Go", "cachemark env runtime go"], [built.reason, built.how]
    end

    # Without the user's variables that would build for another machine.
    def test_the_compiler_gets_the_configuration_of_the_user
      given = { "HOME" => "/h", "PATH" => "/b", "GOPROXY" => "p", "GOFLAGS" => "f", "GOOGLE_APPLICATION_CREDENTIALS" => "x" }

      assert_equal %w[GOFLAGS GOPROXY HOME LANG PATH], Env::Variables.new(given).for_go.keys.sort
    end

    private

    def build(word, runtime: "/bin/true", variables: {})
      resolver = Contender::Resolver.new(catalog: Catalog.load, versions: nil, runtime: Env::Runtimes::Runtime.current)
      contender = resolver.resolve(word).with(runtime: runtime)
      given = Env::Variables.new({ "PATH" => "/bin", **variables })
      Env::Builder.new(cache: @cache, spawn: @compiler, registry: nil, variables: given).build([contender]).fetch(contender.id)
    end
  end
end
