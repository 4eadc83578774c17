# frozen_string_literal: true

# Runs the programs of docs/findings on the newest release of each client that this machine can run, and prints what came out.
# A program exits with 1 if it shows its finding.
#
#   ruby bench/findings.rb [PAGE]...
require_relative "support"
Bench.with_gems(__FILE__)
require "cachemark"

FOLDER = File.join(Bench::ROOT, "docs", "findings")
CACHE = Cachemark::Paths.new.cache
RESOLVER = Cachemark::Contender::Resolver.new(**Cachemark::CLI.sources({}))
PAGES = ARGV.empty? ? Dir.children(FOLDER).grep(/\.md\z/).sort : ARGV.map { |page| "#{page.delete_suffix(".md")}.md" }

# [page, client, command] of the items under "Cases", each once.
ITEMS = PAGES.flat_map do |page|
  items = File.read(File.join(FOLDER, page))[/^## Cases\n(.*)\z/m, 1].to_s.split(/^- /).drop(1)
  items.map { |item| item.scan(/`([^`]+)`/).flatten.then { |contender, command| [page, contender[/\A[^@,]+/], command] } }.uniq
end

# [contender, environment] of the newest release, on the newest Ruby that runs it here; otherwise of the default release.
def newest(client, keeper)
  builder = Cachemark::Env::Builder.new(cache: CACHE, spawn: keeper, registry: Cachemark::Env::Registry.new(cache: CACHE))
  found = nil
  %W[#{client}@newest,ruby=newest #{client}@newest #{client}].find do |notation|
    contender = RESOLVER.resolve(notation)
    found = [contender, builder.build([contender]).values.first]
    !found.last.is_a?(Cachemark::Env::Unavailable)
  rescue Cachemark::Usage # no such Ruby, or a client of Python
    nil
  end
  found
ensure
  builder&.release
end

# The output and exit status of a program with this library, on a fresh memcached.
def play(environment, command, keeper)
  server = Cachemark::Host::Memcached.start(keeper: keeper, memory_mb: 16)
  _language, program, *words = command.sub("HOST:PORT", server.address).split
  argv = ["env", "-i", *environment.env.map { |pair| pair.join("=") }, *environment.argv]
  Open3.capture2e(*argv, File.join(FOLDER, program), *words)
end

Cachemark::Host::Keeper.start do |keeper|
  environments = Hash.new { |all, client| all[client] = newest(client, keeper) }
  ITEMS.group_by { |page, client, _| [page, client] }.each do |(page, client), items|
    contender, environment = environments[client]
    next puts("#{page}  #{client}: #{environment.reason}") if environment.is_a?(Cachemark::Env::Unavailable)

    items.each do |_, _, command|
      said, status = play(environment, command, keeper)
      verdict = { 0 => "not shown", 1 => "shown" }.fetch(status.exitstatus, "ended with #{status}")
      verdict = "failed" if said.match?(/\.rb:\d+:in |^Traceback |^PHP Fatal error|^Fatal error|^Node\.js v/)
      puts "#{page}  #{client} #{contender.version}: #{command}: #{verdict}", said.lines.first(8).map { |line| "    #{line}" }
      $stdout.flush
    end
  end
end
