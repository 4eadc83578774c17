# frozen_string_literal: true

require "test_helper"
require "open3"

# The programs of docs/findings show with a real client what the pages there say.
class FindingsTest < Minitest::Test
  include PythonWorld

  FOLDER = File.join(Cachemark::ROOT, "docs", "findings")
  LATE_TEXT = /^get\(k2\) returned "value of k1"$/
  LATE_BYTES = /^get\(k2\) returned b?'value of k1'$/
  CHILDS_TEXT = /^get\(parent\) returned "value of child"$/
  CHILDS_BYTES = /^get\(parent\) returned b?'value of child'$/
  TWICE = /of 10 returned 12, and the counter is 12$/
  # Program => {contender => what it prints where the client does it}: those that its pages name as affected.
  SHOWN = {
    "late-reply.rb" => { "memcache-client@1.8.5" => LATE_TEXT, "dalli@1.1.5" => LATE_TEXT },
    "late-reply.py" => { "python-memcached" => LATE_BYTES, "bmemcached" => LATE_BYTES },
    "fork.rb" => { "memcache-client@1.8.5" => CHILDS_TEXT, "memcached@1.8.0" => CHILDS_TEXT },
    "fork.py" => { "pylibmc" => CHILDS_BYTES, "python-memcached" => CHILDS_BYTES, "bmemcached" => CHILDS_BYTES },
    "dalli-repeated-incr.rb" => { "dalli@2.7.11" => TWICE, "dalli@4.3.10" => TWICE },
    "dalli-foreign-exception.rb" => { "dalli@2.7.11" => /^TooSlow came out of the call as Dalli::RingError$/ },
    "dalli-error-in-multi.rb" => { "dalli@2.7.11" => /^get\(k(2\) returned "value of k1|3\) returned "value of k[12])"$/ },
    "dalli-long-key.rb" => { "dalli@3.2.8" => /^get_multi did not return in 5 s$/ },
    "dalli-sweep.rb" => { "dalli@2.7.11" => /\A(after an exception at \S+ get\(k2\) returned "value of k1"\n){5}5 of \d+ lines/ },
    "memcache-client-text-length.rb" => { "memcache-client@1.8.5" => LATE_TEXT },
    "pylibmc-line-end-in-key.py" => { "pylibmc" => /^get\(k3\) returned 'value of k2'$/ }
  }.freeze
  # Those that they name as not affected.
  CLEARED = { "late-reply.rb" => "dalli@2.7.11", "late-reply.py" => "pymemcache", "fork.rb" => "dalli@2.7.11",
              "dalli-foreign-exception.rb" => "dalli@3.2.8", "dalli-sweep.rb" => "dalli@3.2.8",
              "dalli-error-in-multi.rb" => "dalli@3.2.8", "dalli-long-key.rb" => "dalli@4.3.10" }.freeze

  SHOWN.each do |program, contenders|
    contenders.each do |contender, told|
      define_method(:"test_#{program.tr("-.", "__")}_shows_it_of_#{contender.tr("@.-", "___")}") do
        said, status = played(program, contender)

        assert_match told, said
        assert_equal 1, status.exitstatus, said
      end
    end
  end

  CLEARED.each do |program, contender|
    define_method(:"test_#{program.tr("-.", "__")}_clears_#{contender.tr("@.-", "___")}") do
      said, status = played(program, contender)

      assert_equal 0, status.exitstatus, said
    end
  end

  def test_each_program_has_a_page_that_the_index_names_and_is_tried_here
    programs = Dir.children(FOLDER).grep(/\.(rb|py)\z/)
    pages = Dir.children(FOLDER).grep(/\.md\z/) - ["README.md"]
    index = File.read(File.join(FOLDER, "README.md"))

    assert_equal SHOWN.keys.sort, programs.sort
    assert_empty programs.reject { |program| pages.any? { |page| File.read(File.join(FOLDER, page)).include?("(#{program})") } }
    assert_empty pages.reject { |page| index.include?("(#{page})") }
  end

  private

  # What the program prints with this client, and its Process::Status.
  def played(program, contender)
    environment = DrivenClient.environment(DrivenClient.contender(contender))
    skip("#{contender}: #{environment.reason}") if environment.is_a?(Cachemark::Env::Unavailable)

    words = [*(contender[/\A[a-z-]+/] if program.match?(/\A(late-reply|fork)\./)), memcached.address]
    Open3.capture2e("env", "-i", *environment.env.map { |pair| pair.join("=") }, *environment.argv,
                    File.join(FOLDER, program), *words)
  end
end
