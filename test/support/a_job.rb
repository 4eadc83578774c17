# frozen_string_literal: true

require "fileutils"
require "json"
require "open3"
require "tmpdir"
require "yaml"

# A job of GitHub's that uses one composite action of the project. It runs the shell steps as a runner does, in order, with
# their expressions filled in. It notes the inputs of the other steps. Knows no more of the language than our actions use;
# anything else is an error.
#
#   job = AJob.new("action.yml", workspace: clone, inputs: { "for" => "5s" }, event: { ... }, env: { ... })
#   job.run     # the exit code; then job.log, job.outputs("gate"), job.handed, job.summary
class AJob
  ROOT = Executable::ROOT
  # A function name, a context's value or a literal; and the text between them.
  TERM = /!?cancelled\(\)|(?:inputs|steps|github|runner)(?:\.[\w-]+)+|'[^']*'|&&|==|!=/
  # The variables that a runner gives every job.
  ALWAYS = { "GITHUB_ACTIONS" => "true", "GITHUB_SERVER_URL" => "https://github.example", "GITHUB_REPOSITORY" => "me/dalli",
             "GITHUB_RUN_ID" => "77" }.freeze

  # Its output; [name, inputs] of each `uses` step.
  attr_reader :log, :handed

  # `download` puts what an artifact holds into the folder that a step names as its `path`. `root` has the files of the project.
  def initialize(action, workspace:, inputs: {}, event: {}, env: {}, download: nil, root: ROOT)
    @action = File.join(root, action)
    @download = download
    @workspace = workspace
    @inputs = defaults.merge(inputs)
    @event = event
    @env = env
    @log = +""
    @outputs = {}
    @handed = []
  end

  # The code of the first step that failed; later steps run where they say so.
  def run
    Dir.mktmpdir("cachemark-runner") do |temp|
      @temp = temp
      @code = 0
      steps.each { |step| step(step) if step["if"] ? truth(step["if"]) : @code.zero? }
      yield self if block_given?
      @code
    end
  end

  def outputs(id) = @outputs.fetch(id, {})
  def summary = File.read(place("summary"))

  private

  def document = @document ||= YAML.safe_load_file(@action)
  def steps = document.dig("runs", "steps")
  def defaults = document.fetch("inputs", {}).transform_values { |input| input.fetch("default") }
  def place(name) = File.join(@temp, name).tap { |path| FileUtils.touch(path) }

  def step(step)
    return use(step) if step["uses"]

    status = shell(step)
    @outputs[step["id"]] = File.readlines(place("output"), chomp: true).to_h { |line| line.split("=", 2) }
    @code = status if @code.zero?
  end

  def use(step)
    @handed << [step["uses"], filled(step["with"])]
    @download&.call(@handed.last.last.fetch("path")) if step["uses"].start_with?("actions/download-artifact@")
  end

  # As the runner calls `shell: sh`.
  def shell(step)
    raise "unknown shell: #{step["shell"]}" unless step["shell"] == "sh"

    File.write(script = place("script.sh"), fill(step["run"]))
    File.write(place("output"), "")
    folder = File.expand_path(fill(step.fetch("working-directory", ".")), @workspace)
    text, status = Open3.capture2e(variables.merge(filled(step.fetch("env", {}))), "sh", "-e", script, chdir: folder)
    @log << text
    status.exitstatus
  end

  def variables
    File.write(place("event.json"), JSON.generate(@event))
    Executable::OURS.merge(ALWAYS, "GITHUB_ACTION_PATH" => File.dirname(@action), "GITHUB_EVENT_PATH" => place("event.json"),
                                   "GITHUB_OUTPUT" => place("output"), "GITHUB_STEP_SUMMARY" => place("summary"),
                                   "GITHUB_WORKSPACE" => @workspace, "RUNNER_TEMP" => @temp).merge(@env)
  end

  def filled(values) = values.transform_values { |value| fill(value.to_s) }
  def fill(text) = text.gsub(/\$\{\{(.*?)\}\}/) { value(Regexp.last_match(1).strip) }

  # Terms joined by && of which each is a comparison, or !cancelled(), which always holds here.
  def truth(text)
    expression = text[/\A\$\{\{(.*)\}\}\z/, 1] or raise "no expression: #{text}"
    raise "not understood: #{expression}" unless expression.gsub(TERM, "").strip.empty?

    expression.split("&&").map(&:strip).all? { |part| part == "!cancelled()" || compared(*part.split(/ (==|!=) /)) }
  end

  def compared(left, sign, right) = value(left).public_send(sign, value(right))

  def value(term)
    case term
    when /\A'(.*)'\z/ then Regexp.last_match(1)
    when /\Ainputs\.([\w-]+)\z/ then @inputs.fetch(Regexp.last_match(1))
    when /\Asteps\.(\w+)\.outputs\.(\w+)\z/ then outputs(Regexp.last_match(1)).fetch(Regexp.last_match(2), "")
    when "github.token" then "a-token"
    when "runner.temp" then @temp
    when /\Agithub\.event\.([\w.]+)\z/ then @event.dig(*Regexp.last_match(1).split(".")).to_s
    else raise "not understood: #{term}"
    end
  end
end
