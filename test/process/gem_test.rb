# frozen_string_literal: true

require "test_helper"

# The gem has what the program reads, and nothing that is not part of the project.
class GemFilesTest < Minitest::Test
  include FixtureTree

  FILES = GemFiles::LIST
  # Folders of which every file is needed.
  WHOLE = %w[catalog drivers exe lib man protocol schema].freeze
  JOINED = /\bROOT,((?: *"[^"]+",?)+)\)/

  def test_has_the_folders_of_the_program
    absent = tracked.select { |path| path.start_with?(*WHOLE.map { |folder| "#{folder}/" }) } - FILES

    assert_empty absent
  end

  # Each path that lib joins to the root of the project is a file of the gem, or a folder of them.
  def test_has_what_the_program_finds_from_its_root
    joined = Dir["#{Executable::ROOT}/{lib,exe}/**/*"].select { |path| File.file?(path) }.flat_map do |path|
      File.binread(path).scan(JOINED).map { |words,| words.scan(/"([^"]+)"/).join("/") }
    end

    assert_operator joined.uniq.size, :>, 3
    assert_empty joined.uniq.reject { |path| FILES.any? { |file| file == path || file.start_with?("#{path}/") } }
  end

  # bin/test and bin/check are for a clone.
  def test_has_what_sets_up_another_host
    scripts = %w[bin/cachemark setup/common.sh].map { |path| File.read("#{Executable::ROOT}/#{path}") }
    read = scripts.join.scan(%r{"\$root/([\w./-]+)"}).flatten.uniq

    assert_includes read, "setup/packages.sh"
    assert_empty read - FILES
  end

  def test_sets_itself_up_from_its_own_files
    GemFiles.copied do |folder|
      result = Executable.run("list", "scenarios", program: "#{folder}/bin/cachemark")

      assert_equal [0, ""], [result.status, result.err]
    end
  end

  def test_has_the_licences_of_everything_in_it
    assert_empty %w[LICENSE THIRD-PARTY-LICENSES.md docs/sbom.spdx.json] - FILES
  end

  def test_has_nothing_that_git_does_not_know
    assert_empty FILES - tracked
    assert_equal %w[bench/README.md results/README.md], FILES.grep(%r{\A(?:test|bench|results|tmp)/|(?:\A|/)\.|\.gem\z}).sort
  end

  def test_what_python_compiles_is_no_part_of_it
    Dir.mktmpdir do |folder|
      own = %w[cachemark.gemspec lib/cachemark/version.rb].to_h { |path| [path, File.read("#{Executable::ROOT}/#{path}")] }
      plant(folder, own.merge(%w[x.py __pycache__/x.cpython-311.pyc x.pyc].to_h { |name| ["drivers/python/#{name}", ""] }))
      files, = Open3.capture2(RbConfig.ruby, "-e", "puts Gem::Specification.load('cachemark.gemspec').files", chdir: folder)

      assert_equal %w[cachemark.gemspec drivers/python/x.py exe/cachemark lib/cachemark/version.rb], files.split.sort
    end
  end

  private

  def tracked = @tracked ||= Check::Tree.new(Executable::ROOT).files
end

# setup/release/check_gem.sh installs the gem into an empty home and uses it there. The libraries are those of this test run,
# so it needs no network.
class CheckGemTest < Minitest::Test
  GEMS = File.expand_path("../../../..", $LOADED_FEATURES.find { |path| path.end_with?("/lib/zeitwerk.rb") })
  PROGRAM = "setup/release/check_gem.sh"
  WORDS = ["--gems", GEMS, "--unmeasured", RbConfig.ruby].freeze

  def test_the_gem_works_in_an_empty_home
    result = Executable.run(*WORDS, program: PROGRAM)
    ruby = "#{RUBY_ENGINE} #{RUBY_VERSION}"

    assert_equal [0, ""], [result.status, result.err]
    assert_equal "#{ruby}: gem install cachemark-#{Cachemark::VERSION}.gem", result.out.lines.first.chomp
    ["version", "help man", "completion fish", "list scenarios"].each do |words|
      assert_includes result.out, "#{ruby}: cachemark #{words}\n"
    end
  end

  def test_a_gem_that_lacks_a_file_fails
    AProjectCopy.open do |copy|
      copy.edit("cachemark.gemspec", "protocol,", "")
      result = copy.type([PROGRAM, *WORDS].join(" "))

      assert_equal 1, result.status
      assert_match(%r{\Afailed: ruby \S+: cachemark .* ended with 3\n.*protocol/operations.json}m, result.err)
    end
  end

  def test_an_old_manual_page_fails
    AProjectCopy.open do |copy|
      copy.write("man/cachemark.1", "old\n")
      result = copy.type([PROGRAM, *WORDS].join(" "))

      assert_equal 1, result.status
      assert_match(/\Afailed: .*man.cachemark.1 is not what help man prints$/, result.err)
    end
  end

  def test_an_unknown_option_is_refused
    result = Executable.run("--gem", program: PROGRAM)

    assert_equal [2, "", "Usage: #{PROGRAM} [--gems FOLDER] [--unmeasured] [RUBY]...\n"], result.to_a
  end
end
