# frozen_string_literal: true

require "json"
require "socket"

# GitHub's API as far as comments need it, over real HTTP, with what may be wrong with it:
#
#   FakeGitHub.open { |github| github.comments = [...]; run(env: github.env); github.asked }
class FakeGitHub
  # [verb, path with query, parsed body or nil] of each request.
  attr_reader :asked
  # The comments and open pull requests that there are; the status of writing, where it is refused; a proc that answers
  # in place of everything.
  attr_accessor :comments, :pulls, :refusal, :broken

  def self.open
    github = new
    FakeMemcached.open(->(io) { github.serve(io) }) { |port| yield github.at(port) }
  end

  def initialize
    @asked = []
    @comments = []
    @pulls = []
  end

  def at(port) = tap { @port = port }
  def env = { "GITHUB_API_URL" => "http://127.0.0.1:#{@port}/api/v3" }
  def written = asked.reject { |verb, _, _| verb == "GET" }

  def serve(connection)
    return broken.call(connection) if broken

    verb, target = connection.gets.split
    lines = connection.each_line("\r\n", chomp: true).take_while { |line| !line.empty? }
    headers = lines.to_h { |line| line.downcase.split(": ", 2) }
    body = connection.read(headers.fetch("content-length", 0).to_i)
    asked << [verb, target, body.empty? ? nil : JSON.parse(body)]
    status, answer = headers["authorization"] == "bearer a-token" ? answer(verb, target) : [401, {}]
    text = JSON.generate(answer)
    connection.write("HTTP/1.1 #{status} said\r\nContent-Length: #{text.bytesize}\r\nConnection: close\r\n\r\n#{text}")
  end

  private

  def answer(verb, target)
    return [refusal || 200, { "id" => 1 }] unless verb == "GET"

    found = target.include?("/pulls?") ? pulls : comments.each_slice(100).to_a.fetch(target[/page=(\d+)\z/, 1].to_i - 1, [])
    [200, found]
  end
end
