# frozen_string_literal: true

require "test_helper"
require "json"

# The image of Containerfile. The job `image` of .github/workflows/ci.yml builds and uses it.
class ContainerfileTest < Minitest::Test
  ROOT = Executable::ROOT
  # Instruction and words of each line.
  STEPS = File.read("#{ROOT}/Containerfile").gsub("\\\n", "").lines(chomp: true).grep(/\A[A-Z]/)
              .map { |line| line.split(" ", 2) }.freeze

  def test_the_image_names_no_registry
    assert_equal ["debian:12"], of("FROM")
  end

  def test_runs_the_project_as_a_user_without_rights
    assert_equal ["user"], of("USER")
    assert_equal "ENTRYPOINT", STEPS.last.first
    folder = of("COPY").first.split.last

    assert_equal ["#{folder}/bin/cachemark"], JSON.parse(STEPS.last.last)
    assert_path_exists "#{ROOT}/bin/cachemark"
  end

  def test_the_image_has_every_file_of_the_gem
    ignored = File.readlines("#{ROOT}/.dockerignore", chomp: true).grep_v(/\A#/)

    assert_includes ignored, ".git"
    assert_empty(GemFiles::LIST.select { |path| ignored.any? { |folder| path == folder || path.start_with?("#{folder}/") } })
  end

  # The first step after the copy, here with an apt-get that notes its words.
  def test_installs_the_packages_of_the_set_up
    script = of("RUN").first
    noting = 'missing() { echo memcached; } && apt_install() { echo "$@"; exit; } && install_packages'
    functions = script[/\A.*install_packages/].gsub("/opt/cachemark", ROOT).sub("install_packages", noting)
    out, err, = Dir.mktmpdir { |cache| Open3.capture3({ "XDG_CACHE_HOME" => cache }, "sh", "-c", functions) }

    assert_equal "memcached\n", out, err
  end

  private

  def of(instruction) = STEPS.select { |name, _| name == instruction }.map(&:last)
end
