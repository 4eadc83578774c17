# frozen_string_literal: true

require "rbconfig"
require "shellwords"
require "stringio"
require "tmpdir"

# A folder in which the commands of the pages can be typed: it has their files, a client's repository next to it, records, and
# documents to renew. Commands that measure are followed up to the moment at which measuring would start, or measure for 1 s.
class GuideWorld
  # Replacements for a place or a time that the reader chooses.
  MEMCACHED = ENV.fetch("PATH").split(File::PATH_SEPARATOR).map { |dir| "#{dir}/memcached" }.find { |path| File.file?(path) }
  READERS = { "/opt/ruby-3.4/bin/ruby" => RbConfig.ruby, "/opt/memcached/bin/memcached" => MEMCACHED,
              "--with ruby=3.3" => "--with ruby=#{RbConfig.ruby}" }.freeze
  # A real run is as short as can be, of one client.
  SHORT = { /--for (?!\d+x)\S+/ => "--for 1s", /--for \d+x/ => "dalli --for 1x",
            "--suite clients" => "--scenario client/get",
            /\Arun (?!.*--scenario|.*--format|.*locked=)/ => "run --scenario client/get " }.freeze
  DOCUMENT = "# dalli\n\n<!-- results_table -->\nold\n<!-- result_table_end -->\n\nresults\n-------\n\nold\n"
  RECORDS = %w[run before after r].freeze
  MACHINE = { "os" => "Debian GNU/Linux 12 (bookworm)", "cpu" => "AMD EPYC", "cores" => 2,
              "identity" => Cachemark::Host::Machine.facts["identity"] }.freeze
  # Records of one comparison on several machines.
  COMPARED = %w[laptop server run.hosts/web1 run.hosts/web2 fleet.hosts/web1].freeze
  # Checkouts next to the folder, of which only the names matter.
  CHECKOUTS = %w[ultramemcache gevent greenlet].freeze
  # Thrown where measuring would begin.
  MEASURING = :measuring

  class << self
    # Yields a copy of the world, which is made once.
    def open
      Dir.mktmpdir("cachemark-guides") do |dir|
        dir = File.realpath(dir)
        system("cp", "-a", "#{template}/.", dir, exception: true)
        yield new(dir)
      end
    end

    private

    def template
      @template ||= Dir.mktmpdir("cachemark-guides").tap do |dir|
        at_exit { FileUtils.rm_rf(dir) }
        AClientRepository.open do |client|
          client.git("tag", "v4.3.0")
          client.git("switch", "--quiet", "--create", "slower")
          client.touch("new")
          FileUtils.cp_r(client.dir, "#{dir}/dalli", preserve: true)
        end
        ARun.furnish("#{dir}/cache")
        new(dir).furnish
      end
    end
  end

  attr_reader :out

  def initialize(dir)
    @folder = "#{dir}/here"
    @state = "#{dir}/state"
    @own_cache = "#{dir}/cache"
    @client = "#{dir}/dalli"
  end

  # Writes what the pages presume, in an empty folder.
  def furnish
    FileUtils.mkdir_p([@folder, *CHECKOUTS.map { |name| "#{@folder}/../#{name}" }])
    CHECKOUTS.each { |name| put("../#{name}/setup.py", "") }
    put("README.md", DOCUMENT)
    put("README.copy.md", DOCUMENT)
    put("Performance.md", File.read("#{GuidePages::ROOT}/test/fixtures/classic/000.txt"))
    put("ca.pem", Cachemark::Access::Certificate::Authority.new.text)
    %w[data pairs].each { |name| put("#{name}.json", GuidePages::PAIRS) }
    GuidePages.files.each { |name, text| put(name, text) unless name.include?("/") }
    furnish_records
  end

  # The exit code of a `cachemark` line, or MEASURING.
  def cachemark(line, measure: false)
    name, *words = Shellwords.split(readers(measure ? shortened(line) : line))
    @out = StringIO.new
    record(words) if measure
    within(name, words) do
      command = Cachemark::CLI.command(name).new(out: @out, err: @out)
      stop(command) unless measure
      catch(MEASURING) { command.call(words) }
    end
  end

  # A line for the reader's shell.
  def shell(line)
    @out = StringIO.new
    return 0.tap { @folder = File.expand_path(line.delete_prefix("cd "), @folder) } if line.start_with?("cd ")

    author = { "GIT_AUTHOR_NAME" => "me", "GIT_AUTHOR_EMAIL" => "me@example.org", "GIT_COMMITTER_NAME" => "me",
               "GIT_COMMITTER_EMAIL" => "me@example.org" }
    text, status = Open3.capture2e(author.merge(AClientRepository.gems), "sh", "-ec", line, chdir: @folder)
    @out << text
    status.exitstatus
  end

  private

  # A record is never written over; the one that is there is a made one. Otherwise, two commands of this process that begin in the
  # same second would have the same record.
  def record(words)
    output = proc { |option, path| %w[-o --output].include?(option) && path.end_with?(".jsonl") }
    words.push("-o", "measured-#{@measured = @measured.to_i + 1}.jsonl") if words.each_cons(2).none?(&output)
    FileUtils.rm_f(File.join(@folder, words.each_cons(2).find(&output).last.delete_prefix("record=")))
  end

  def furnish_records
    lines = MadeRecord.lines(run: { "suite" => { "id" => "classic", "title" => "Classic", "layout" => "classic" },
                                     "machine" => MACHINE },
                             ending: { "outcome" => "complete", "ended_at" => "2026-11-21T10:01:00Z" })
    text = lines.map { |line| "#{JSON.generate(line)}\n" }.join.gsub("client/set", "client/get")
    RECORDS.each { |name| put("#{name}.jsonl", text) }
    COMPARED.each_with_index { |name, at| put_comparison(name, at) }
    Cachemark::Results::Folder.new(File.join(@folder, "results")).add(MadeResults.run({ "dalli@5.3.2" => 20.0 }), "")
    %w[here/bench/history state/cachemark/history].each do |folder|
      Cachemark::History::Store.open(File.expand_path("../#{folder}", @folder), create: true).add(File.join(@folder, "r.jsonl"))
    end
  end

  def put_comparison(name, seed)
    FileUtils.mkdir_p(File.join(@folder, File.dirname(name)))
    lines = MadeComparison.lines(pairs: 2, seed: seed, run: { "seed" => seed })
    put("#{name}.jsonl", lines.map { |line| "#{JSON.generate(line)}\n" }.join)
  end

  def put(name, text) = File.write(File.join(@folder, name), text)
  def readers(line) = READERS.inject(line) { |text, (theirs, ours)| text.gsub(theirs, ours) }

  def shortened(line)
    short = SHORT.inject(line) { |text, (long, small)| text.sub(long, small) }
    short.include?("--for ") ? short : "#{short} #{short.start_with?("run") ? "--for 1x" : "--for 1s"}"
  end

  def stop(command)
    %i[measure replicate calibrate examine].each do |method|
      command.define_singleton_method(method) { |*| throw MEASURING, MEASURING }
    end
  end

  # Gates and searches over commits are typed in a client's repository.
  def within(name, words, &block)
    # Commands do not prune the cache of all tests.
    home = { "XDG_CACHE_HOME" => name == "env" ? @own_cache : ARun.cache, "XDG_STATE_HOME" => @state,
             Cachemark::Access::PASSWORD_VARIABLE => "secret" }
    before = ENV.to_h.slice(*home.keys)
    ENV.update(home)
    Dir.chdir((name == "gate" || words.any?(/\A([\w-]+@)?git:.*\.\./)) && @folder.end_with?("/here") ? @client : @folder, &block)
  ensure
    ENV.update(home.transform_values { nil }.merge(before))
  end
end
