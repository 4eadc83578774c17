# frozen_string_literal: true

require "test_helper"
require "open3"
require "rbconfig"

# A real rake in a folder with a Rakefile; cachemark itself is a stand-in.
class RakeTasksTest < Minitest::Test
  CONFIGURED = "Cachemark::BenchTasks.configure { |options| options.update(scenario: 'client/*', for: 60) }"

  # [exit code, words that cachemark got, what rake printed]
  def rake(*words, code: 0, lines: [], env: {})
    FakeGate.open(code: code, out: "said the gate\n") do |gate|
      program = "Cachemark::BenchTasks.configure { |options| options[:program] = #{gate.program.inspect} }"
      rakefile = ["require 'cachemark/rake'", program, *lines].join("\n")
      FolderTree.open("Rakefile" => rakefile) do |folder|
        path = $LOAD_PATH.flat_map { |one| ["-I", one] }
        out, status = Open3.capture2e(env, RbConfig.ruby, *path, "-S", "rake", *words, chdir: folder)
        return [status.exitstatus, gate.words&.drop(1), out]
      end
    end
  end

  def test_bench_gates_the_folder
    assert_equal [0, ["gate"], "said the gate\n"], rake("bench")
    assert_equal 1, rake("bench", code: 1).first
    assert_equal 3, rake("bench", code: 3).first
  end

  def test_options_come_from_the_rakefile_and_before_it_from_variables
    _, words, = rake("bench", "BENCH_BASE=newest", lines: [CONFIGURED],
                              env: { "BENCH_FOR" => "2m", "BENCH_ALLOW_UNRESOLVED" => "1", "BENCH_OFFLINE" => "0" })
    assert_equal %w[gate --base newest --for 2m --scenario client/* --allow-unresolved], in_order(words)
  end

  def test_compare_measures_what_is_named
    assert_equal %w[compare dalli@newest dalli@path:. --for 60s --scenario client/*],
                 in_order(rake("bench:compare", "BENCH_CONTENDERS=dalli@newest dalli@path:.", lines: [CONFIGURED])[1])
  end

  def test_compare_leaves_it_to_the_command_to_ask_for_contenders
    assert_equal [3, ["compare"]], rake("bench:compare", code: 3).take(2)
    configured = "Cachemark::BenchTasks.configure { |options| options[:contenders] = %w[dalli@newest dalli@path:.] }"
    assert_equal %w[compare dalli@newest dalli@path:.], rake("bench:compare", lines: [configured])[1]
  end

  def test_every_option_of_a_command_is_passed_on
    { "bench" => Cachemark::CLI::Gate, "bench:compare" => Cachemark::CLI::Compare }.each do |task, command|
      help = command.new(out: StringIO.new, err: nil).help
      flags = help.scan(/^ +(?:-h, )?(--[a-z-]+)( [A-Z]\S*)?/) - [["--help", nil]]
      variables = flags.map { |flag, value| ["BENCH_#{flag.delete_prefix("--").tr("-", "_").upcase}", value ? "7" : "1"] }
      _, words, said = rake(task, env: variables.to_h)

      assert_equal flags.map(&:first).sort, words.to_a.grep(/\A--/).sort, said
    end
  end

  def test_a_variable_that_is_no_option_is_refused_with_the_nearest
    code, words, said = rake("bench", env: { "BENCH_SCENARIOS" => "client/get", "BENCH_SWEEP" => "size=1,2" })

    assert_equal [2, nil], [code, words]
    assert_match(/BENCH_SCENARIOS is not an option of cachemark: did you mean scenario\?$/, said)
    assert_match(/BENCH_SWEEP is not an option of rake bench, only of rake bench:compare$/, said)
  end

  def test_an_old_spelling_is_for_the_command_that_had_it
    configured = "Cachemark::BenchTasks.configure { |options| options.update(exact: true, until: '1%') }"

    assert_equal [%w[gate --exact], %w[compare --until 1%]],
                 %w[bench bench:compare].map { |task| rake(task, lines: [configured])[1] }
    assert_match(/BENCH_UNTIL is not an option of rake bench, only of rake bench:compare$/,
                 rake("bench", env: { "BENCH_UNTIL" => "1%" }).last)
  end

  def test_a_rakefile_with_a_name_that_is_no_option_is_refused
    _, words, said = rake("bench", lines: ["Cachemark::BenchTasks.configure { |options| options[:treshold] = 0.01 }"])

    assert_nil words
    assert_match(/:treshold is not an option of cachemark: did you mean threshold\?/, said)
  end

  def test_tasks_describe_themselves
    assert_match(/rake bench .*# Is this client slower.*\nrake bench:compare/, rake("-T").last)
  end

  private

  # Command and positional words, then options by name.
  def in_order(words)
    first = words.index { |word| word.start_with?("--") } || words.size
    options = words.drop(first).join(" ").split(/ (?=--)/)
    words.take(first) + options.sort_by { |option| option.sub("allow", "z") }.flat_map(&:split)
  end
end
