# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::LauncherTest < Minitest::Test
    def test_a_launcher_is_the_words_before_a_command
      assert_equal %w[cachemark compare], launcher("local").command(%w[cachemark compare], host: nil)
      slurm = launcher("slurm").command(%w[cachemark], choice: "long")
      assert_equal ["srun", "--partition=long", "cachemark"], slurm.values_at(0, -2, -1)
      refute_includes launcher("slurm").command(%w[cachemark], choice: nil).join(" "), "partition"
    end

    # ssh passes its words to a shell.
    def test_words_for_a_shell_are_quoted
      words = launcher("ssh").command(["a b", "$(touch x)", "it's"], host: "h1", folder: "/tmp/f")

      assert_equal ["h1", "a\\ b", "\\$\\(touch\\ x\\)", "it\\'s"], words.last(4)
      assert_includes words, "ControlPath=/tmp/f/%C"
    end

    def test_the_code_is_copied_to_a_folder_of_each_host
      copy = launcher("ssh").copying(host: "h1", folder: "/tmp/f", code: "/src")

      assert_equal ["rsync", "/src/", "h1:.cache/cachemark/hosts/h1/"], copy.values_at(0, -2, -1)
      assert_nil launcher("slurm").copying(host: nil, folder: "/tmp/f", code: "/src")
    end

    def test_a_job_is_cancelled_by_its_id
      assert_equal %w[scancel 12], launcher("slurm").cancelling("12")
      assert_nil launcher("slurm").cancelling(nil)
      assert_nil launcher("ssh").cancelling("12")
    end

    def test_a_launcher_of_a_user_is_a_file
      head = "id: pod\ntitle: A pod\nsummary: In a container.\n"
      FolderTree.open("pod.yml" => "#{head}hosts: named\nargv: [kubectl, exec, -i, \"{host}\", --]\n",
                      "bad.yml" => "#{head}hosts: some\nargv: []\n") do |folder|
        assert_equal %w[kubectl exec -i p1 -- ls], MadeCells::CATALOG.launcher("#{folder}/pod.yml").command(%w[ls], host: "p1")
        assert_match(%r{bad.yml:4: /hosts }, assert_raises(Usage) { MadeCells::CATALOG.launcher("#{folder}/bad.yml") }.message)
      end
    end

    def test_an_unknown_launcher_is_refused_with_the_nearest
      assert_match(/unknown launcher: slurn\nDid you mean slurm/, assert_raises(Usage) { launcher("slurn") }.message)
    end

    def test_the_catalogues_files_are_valid
      files = Dir.glob(File.join(ROOT, "catalog", "launchers", "*.yml"))

      assert_equal %w[local slurm ssh], files.map { |path| MadeCells::CATALOG.launcher(path).id }.sort
    end

    private

    def launcher(id) = MadeCells::CATALOG.launcher(id)
  end
end
