# frozen_string_literal: true

require "test_helper"

# action.yml as a runner of GitHub's executes it, in a clone of a real client.
class ActionProcessTest < Minitest::Test
  def setup
    @state = Dir.mktmpdir("cachemark-state")
  end

  def teardown = FileUtils.remove_entry(@state)

  # The target, which is not main here, holds a dalli that does not load: known at once, and by no measurement.
  def test_a_gate_that_cannot_tell_fails_and_keeps_what_it_knows
    job = job("for" => "2s", "scenario" => "client/get\nclient/set")
    code = job.run do
      folder = job.outputs("gate").fetch("folder")

      assert_match(/^Gate: invalid: (nothing could be measured|the measurements)/, job.log)
      assert_match(/^::error title=invalid.*broken base/, job.log)
      assert_match(/broken base/, job.summary)
      assert_equal %w[gate.xml record.jsonl report.html report.md], Dir.children(folder).sort
      assert_equal [{ "name" => "cachemark-gate", "path" => folder, "if-no-files-found" => "error" }], job.handed.map(&:last)
    end

    assert_equal [3, "3"], [code, job.outputs("gate")["code"]]
  end

  def test_the_inputs_can_allow_it_keep_nothing_and_comment
    FakeGitHub.open do |github|
      inputs = { "scenario" => "client/get", "allow-unresolved" => "true", "artifact" => "", "comment" => "true" }
      job = job({ "for" => "2s", **inputs }, github.env)

      assert_equal 0, job.run, job.log
      assert_empty job.handed
      assert_match(/broken base/, github.written.first.last["body"])
    end
  end

  # A runner has the files of a commit, which are those of the gem and its own, and no history of them.
  def test_a_wrong_input_is_two_and_nothing_is_kept
    GemFiles.copied("action.yml", "setup/action/gate.sh") do |root|
      job = job({ "scenario" => "client/gte", "options" => "--metric\nwall,allocations" }, {}, root)

      assert_equal 2, job.run, job.log
      assert_match(%r{Did you mean client/get}, job.log)
      assert_equal [{ "code" => "2" }, []], [job.outputs("gate"), job.handed]
    end
  end

  def test_names_the_history_that_a_shallow_clone_lacks
    job = job({}, "GITHUB_BASE_REF" => "nowhere")

    assert_equal 3, job.run
    assert_match(/^::error .*no commit in common with origin.nowhere is here: .*fetch-depth: 0/, job.log)
  end

  # The repository on which this project's own workflow tries the action.
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

  # A clone as actions/checkout leaves it: detached at the change, with the target's branch of origin. It is kept, so that the
  # environments of its commits are built once.
  def pull_request
    ARepository.new(WarmCache.kept("pull-requests", AClientRepository.whole, File.read(__FILE__)) do |folder|
      AClientRepository.open do |origin|
        origin.git("switch", "--quiet", "--create", "stable")
        origin.write("lib/dalli.rb", "raise 'broken base'\n")
        origin.commit("Break")
        origin.git("clone", "--quiet", origin.dir, folder)
      end
      made = ARepository.new(folder)
      made.git("checkout", "--quiet", "--detach")
      made.git("checkout", "HEAD~1", "--", "lib/dalli.rb")
      made.commit("Mend")
    end)
  end

  def job(inputs, env = {}, root = AJob::ROOT)
    settings = { "XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => @state, "GITHUB_BASE_REF" => "stable" }
    event = { "pull_request" => { "number" => 7, "head" => { "sha" => "abc123" } } }
    AJob.new("action.yml", workspace: pull_request.dir, inputs: inputs, event: event, env: settings.merge(env), root: root)
  end
end

# A gate's report as a comment, over HTTP to what answers as GitHub does.
class ActionCommentTest < Minitest::Test
  PULL = { "pull_request" => { "number" => 7, "head" => { "sha" => "abc123", "repo" => { "full_name" => "me/dalli" } } } }.freeze
  FORK = { "pull_request" => { "number" => 7, "head" => { "sha" => "abc123", "repo" => { "full_name" => "you/dalli" } } } }.freeze
  RUN = { "workflow_run" => { "id" => 42, "head_sha" => "abc123", "head_branch" => "faster",
                              "head_repository" => { "owner" => { "login" => "you" } } } }.freeze
  MARK = "<!-- cachemark: cachemark-gate -->\n"
  BOT = { "login" => "github-actions[bot]" }.freeze

  def test_comments_under_the_pull_request_of_its_job
    commented(PULL, "**passed** dalli@4.3.10") do |github, code, log|
      assert_equal [0, "commented on pull request 7\n"], [code, log]
      verb, path, body = github.written.first

      assert_equal ["POST", "/api/v3/repos/me/dalli/issues/7/comments"], [verb, path]
      assert_equal "#{MARK}**passed** dalli@4.3.10\n\nMeasured at abc123 in [this run]" \
                   "(https://github.example/me/dalli/actions/runs/77), which keeps the record.\n", body["body"]
    end
  end

  def test_an_event_of_no_pull_request_gets_no_comment_and_fails_nothing
    commented({ "ref" => "refs/heads/main" }, "passed") do |github, code, log|
      assert_equal [0, []], [code, github.written]
      assert_match(/no pull request: nothing to comment/, log)
    end
  end

  def test_an_escaped_comment_is_not_too_long
    commented(PULL, "@name " * 10_000) do |github, code, _|
      assert_equal 0, code
      assert_operator github.written.first.last["body"].size, :<, 65_000
    end
  end

  def test_renews_its_own_comment_and_nobody_elses
    others = Array.new(150) { |number| { "id" => number, "user" => { "login" => "me" }, "body" => "#{MARK}not ours" } }
    commented(PULL, "passed", comments: [*others, { "id" => 900, "user" => BOT, "body" => "#{MARK}old" }]) do |github, code, log|
      assert_equal [0, "updated the comment on pull request 7\n"], [code, log]
      assert_equal [["PATCH", "/api/v3/repos/me/dalli/issues/comments/900"]], github.written.map { |asked| asked.first(2) }
    end
  end

  # The number comes from GitHub's list, by the fork's branch as it was when it was measured.
  def test_finds_the_pull_request_of_a_fork_that_another_workflow_measured
    pulls = [{ "number" => 8, "head" => { "sha" => "other" } }, { "number" => 9, "head" => { "sha" => "abc123" } }]
    commented(RUN, "passed", pulls: pulls) do |github, code, log|
      assert_equal [0, "commented on pull request 9\n"], [code, log]
      assert_equal "/api/v3/repos/me/dalli/pulls?state=open&head=you%3Afaster&per_page=100", github.asked.first[1]
      assert_includes github.written.first.last["body"], "actions/runs/42"
    end
  end

  def test_a_pull_request_that_moved_on_gets_no_comment
    commented(RUN, "passed", pulls: [{ "number" => 8, "head" => { "sha" => "other" } }]) do |github, code, log|
      assert_equal [0, []], [code, github.written]
      assert_match(/^::notice .*no open pull request has this commit/, log)
    end
  end

  def test_a_fork_may_not_comment_and_fails_nothing
    commented(FORK, "passed", refusal: 403) do |_, code, log|
      assert_equal 0, code
      assert_match(/^::notice .*a pull request of a fork has no right to comment: the report is in the job's summary/, log)
    end
  end

  def test_a_missing_permission_is_named
    commented(PULL, "passed", refusal: 403) do |_, code, log|
      assert_equal 3, code
      assert_match(/^::error .*`permissions: pull-requests: write`/, log)
    end
  end

  # The report is a stranger's: it calls nobody, hides nothing and is no longer than GitHub takes.
  def test_a_hostile_report_does_no_harm
    text = "@everyone (@you) <!-- cachemark: x -->\n#{"line\n" * 30_000}"
    commented(PULL, text) do |github, code, _|
      body = github.written.first.last["body"]

      assert_equal 0, code
      assert_operator body.size, :<, 65_536
      assert_includes body, "@\u200Beveryone (@\u200Byou) <\u200B!-- cachemark: x"
      assert_includes body, "Cut here: the artifact cachemark-gate of the run has all of it."
    end
  end

  def test_a_report_that_is_a_link_is_not_followed
    commented(PULL, "secret", link: true) do |github, code, log|
      assert_equal [3, []], [code, github.asked]
      assert_match(/^::error .*there is no report to comment/, log)
    end
  end

  def test_an_api_that_answers_nonsense_is_an_error
    [->(io) { io.gets && io.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n<html") }, lambda(&:close),
     ->(io) { io.gets && io.write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n") }].each do |broken|
      commented(PULL, "passed", broken: broken) do |_, code, log|
        assert_equal 3, code
        assert_match(/^::error .*GitHub's API/, log)
      end
    end
  end

  private

  # Runs the comment's action after that report was downloaded; the rest is what its GitHub is like.
  def commented(event, text, link: false, **github)
    FakeGitHub.open do |fake|
      github.each { |name, value| fake.public_send(:"#{name}=", value) }
      download = lambda do |folder|
        FileUtils.mkdir_p(folder)
        File.write("#{folder}/#{link ? "secret" : "report.md"}", text)
        File.symlink("secret", "#{folder}/report.md") if link
      end
      job = AJob.new("setup/action/comment/action.yml", workspace: Dir.tmpdir, event: event, env: fake.env, download: download)
      code = job.run
      yield fake, code, job.log
    end
  end
end
