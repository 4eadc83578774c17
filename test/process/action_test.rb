# frozen_string_literal: true

require "test_helper"

# action.yml as a runner of GitHub's executes it, in a clone of a real client.
class ActionProcessTest < Minitest::Test
  # The target, which is not main here, holds a dalli that does not load: known at once, and by no measurement.
  def test_a_gate_that_cannot_tell_fails_and_keeps_what_it_knows
    in_a_pull_request do |made|
      job = job(made, "for" => "2s", "scenario" => "client/get\nclient/set")
      code = job.run do
        folder = job.outputs("gate").fetch("folder")

        assert_match(/^Gate: undecided: (too little evidence on set and get|nothing could be measured)/, job.log)
        assert_match(/^::error title=invalid.*broken base/, job.log)
        assert_match(/broken base/, job.summary)
        assert_equal %w[gate.xml record.jsonl report.html report.md], Dir.children(folder).sort
        assert_equal [{ "name" => "cachemark-gate", "path" => folder, "if-no-files-found" => "error" }], job.handed.map(&:last)
      end

      assert_equal [3, "3"], [code, job.outputs("gate")["code"]]
    end
  end

  def test_the_inputs_can_allow_it_keep_nothing_and_comment
    in_a_pull_request do |made|
      FakeGitHub.open do |github|
        inputs = { "scenario" => "client/get", "allow-unresolved" => "true", "artifact" => "", "comment" => "true" }
        job = job(made, { "for" => "2s", **inputs }, github.env)

        assert_equal 0, job.run, job.log
        assert_empty job.handed
        assert_match(/broken base/, github.written.first.last["body"])
      end
    end
  end

  def test_a_wrong_input_is_two_and_nothing_is_kept
    in_a_pull_request do |made|
      job = job(made, "scenario" => "client/gte", "options" => "--metric\nwall,allocations")

      assert_equal 2, job.run
      assert_match(%r{Did you mean client/get}, job.log)
      assert_equal [{ "code" => "2" }, []], [job.outputs("gate"), job.handed]
    end
  end

  def test_a_shallow_clone_is_told_what_it_lacks
    in_a_pull_request do |made|
      job = job(made, {}, "GITHUB_BASE_REF" => "nowhere")

      assert_equal 3, job.run
      assert_match(/^::error .*no commit in common with origin.nowhere is here: .*fetch-depth: 0/, job.log)
    end
  end

  # What this project's own workflow tries the action on.
  def test_the_example_is_a_client_that_allocates_more
    Dir.mktmpdir do |folder|
      example = Executable.run("example", program: "setup/action/example.sh", chdir: folder, env: AClientRepository.gems)
      made = ARepository.new("#{folder}/example")

      assert_equal 0, example.status, example.err
      assert_equal "get allocates a string more\ndalli 3.2.8", made.git("log", "--format=%s")
      assert_equal "lib/dalli.rb", made.git("diff", "--name-only", "main")
      assert system(RbConfig.ruby, "-c", "#{folder}/example/lib/dalli.rb", out: File::NULL)
    end
  end

  private

  # A clone as actions/checkout leaves it: detached at the change, with the target's branch of origin.
  def in_a_pull_request
    AClientRepository.open do |origin|
      origin.git("switch", "--quiet", "--create", "stable")
      origin.write("lib/dalli.rb", "raise 'broken base'\n")
      origin.commit("Break")
      Dir.mktmpdir("cachemark-clone") do |folder|
        origin.git("clone", "--quiet", origin.dir, "#{folder}/dalli")
        made = ARepository.new("#{folder}/dalli")
        made.git("checkout", "--quiet", "--detach")
        made.git("checkout", "HEAD~1", "--", "lib/dalli.rb")
        made.commit("Mend")
        yield made
      end
    end
  end

  def job(made, inputs, env = {})
    settings = { "XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => File.dirname(made.dir), "GITHUB_BASE_REF" => "stable" }
    event = { "pull_request" => { "number" => 7, "head" => { "sha" => "abc123" } } }
    AJob.new("action.yml", workspace: made.dir, inputs: inputs, event: event, env: settings.merge(env))
  end
end
