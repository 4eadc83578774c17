# frozen_string_literal: true

require "test_helper"
require "open3"
require "stringio"

module Cachemark
  class CLI::HelpTest < Minitest::Test
    def test_names_every_command_with_its_summary
      text = help

      joined = text.gsub(/\n {4,}/, " ")

      CLI::COMMANDS.each { |name, constant| assert_match(/^ +#{name} +#{Regexp.escape(CLI.const_get(constant).summary)}/, joined) }
    end

    def test_every_command_has_examples_that_begin_with_its_name
      CLI::COMMANDS.each do |name, constant|
        examples = CLI.const_get(constant).examples

        refute_empty examples, name
        examples.each { |line, shows| assert line.start_with?(name) && !shows.empty? }
      end
    end

    def test_explains_one_command
      assert_includes help("run"), "--rate N|LOW..HIGH"
      assert_equal help("run"), output("run", "--help")
    end

    def test_the_short_help_has_ten_options_and_names_the_long_one
      short = output("run", "-h")

      assert_equal 10, short.lines.grep(/^  (-\w, )?--/).size, short
      assert_includes short, "All options: cachemark run --help\n"
      assert_operator short.lines.size, :<, 50
    end

    def test_options_of_published_benchmarks_have_their_own_page
      refute_includes help("run"), "as-published"
      assert_match(/--suite as-published .*\(run, work\).*--output document=FILE.*\(run, show\)/m, help("published"))
    end

    def test_lists_have_their_words
      assert_match(/^  --with WORD=VALUE.*^    jit=NAME.*^    memcached=VERSION/m, help("check"))
    end

    def test_show_lists_the_reports_of_each_kind_of_record
      text = help("show").lines.map(&:strip).join(" ")

      CLI::Delivery::Subject.by_kind.each { |kind, formats| assert_match(/ #{kind} +#{formats.join(", ")} /, text) }
    end

    def test_the_guide_has_a_row_for_each_command
      guide = File.read(File.join(ROOT, "guides/cli.md"))

      CLI::COMMANDS.each_key { |name| assert_match(/^\|[^|]*`#{name}[` ]/, guide, name) }
    end

    def test_everything_is_one_page
      text = help("all")

      assert text.start_with?(help)
      CLI::COMMANDS.each_key { |name| assert_includes text, help(name) }
    end

    def test_everything_is_a_manual_page_too
      assert_match(/\A\.TH CACHEMARK 1 /, help("man"))
      assert_equal [help("man"), help("all")], [help("--man"), help("--all")], "old spellings"
      words = ["--suite as-published", "--with jit=NAME", "--output baseline=FILE", "--allow incomplete"]
      assert_empty words.reject { |word| help("man").include?("\n.B #{word.gsub("-", "\\-")}\n") }
    end

    def test_the_list_of_commands_fits_a_terminal
      assert_empty help.lines.select { |line| line.chomp.size > 80 }
    end

    def test_help_is_wrapped_to_the_terminal
      [60, 80].each do |columns|
        [help("--all", columns: columns), help(columns: columns), help("compare", columns: columns)].each do |text|
          assert_empty text.lines(chomp: true).select { |line| line.size > columns }
        end
      end
      assert_includes help("gate", columns: 60), "  cachemark gate --base git:v4.3.0 --head git:HEAD \\\n    --for 5m\n"
    end

    private

    def help(*words, columns: nil) = output("help", *words, columns: columns)

    def output(*argv, columns: nil)
      out = columns ? Recorded::Screen.new.tap { |screen| screen.columns = columns } : StringIO.new
      CLI.call(argv, out: out, err: StringIO.new)
      out.string
    end
  end

  class CLI::Help::ManualTest < Minitest::Test
    # A command that has a bit of everything.
    class Made < CLI::Command
      describe "Made\\for a test.", arguments: "[WORD...]", examples: [["made -x", "What it shows."]]
      takes "Report" => [CLI::Options.option(:format, "--format NAME", "A \"quoted\" text.")]
    end

    def test_every_command_has_its_options_and_examples
      assert_includes page, <<~'ROFF'
        .SS "cachemark made [WORD...]"
        Made\efor a test.
        .PP
        Report:
        .TP
        .B \-\-format NAME
        A "quoted" text.
        .PP
        What it shows.
        .EX
          cachemark made \-x
        .EE
      ROFF
    end

    def test_exit_codes_and_variables_have_their_sections
      assert_match(/^\.SH EXIT STATUS\n\.TP\n\.B 0\n/, page)
      assert_match(/^\.SH ENVIRONMENT\n.*^\.B NO_COLOR$/m, page)
    end

    def test_the_same_commands_make_the_same_page
      assert_equal page, page
      refute_match(/20\d\d/, page)
    end

    def test_a_manual_viewer_has_nothing_to_complain_of
      skip "groff is not on this machine" unless system("command -v groff >/dev/null")
      out, err, = Open3.capture3("groff", "-man", "-ww", "-Tutf8", "-Kutf8", stdin_data: whole)

      assert_empty err
      assert_operator out.lines.size, :>, 100
    end

    private

    def page = CLI::Help::Manual.new({ "made" => Made.new(out: StringIO.new, err: StringIO.new) }).to_s

    def whole
      CLI.call(%w[help man], out: out = StringIO.new, err: StringIO.new)
      out.string
    end
  end
end
