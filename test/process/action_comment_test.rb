# frozen_string_literal: true

require "test_helper"

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
      assert_equal [0, "commented under pull request 7\n"], [code, log]
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

  def test_what_is_made_harmless_is_not_too_long
    commented(PULL, "@name " * 10_000) do |github, code, _|
      assert_equal 0, code
      assert_operator github.written.first.last["body"].size, :<, 65_000
    end
  end

  def test_renews_its_own_comment_and_nobody_elses
    others = Array.new(150) { |number| { "id" => number, "user" => { "login" => "me" }, "body" => "#{MARK}not ours" } }
    commented(PULL, "passed", comments: [*others, { "id" => 900, "user" => BOT, "body" => "#{MARK}old" }]) do |github, code, log|
      assert_equal [0, "renewed the comment under pull request 7\n"], [code, log]
      assert_equal [["PATCH", "/api/v3/repos/me/dalli/issues/comments/900"]], github.written.map { |asked| asked.first(2) }
    end
  end

  # The number comes from GitHub's list, by the fork's branch as it was when it was measured.
  def test_finds_the_pull_request_of_a_fork_that_another_workflow_measured
    pulls = [{ "number" => 8, "head" => { "sha" => "other" } }, { "number" => 9, "head" => { "sha" => "abc123" } }]
    commented(RUN, "passed", pulls: pulls) do |github, code, log|
      assert_equal [0, "commented under pull request 9\n"], [code, log]
      assert_equal "/api/v3/repos/me/dalli/pulls?state=open&head=you%3Afaster&per_page=100", github.asked.first[1]
      assert_includes github.written.first.last["body"], "actions/runs/42"
    end
  end

  def test_a_pull_request_that_moved_on_gets_no_comment
    commented(RUN, "passed", pulls: [{ "number" => 8, "head" => { "sha" => "other" } }]) do |github, code, log|
      assert_equal [0, []], [code, github.written]
      assert_match(/^::notice .*no open pull request is at this commit any more/, log)
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
