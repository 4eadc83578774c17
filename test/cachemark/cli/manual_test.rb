# frozen_string_literal: true

require "test_helper"
require "open3"
require "stringio"

module Cachemark
  class CLI::ManualTest < Minitest::Test
    # A command that has a bit of everything.
    class Made < CLI::Command
      describe "made\\for a test", arguments: "[WORD...]", examples: [["made -x", "what it shows"]]

      private

      def declare(parser)
        parser.on("--format NAME", "a \"quoted\" text") { nil }
        super
      end
    end

    def test_every_command_has_its_options_and_examples
      assert_includes page, <<~'ROFF'
        .SS "cachemark made [WORD...]"
        Made\efor a test.
        .TP
        .B \-\-format NAME
        a "quoted" text
        .TP
        .B \-h, \-\-help
        this text
        .PP
        What it shows:
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

    def page = CLI::Manual.new({ "made" => Made.new(out: StringIO.new, err: StringIO.new) }).to_s

    def whole
      CLI.call(%w[help --man], out: out = StringIO.new, err: StringIO.new)
      out.string
    end
  end
end
