# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::ConfigFileTest < Minitest::Test
    WHOLE = <<~YAML
      client: dalli,protocol=meta
      scenarios: [client/get, bench/shop.yml]
      time: 60s
      margin: 2%
      baseline: bench/check.json
      with: { ruby: "3.3", rtt: [1ms, 2ms] }
    YAML

    def test_each_command_uses_its_own_parts
      in_repository(WHOLE) do |root|
        all = %w[run check find doctor].to_h { |name| [name, settings(root, name)] }

        assert_equal({ "scenarios" => [[:scenarios, "client/get"], [:scenarios, "#{root}/bench/shop.yml"]],
                       "time" => [[:for_s, "60s"]], "with" => [[:with, "ruby=3.3"], [:with, "rtt=1ms,2ms"]] }, all["run"])
        assert_equal %w[baseline with], all["check"].keys
        assert_equal [[:baseline, "#{root}/bench/check.json"]], all["check"]["baseline"]
        assert_equal [%w[scenarios margin with], []], all.values_at("find", "doctor").map(&:keys)
      end
    end

    def test_a_command_without_contenders_takes_the_client_of_the_repository
      in_repository(WHOLE) do |root|
        file = CLI::ConfigFile.in(root)

        assert_equal [["dalli@path:#{root},protocol=meta"], ["dalli,protocol=meta"], []],
                     %w[check gate compare].map { |name| file.contenders(name) }
      end
    end

    def test_the_root_is_the_folder_with_the_repository
      in_repository(WHOLE) do |root|
        FileUtils.mkdir_p("#{root}/a/b")

        assert_equal root, CLI::ConfigFile.root("#{root}/a/b")
        assert_nil CLI::ConfigFile.root("/")
      end
    end

    # A pull request may bring the file.
    REFUSED = {
      "allow: [unsafe]" => "/allow is not known here", "server: [a:1]" => "/server is not known here",
      "data: x.json" => "/data is not known here", "record: x" => "/record is not known here",
      "with: { ruby: /bin/sh }" => '/with/ruby must be a version or a value, not "/bin/sh"',
      "with: { memcached: ~/m }" => "must be a version", "with: { jit: \"yjit,ruby=/bin/sh\" }" => "must be a version",
      "with: { ruby: evil }" => '/with/ruby must be a version or a value, not "evil"',
      "with: { cc: evil-x }" => "must be a version",
      "with: { memcached: [\"1.6\", evil] }" => "must be a version", "client: \"dalli,ruby=evil\"" => "must be a version",
      "with: { rube: \"3\" }" => "there is no such word",
      "with: { server: \"127.0.0.1:11211\" }" => "there is no such word", "with: { ruby: 3.3 }" => "it must be text",
      "scenarios: [../x.yml]" => "must be a file of the repository",
      "scenarios: [link/x.yml]" => "must be a file of the repository",
      "scenarios: [/etc/x.yml]" => "must be a file of the repository",
      "baseline: ../b.json" => "must be a file of the repository",
      "client: dalli@path:/x" => "/client", "client: --help" => "/client", "time: 1" => "it must be how long",
      "time: \"\"" => "/time", "margin: \"\"" => "/margin",
      "scenarios: [\"a\\0\"]" => "must be a file of the repository", "baseline: \"a\\0\"" => "must be a file of the repository",
      "- x" => "must be", "a: &a [*a]" => "", "client: !ruby/object:Object {}" => "", "client: \"\\0\"" => "/client"
    }.freeze

    REFUSED.each_with_index do |(text, message), number|
      define_method("test_refuses_#{number}") do
        in_repository(text) do |root|
          File.symlink("/etc", "#{root}/link")
          error = assert_raises(Usage) { settings(root, "run") }

          assert_match(/\A#{root}.*\.cachemark\.yml:\d+: |plain YAML/, error.message)
          assert_includes error.message, message
        end
      end
    end

    def test_refuses_what_is_no_file_of_the_user
      in_repository("") do |root|
        path = "#{root}/.cachemark.yml"
        [-> { File.write(path, "#" * 70_000) }, -> { File.symlink("/etc/passwd", path) }, -> { Dir.mkdir(path) },
         -> { File.mkfifo(path) }].each do |make|
          FileUtils.rm_rf(path)
          make.call

          assert_raises(Usage) { CLI::ConfigFile.in(root) }
        end
      end
    end

    def test_a_repository_without_the_file_has_none
      Dir.mktmpdir { |root| assert_nil CLI::ConfigFile.in(root) }
    end

    # The file of a change says nothing about the change.
    def test_gate_reads_it_from_the_commit_that_the_change_starts_from
      in_repository("margin: 50%") do |root|
        git(root, "init", "-q", "-b", "main")
        git(root, "commit", "-q", "--allow-empty", "-m", "first")
        said = []

        assert_nil(CLI::ConfigFile.at(root, commit(root)) { |sentence| said << sentence })
        assert_match(/is not used/, said.join)

        File.write("#{root}/.cachemark.yml", "margin: 2%\n")
        git(root, "add", ".")
        git(root, "commit", "-q", "-m", "second")
        File.write("#{root}/.cachemark.yml", "margin: 50%\n")
        file = CLI::ConfigFile.at(root, commit(root)) { flunk }

        assert_equal({ "margin" => [[:margin, "2%"]] }, settings_of(file, "gate"))
        assert_equal commit(root)[0, 7], file.facts({})["commit"]
      end
    end

    # The whole setting gives way to what was typed, or to what excludes it.
    def test_a_typed_option_wins_over_a_setting_of_several_texts
      set = [[:for_s], [:iterations], []].map do |typed|
        CLI::Run.new(out: StringIO.new, err: StringIO.new).send(:configure, CLI::Run.option(:for_s), "10m,1%", typed)
      end

      assert_equal [false, false, true], set
    end

    private

    def in_repository(text)
      Dir.mktmpdir do |root|
        root = File.realpath(root)
        FileUtils.mkdir_p("#{root}/.git")
        File.write("#{root}/.cachemark.yml", text)
        yield root
      end
    end

    def settings(root, command) = settings_of(CLI::ConfigFile.in(root), command)

    def settings_of(file, command)
      found = Hash.new { |all, part| all[part] = [] }
      file.each(command) { |part, key, text| found[part] << [key, text] }
      found
    end

    def commit(root) = Contender::Checkout::History.start(Places.new.repository(root))

    def git(root, *words)
      FileUtils.rm_rf("#{root}/.git") if words.first == "init"
      system("git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@b", *words, exception: true)
    end
  end
end
