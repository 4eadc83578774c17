# frozen_string_literal: true

require "test_helper"
require "ripper"

module Cachemark
  # Nothing in lib knows a language by its name: the facts about one are in drivers/LANGUAGE/language.yml, so that another
  # language costs a folder. Comments may give examples.
  class Vocabulary::NoLanguageTest < Minitest::Test
    # Code that is about one language's tools, or about the language that Cachemark itself is written in.
    EXEMPT = {
      "audit/folder.rb" => "the file that names a Ruby for its version managers",
      "audit/readers/bundler.rb" => "Bundler's lock",
      "env/gems" => "the ecosystem of gems: Bundler, RubyGems and their Ruby are its tools",
      "env/pip" => "the ecosystem of pip: its commands are its tools",
      "env/registry.rb" => "RubyGems' index format, which has a field for the Ruby that a gem needs",
      "env/debian.rb" => "the Rubies of other Debians, for the ecosystem of gems",
      "env/debian/" => "the same",
      "env/runtimes" => "RbConfig: the interpreter of Cachemark itself",
      "cli/env.rb" => "the command that builds such Rubies",
      "cli/help.rb" => "the headline of the help",
      "cli/compare.rb" => "examples in help",
      "cli/list.rb" => "examples in help",
      "cli/outage.rb" => "examples in help",
      "cli/selection.rb" => "an advice that names the suite of pairs",
      "cli/options.rb" => "an example of a mode in help",
      "cli/delivery.rb" => "the name of a published layout",
      "report/run.rb" => "the name of a published layout, and the gem that the published documents name",
      "report/published" => "published layouts, which are named after what they reproduce",
      "gate_process.rb" => "RbConfig: starts the executable with the interpreter of the user's program",
      "rake.rb" => "a task of Rake",
      "host/keeper" => "RbConfig and Marshal: a process of Cachemark's own and its pipe",
      "host/tools.rb" => "Ruby's headers, for building gems",
      "host/names.rb" => "RbConfig: a program of Cachemark's own",
      "host/network.rb" => "RbConfig: a program of Cachemark's own",
      "host/memcached/sasl" => "RbConfig and a constant of Fiddle: a program of Cachemark's own",
      "results/names.rb" => "how version managers name folders of runtimes",
      "cli/selftest.rb" => "how a program of Cachemark's own is started",
      "lab/selftest/controls.rb" => "writes Ruby into copies of a client",
      "report/doctor/checks.rb" => "the package with Ruby's headers",
      "command_line.rb" => "an old spelling, which records may have"
    }.freeze
    # The words of languages with more words than their name, or whose name is an ordinary word.
    WORDS = { "ruby" => %w[ruby rubies jruby marshal marshalled fiber fibers activesupport],
              "python" => %w[python pickle pickled gevent asyncio greenlet greenlets],
              "node" => %w[nodejs],
              "php" => %w[php phpize pecl igbinary],
              "go" => %w[golang gomemcache],
              "c" => %w[libmemcached] }.freeze

    def test_lib_names_no_language
      found = Dir[File.join(ROOT, "lib", "**", "*.rb")].sort.flat_map { |path| mentions(path) }

      assert_empty found, found.join("\n")
    end

    def test_every_exemption_is_needed
      idle = EXEMPT.keys.reject do |place|
        Dir[File.join(ROOT, "lib", "cachemark", "**", "*.rb")]
          .any? { |path| path.include?("lib/cachemark/#{place}") && mentions(path, []).any? }
      end

      assert_empty idle
    end

    private

    def mentions(path, exempt = EXEMPT.keys)
      return [] if exempt.any? { |place| path.include?("lib/cachemark/#{place}") }

      name = path.delete_prefix("#{ROOT}/")
      tokens(path).filter_map { |line, text| "#{name}:#{line}: #{text.strip[0, 80]}" if text.match?(words) }
    end

    def tokens(path)
      Ripper.lex(File.read(path)).filter_map { |(line, _), type, text| [line, text] unless type.to_s.include?("comment") }
    end

    def words
      @words ||= begin
        all = Vocabulary::Language.all.keys.flat_map { |name| WORDS.fetch(name, [name]) }
        /(?<![a-z])(?:#{all.uniq.map { |word| Regexp.escape(word) }.join("|")})(?![a-z])/i
      end
    end
  end
end
