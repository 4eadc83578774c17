# frozen_string_literal: true

# Puts a gate's report under the pull request that it was measured for, or renews the comment of the last time. The author of
# the pull request may have written the report, so it is not trusted: the pull request comes from GitHub's own event. Only the
# standard library is here.
require "json"
require "net/http"
require "uri"

# One report under the pull requests of one event.
class Comment
  # GitHub refuses more than 65,536 characters.
  LONGEST = 60_000
  AUTHOR = "github-actions[bot]"
  # The right to write is GitHub's to give: to no pull request of a fork.
  REFUSED = [401, 403, 404].freeze

  # A sentence for the job's log, and the exit code.
  class Stop < StandardError
    attr_reader :code

    def initialize(message, code: 3)
      super(message)
      @code = code
    end
  end

  def initialize(env)
    @event = JSON.parse(File.read(env.fetch("GITHUB_EVENT_PATH")))
    @repository = env.fetch("GITHUB_REPOSITORY")
    @api = URI(env.fetch("GITHUB_API_URL"))
    @token = env.fetch("GITHUB_TOKEN")
    @name = env.fetch("COMMENT_NAME")
    @report = env.fetch("COMMENT_REPORT")
    @run = "#{env.fetch("GITHUB_SERVER_URL")}/#{@repository}/actions/runs/#{measured&.fetch("id") || env.fetch("GITHUB_RUN_ID")}"
  end

  def call
    text = body
    numbers = pulls
    raise Stop.new("no open pull request has this commit: nothing to comment", code: 0) if numbers.empty?

    numbers.each { |number| puts "#{put(number, text)} #{number}" }
  end

  private

  # The run of another workflow that has measured, nil where this one did.
  def measured = @event["workflow_run"]

  def pull_request
    @event["pull_request"] or raise Stop.new("this event has no pull request: nothing to comment", code: 0)
  end

  # A fork's branch is found by its owner and name, and only as it was when it was measured.
  def pulls
    return [pull_request.fetch("number")] unless measured

    head = "#{measured.dig("head_repository", "owner", "login")}:#{measured["head_branch"]}"
    get("/pulls?#{URI.encode_www_form(state: "open", head: head, per_page: 100)}")
      .select { |pull| pull.dig("head", "sha") == measured["head_sha"] }.map { |pull| pull["number"] }
  end

  def put(number, text)
    standing = comment_of(number)
    standing ? ask(:Patch, "/issues/comments/#{standing}", body: text) : ask(:Post, "/issues/#{number}/comments", body: text)
    standing ? "updated the comment on pull request" : "commented on pull request"
  end

  # Anybody may write the mark into a comment; only what this job's own account wrote is written over.
  def comment_of(number)
    (1..).each do |page|
      comments = get("/issues/#{number}/comments?per_page=100&page=#{page}")
      own = comments.find { |one| one.dig("user", "login") == AUTHOR && one["body"].to_s.start_with?(mark) }
      return own["id"] if own
      return if comments.size < 100
    end
  end

  def mark = "<!-- cachemark: #{@name.gsub(/[^\w.-]/, "_")} -->"

  def body
    sha = measured ? measured["head_sha"] : @event.dig("pull_request", "head", "sha")
    "#{mark}\n#{report}\n\nMeasured at #{sha.to_s[0, 12]} in [this run](#{@run}), which keeps the record.\n"
  end

  # A link out of the artifact could lead to what only this job may read.
  def report
    raise Stop, "there is no report to comment: #{@report}" unless File.exist?(@report) && File.lstat(@report).file?

    text = harmless(File.binread(@report, (4 * LONGEST) + 1).force_encoding("UTF-8").scrub)
    return text if text.size <= LONGEST

    "#{text[0, LONGEST].rpartition("\n").first}\n\nCut here: the artifact #{@name} of the run has all of it."
  end

  # Nobody is called: an invisible blank is between @ and a name. `dalli@4.3.10` is not a call.
  def harmless(text) = text.gsub(/(?<!\w)@(?=\w)/, "@\u200B").gsub("<!--", "<\u200B!--")

  def get(path) = ask(:Get, path)

  def ask(verb, path, **content)
    request = Net::HTTP.const_get(verb).new("#{@api.path}/repos/#{@repository}#{path}", headers)
    request.body = JSON.generate(content) if content.any?
    answer = Net::HTTP.start(@api.host, @api.port, use_ssl: @api.scheme == "https", open_timeout: 20, read_timeout: 60) do |http|
      http.request(request)
    end
    refuse(verb, answer) unless answer.is_a?(Net::HTTPSuccess)
    JSON.parse(answer.body)
  rescue SystemCallError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, EOFError, JSON::ParserError => e
    raise Stop, "GitHub's API does not answer as it should: #{e.message}"
  end

  def headers
    { "Authorization" => "Bearer #{@token}", "Accept" => "application/vnd.github+json", "Content-Type" => "application/json",
      "User-Agent" => "cachemark" }
  end

  def refuse(verb, answer)
    raise Stop, "GitHub's API answered #{answer.code} #{answer.message}" unless verb != :Get && REFUSED.include?(answer.code.to_i)
    raise Stop.new("a pull request of a fork has no right to comment: the report is in the job's summary", code: 0) if fork?

    raise Stop, "GitHub answered #{answer.code}: the job needs `permissions: pull-requests: write` to comment"
  end

  def fork? = !measured && @event.dig("pull_request", "head", "repo", "full_name") != @repository
end

begin
  Comment.new(ENV).call
rescue Comment::Stop => e
  puts "::#{e.code.zero? ? "notice" : "error"} title=Cachemark comment::#{e.message}"
  exit e.code
end
