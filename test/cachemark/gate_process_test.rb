# frozen_string_literal: true

require "test_helper"
require "cachemark/gate_process"

class GateProcessTest < Minitest::Test
  Gate = Cachemark::GateProcess

  def test_options_become_words
    assert_equal %w[--base newest --for 90s --margin 0.5% --scenario client/* --scenario client/get] +
                 %w[--metric wall,bytes --offline],
                 Gate.words(base: "newest", for: 90, margin: 0.005, scenario: %w[client/* client/get], metric: %w[wall bytes],
                            offline: true, head: nil, allow_unresolved: false)
    assert_equal %w[--allow unresolved --for 2m --with ruby=3.3,jit=yjit],
                 Gate.words(allow: %w[unresolved], for: "2m", with: { ruby: "3.3", jit: "yjit" })
  end

  def test_asks_in_a_folder_and_hears_the_answer
    FakeGate.open(code: 1, sentences: ["get is 3 % slower"]) do |gate|
      answer = Gate.ask("dalli", dir: "/", program: gate.program, base: "git:main; echo")
      assert_equal [1, ["get is 3 % slower"]], [answer.code, answer.sentences]
      assert_equal ["/", "gate", "dalli", "--base", "git:main; echo", "--format", "json"], gate.words
    end
  end

  def test_ignores_the_output_of_an_installation_before_the_answer
    FakeGate.open(code: 0, out: "installing {memcached}\n{\n\"sentences\": [\"fine\"]\n}\n") do |gate|
      assert_equal ["fine"], Gate.ask(dir: "/", program: gate.program).sentences
    end
  end

  def test_without_a_document_the_sentences_are_what_it_said_to_the_user
    FakeGate.open(code: 2, out: "", err: "cachemark: no such ref\nName one.") do |gate|
      answer = Gate.ask(dir: "/", program: gate.program)
      assert_equal [2, nil, ["cachemark: no such ref", "Name one."]], [answer.code, answer.document, answer.sentences]
    end
    FakeGate.open(code: 3, out: "") do |gate|
      assert_equal ["cachemark ended with exit code 3 and no output"], Gate.ask(dir: "/", program: gate.program).sentences
    end
  end

  def test_shows_a_command_that_the_user_watches
    ruby = [RbConfig.ruby, "--disable-gems", "-e"]
    out, = capture_subprocess_io { assert_equal 3, Gate.show([*ruby, "puts %(shown); exit 3"]) }
    assert_equal "shown\n", out
    assert_equal 143, Gate.show([*ruby, "trap(:TERM, :SYSTEM_DEFAULT); Process.kill(:TERM, $$); sleep"])
  end

  # A caller that gives up waiting leaves no measurement behind.
  def test_an_interrupted_caller_ends_what_it_started
    FakeGate.open(hangs: true, code: 0) do |gate|
      caller = Thread.new { Gate.ask(dir: "/", program: gate.program) }
      assert Processes.eventually(20) { gate.words }
      caller.kill.join
      refute Processes.alive?(gate.pid)
    end
  end

  def test_its_program_is_this_checkouts
    program = Gate.program
    assert File.executable?(program.first)
    assert_includes [File.join(Cachemark::ROOT, "bin/cachemark"), File.join(Cachemark::ROOT, "exe/cachemark")], program.last
  end

  def test_loads_nothing_of_the_lab_and_works_together_with_it
    path = $LOAD_PATH.flat_map { |folder| ["-I", folder] }
    %w[gate_process minitest rake].each do |name|
      script = "require 'cachemark/#{name}'; print defined?(Zeitwerk).inspect; require 'cachemark'; Cachemark::Places.new"
      out, err, status = Open3.capture3(RbConfig.ruby, *path, "-e", script)
      assert_equal ["nil", "", true], [out, err, status.success?], name
    end
  end
end
