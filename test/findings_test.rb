# frozen_string_literal: true

require "test_helper"
require "open3"

# The programs of docs/findings show with real clients what the pages there say of them. A finding that is not reported has no
# program (SECURITY.md).
class FindingsTest < Minitest::Test
  include PythonWorld

  FOLDER = File.join(Cachemark::ROOT, "docs", "findings")
  ADDRESS = "HOST:PORT"
  # A contender for which the program of a page shows the finding, and the cases of `check` that show it too.
  Shown = Struct.new(:page, :contender, :command, :cases, keyword_init: true)
  PAGES = (Dir.children(FOLDER).grep(/\.md\z/) - ["README.md"]).sort.to_h { |name| [name, File.read(File.join(FOLDER, name))] }
                                                                 .reject { |_, text| text.include?("| Status | not reported |") }
  SHOWN = PAGES.flat_map do |page, text|
    text[/^## Cases\n(.*)\z/m, 1].to_s.split(/^- /).drop(1).map do |item|
      contender, command, *cases = item.scan(/`([^`]+)`/).flatten
      Shown.new(page: page, contender: contender, command: command, cases: cases)
    end
  end.freeze
  # The examples of the pages: [page, command, contender, output]. Two pages have examples that
  # differ each time.
  EXAMPLES = PAGES.except("pylibmc-threads.md", "django-contexts.md").flat_map do |page, text|
    text.scan(/^```\n(.*?)^```$/m).flatten.flat_map { |block| block.split(/^\$ /).drop(1) }.map do |example|
      typed, said = example.split("\n", 2)
      command, contender = typed.split(/ {2,}# /)
      [page, command.sub("127.0.0.1:11211", ADDRESS), contender&.tr(" ", "@"), said]
    end
  end.freeze
  # The examples without a case, for the first contender of their page. Cases detect a finding by a later get, and these
  # examples by other calls.
  commands = EXAMPLES.map { |page, command, *| [page, command] }
  WITHOUT_CASE = (commands - SHOWN.map { |one| [one.page, one.command] }).map do |page, command|
    Shown.new(page: page, contender: SHOWN.find { |one| one.page == page }.contender, command: command, cases: [])
  end.freeze
  WRONG = /get\((?<key>k\d|parent)\) returned (?!nil$|None$|b?["']value of \k<key>["']$)/
  ODD_KEY = Regexp.union(WRONG, /^\w+ holds /, /^(get|set|multi)\('.*'\) returned (b'|'|\{)/)
  # The output of a program that reproduces its finding. The default is WRONG. A program that fails exits with 1, too.
  SEEN = { "aiomcache-end-of-connection.py" => /did not return in 1 s$/, "stuck-set.rb" => /did not return in 3 s$/,
           "end-of-connection.js" => /did not return in 8 s$/, "memcache-plus-unexpected-line.js" => /an uncaught TypeError$/,
           "memcache-plus-lines.js" => /returned "two"$|an uncaught TypeError$/,
           "memcache-plus-no-timeout.js" => /did not return in 5 s$/,
           "node-memcache-client-unchecked-key.js" => /^\w+ holds |an uncaught TypeError$/,
           "node-memcached-server-error.js" => /, and no error$/,
           "node-memcached-foreign-value.js" => /did not return in 8 s$|an uncaught SyntaxError$/,
           "memcached-lost-counter.rb" => /of (10|text) returned [01]$/,
           "bmemcached-lost-counter.py" => /of 10 returned 0$/,
           "memcache-client-incr-garbage.rb" => /of 10 returned 0$/, "dalli-silent-server.rb" => /did not return in 2 s$/,
           "dalli-long-key.rb" => /did not return in 2 s$/, "dalli-repeated-incr.rb" => /the counter is 12$/,
           "dalli-refused-in-set-multi.rb" => /^set_multi did not raise$/,
           "dalli-raw-compressed.rb" => /by an earlier release: .*, which is not what was written$/,
           "mem-cache-store-format.rb" => /read\(k1\) returned "/,
           "unlimited-line.rb" => /^get took all 32 MB of one line$/,
           "dalli-foreign-exception.rb" => /as Dalli::RingError$/, "memcached-rails-false.rb" => /returned false$/,
           "django-contexts.py" => /^[1-7] of 7 threads were disturbed$/,
           "pylibmc-bool.py" => /get returned 0$/, "fork.py" => Regexp.union(WRONG, /^get\(parent\) raised KeyError: /),
           "pylibmc-error-as-miss.py" => /^(get_multi returned \{\}|get returned None)$/,
           "failed-get.php" => /^get(Multi)? returned .*NOT FOUND$/, "pylibmc-unchecked-key.py" => ODD_KEY,
           "late-reply.rb" => Regexp.union(WRONG, /^(set|incr|delete)\(\w+\) returned /) }.freeze
  # {contender => programs whose pages name it as not affected}
  CLEARED = { "dalli@2.7.11" => ["late-reply.rb dalli", "fork.rb dalli", "dalli-bad-key-in-multi.rb"],
              "dalli@3.2.8" => ["sweep.rb dalli", "dalli-foreign-exception.rb", "dalli-error-in-multi.rb",
                                "dalli-raw-compressed.rb"],
              "dalli@4.3.10" => ["dalli-long-key.rb", "unlimited-line.rb dalli"], "pymemcache" => ["late-reply.py pymemcache"],
              "mem_cache_store@7.2.4" => ["mem-cache-store-format.rb"] }.freeze

  PAGES.each_key do |page|
    define_method(:"test_#{page.delete_suffix(".md").tr("-", "_")}_is_shown_by_its_programs") do
      shown = (SHOWN + WITHOUT_CASE).select { |one| one.page == page }
      played = play(shown.map { |one| [one.command, one.contender] })

      played.zip(shown) do |(said, status), one|
        assert_match SEEN.fetch(one.command.split[1], WRONG), said, one.contender
        assert_equal 1, status.exitstatus, "#{one.contender}: #{one.command}\n#{said}"
      end
      refute_empty shown
      EXAMPLES.select { |one, *| one == page }.each do |_, command, contender, said|
        assert_includes said_of(played.zip(shown), command, contender), said
      end
    end
  end

  def test_those_that_are_named_as_not_affected_are_cleared
    commands = CLEARED.flat_map { |contender, programs| programs.map { |program| [typed(program), contender] } }

    play(commands).zip(commands) { |(said, status), command| assert_equal 0, status.exitstatus, "#{command.join(" ")}\n#{said}" }
  end

  def test_each_case_of_a_page_is_one_that_check_has_or_a_scenario
    catalog = Cachemark::Catalog.load
    known = Cachemark::Fault::Case.all(catalog.faults.values).map(&:id) + catalog.scenarios.keys

    SHOWN.each { |one| assert_empty one.cases - known, "#{one.page}, #{one.command}" }
    assert_empty SHOWN.select { |one| one.cases.empty? }
  end

  def test_a_program_does_not_show_a_crash_that_is_not_reported
    assert_equal "multi is for line only\n", play([["python3 pylibmc-unchecked-key.py #{ADDRESS} blank multi", "pylibmc"]])[0][0]
  end

  def test_no_cell_is_listed_twice
    cells = SHOWN.flat_map { |one| one.cases.map { |id| "#{one.contender} #{id}" } }

    assert_empty(cells.tally.select { |_, times| times > 1 })
  end

  def test_each_program_has_a_page_that_the_index_names_and_is_tried_here
    programs = Dir.children(FOLDER).grep(/\.(?!md\z)/)
    index = File.read(File.join(FOLDER, "README.md"))

    assert_equal programs.sort, SHOWN.map { |one| one.command.split[1] }.uniq.sort
    assert_empty programs.reject { |program| PAGES.each_value.any? { |text| text.include?("(#{program})") } }
    assert_empty PAGES.keys.reject { |page| index.include?("(#{page}") }
  end

  private

  # "ruby late-reply.rb dalli HOST:PORT"
  def typed(program) = "#{program.include?(".py") ? "python3" : "ruby"} #{program} #{ADDRESS}"

  # The output of the command in its run, with the only contender of the page if the example names none.
  def said_of(played, command, contender)
    found = played.select { |_, one| one.command == command && (!contender || one.contender == contender) }
    assert_equal 1, found.size, "#{command} # #{contender}: no one item of the page's cases"
    found.first.first.first
  end

  # [output, Process::Status] of each [command, contender]. All run at once, as they mostly wait, each with a private memcached.
  def play(commands)
    argvs = commands.map(&:last).uniq.to_h { |contender| [contender, argv(contender)] }
    commands.zip(memcached_ring(commands.size).addresses).map do |(command, contender), address|
      _language, program, *words = command.sub(ADDRESS, address).split
      Thread.new { Open3.capture2e(*argvs.fetch(contender), File.join(FOLDER, program), *words) }
    end.map(&:value)
  end

  # Only an index may have the release.
  def released(contender)
    DrivenClient.contender(contender)
  rescue Cachemark::Usage => error
    skip("#{contender}: #{error.message.lines.first.chomp}")
  end

  # The command that runs a program of the contender's language with its library.
  def argv(contender)
    environment = DrivenClient.environment(released(contender))
    skip("#{contender}: #{environment.reason}") if environment.is_a?(Cachemark::Env::Unavailable)

    ["env", "-i", *environment.env.map { |pair| pair.join("=") }, *environment.argv]
  end
end
