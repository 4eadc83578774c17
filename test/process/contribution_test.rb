# frozen_string_literal: true

require "test_helper"
require "tmpdir"

# setup/action/contribution.sh in a copy of this project, as a pull request changes it. It starts a stub, because contribute has
# its own test.
class ContributionScriptTest < Minitest::Test
  PROGRAM = "#!/bin/sh\necho \"measured $*\"\ncase $* in *broken*) exit 1 ;; esac\n"
  ENTRY = "id: ruby/%s\nadapter: %s\n"

  def setup
    @dir = Dir.mktmpdir
    %w[bin setup/action catalog/clients drivers/ruby/adapters results/m temp].each { |path| FileUtils.mkdir_p("#{@dir}/#{path}") }
    FileUtils.cp("#{Executable::ROOT}/setup/action/contribution.sh", "#{@dir}/setup/action")
    write("bin/cachemark", PROGRAM)
    FileUtils.chmod(0o755, "#{@dir}/bin/cachemark")
    %w[old store].each { |name| write("catalog/clients/#{name}.yml", format(ENTRY, name, "old")) }
    write("drivers/ruby/adapters/old.rb", "1")
    git("init", "--quiet", "--initial-branch", "main")
    commit
    git("update-ref", "refs/remotes/origin/main", "HEAD")
  end

  def teardown = FileUtils.remove_entry(@dir)

  def test_measures_each_client_that_is_new
    write("catalog/clients/fresh.yml", format(ENTRY, "fresh", "fresh"))
    write("drivers/ruby/adapters/fresh.rb", "1")
    code, report = call
    started = "measured contribute ruby/fresh --campaign short --results #{@dir}/temp/contribution/results"

    assert_equal [0, [started]], [code, report.lines(chomp: true).grep(/measured/)]
  end

  def test_an_adapter_changes_every_client_that_uses_it
    write("drivers/ruby/adapters/old.rb", "2")

    assert_equal %w[ruby/old ruby/store], call.last.scan(/measured contribute (\S+)/).flatten
  end

  def test_a_client_that_cannot_be_measured_fails_after_the_others
    %w[broken fresh].each { |name| write("catalog/clients/#{name}.yml", format(ENTRY, name, name)) }
    code, report = call

    assert_equal [1, %w[ruby/broken ruby/fresh]], [code, report.scan(/measured contribute (\S+)/).flatten]
  end

  def test_a_strange_name_is_no_command
    write("catalog/clients/$(touch temp#gone).yml", "id: x\n")
    write("README.md", "x")

    code, report = call

    assert_equal [0, true, false], [code, report.include?("No client changed.\n"), report.include?("measured contribute")]
  end

  def test_verifies_each_new_result
    %w[fine broken].each { |name| write("results/m/#{name}.json", "{}") }
    code, report = call

    assert_equal [1, %w[broken fine]], [code, report.scan(%r{^    measured publish .* --verify results/m/(\w+)\.json$}).flatten]
  end

  def test_published_files_do_not_change
    publish("results/m/old.jsonl.gz" => "1")
    write("results/README.md", "more")

    assert_equal 0, call.first
    write("results/m/old.jsonl.gz", "2")
    code, report = call

    assert_equal 1, code
    assert_match(%r{changed or removed:\n\n    M\tresults/m/old\.jsonl\.gz\n}, report)
  end

  # Or a new result would prove itself.
  def test_published_digests_do_not_change
    publish("results/SHA256SUMS" => "1  m/a.json\n")
    write("results/SHA256SUMS", "1  m/a.json\n2  m/b.json\n")

    assert_equal 1, call.first
  end

  def test_only_the_named_change_removes_copies_of_records_and_nothing_else
    copies = %w[a b].map { |name| "results/m/#{name}.jsonl.gz" }
    publish("results/m/a.json" => "{}", **copies.to_h { |path| [path, "1"] })
    remove(*copies)

    assert_equal 1, call.first, "another repository has no such change"
    name_the_change
    assert_equal 0, call.first
    refute_includes call.last, "changed or removed"
    write(copies.first, "1")
    assert_equal 1, call.first, "a copy stays"
    remove(copies.first, "results/m/a.json")
    assert_equal 1, call.first, "a result is removed, too"
    write("results/m/a.json", "[]")
    assert_equal 1, call.first, "a result is changed, too"
  end

  def test_copies_that_are_published_later_are_not_removed
    publish("results/m/a.jsonl.gz" => "1")
    name_the_change
    publish("results/m/b.jsonl.gz" => "1")
    remove("results/m/a.jsonl.gz", "results/m/b.jsonl.gz")

    assert_equal 1, call.first
  end

  def test_says_what_a_shallow_clone_lacks
    git("update-ref", "-d", "refs/remotes/origin/main")

    assert_equal 3, call.first
  end

  private

  def write(path, text) = File.write("#{@dir}/#{path}", text)
  def remove(*paths) = FileUtils.rm(paths.map { |path| "#{@dir}/#{path}" })

  # Files of the main branch.
  def publish(files)
    files.each { |path, text| write(path, text) }
    commit
    git("update-ref", "refs/remotes/origin/main", "HEAD")
  end

  # The main branch of today has the copies that may be removed.
  def name_the_change
    commit, = Open3.capture2("git", "-C", @dir, "rev-parse", "origin/main")
    script = "setup/action/contribution.sh"
    write(script, File.read("#{@dir}/#{script}").sub(/^with_copies=\h{40}$/, "with_copies=#{commit.chomp}"))
  end

  def git(*words)
    author = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    assert system("git", "-C", @dir, *author, *words, out: File::NULL, err: File::NULL), words.inspect
  end

  def commit
    git("add", "--all", ".")
    git("commit", "--quiet", "--allow-empty", "--message", "x")
  end

  # [exit code, report]
  def call
    commit
    env = { "RUNNER_TEMP" => "#{@dir}/temp", "GITHUB_BASE_REF" => "main", "GITHUB_STEP_SUMMARY" => nil }
    _, status = Open3.capture2e(env, "#{@dir}/setup/action/contribution.sh", chdir: @dir)
    report = "#{@dir}/temp/contribution/report.md"
    [status.exitstatus, File.exist?(report) ? File.read(report) : ""]
  end
end
