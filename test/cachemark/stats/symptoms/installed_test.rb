# frozen_string_literal: true

require "test_helper"

class SymptomsBuildingTest < Minitest::Test
  Rule = IllMachine.rule(:Installed, :compiler)

  def test_names_missing_programs_and_how_to_install_them
    symptom = Rule.call(IllMachine.of(survey: { "missing" => ["cc", "make", "sasl/sasl.h"] })).first

    assert_equal "lacks", symptom.kind
    assert_match(%r{not installed: cc, make, sasl/sasl\.h}, symptom.text)
    assert_match(/install --no-install-recommends gcc make libsasl2-dev\z/, symptom.remedy)
  end

  def test_everything_that_is_looked_for_has_a_package
    looked_for = [*Cachemark::Host::Tools::PROGRAMS, *Cachemark::Host::Tools::HEADERS, "ruby.h"]
    remedy = Rule.call(IllMachine.of(survey: { "missing" => looked_for })).first.remedy

    assert_empty remedy.split.grep(/\.h\z|\Ac(c|\+\+)\z/)
  end

  def test_nothing_missing_is_well
    assert_empty Rule.call(IllMachine.of)
    assert_nil Rule.call(IllMachine.of(survey: { "missing" => nil }))
  end
end

class SymptomsMemcachedTest < Minitest::Test
  Rule = IllMachine.rule(:Installed, :memcached)

  def test_without_one_nothing_can_be_measured
    symptom = Rule.call(machine(nil)).first

    assert_predicate symptom, :untrusted?
    assert_match(/memcached is not installed/, symptom.text)
    assert_equal "apt-get install memcached", symptom.remedy
  end

  def test_reports_a_memcached_without_the_meta_protocol
    symptom = Rule.call(machine("1.5.22")).first

    assert_equal "lacks", symptom.kind
    assert_match(/memcached 1\.5\.22 does not know the meta protocol/, symptom.text)
  end

  def test_a_current_one_and_one_that_does_not_say_are_well
    ["1.6.0", "1.6.18", "1.6.38_beta", ""].each { |version| assert_empty Rule.call(machine(version)), version }
  end

  def test_nothing_is_known_where_nobody_looked
    assert_nil Rule.call(IllMachine.of(survey: { "memcached" => nil }))
  end

  private

  def machine(version)
    IllMachine.of(survey: { "memcached" => { "version" => version, "how" => "apt-get install memcached" } })
  end
end

class SymptomsReleasesTest < Minitest::Test
  Rule = IllMachine.rule(:Installed, :releases)

  def test_names_what_is_newer_and_how_to_compare_it
    symptom = Rule.call(machine("requires" => ">= 3.1")).first

    assert_equal "outdated", symptom.kind
    assert_equal "dalli 5.0.1 is out; 4.3.10 was measured last", symptom.text
    assert_equal "cachemark compare dalli@4.3.10 dalli@5.0.1", symptom.remedy
    assert_equal symptom.remedy, Rule.call(machine("requires" => nil)).first.remedy
  end

  def test_one_that_needs_another_ruby_says_which
    newer = { "language" => "ruby", "version" => "3.4.1", "path" => "/opt/ruby-3.4/bin/ruby" }

    assert_match(/\Acachemark compare .* --ruby PATH\. It needs Ruby >= 3\.3, which is not installed/,
                 Rule.call(machine("requires" => ">= 3.3")).first.remedy)
    assert_equal "cachemark compare dalli@4.3.10 dalli@5.0.1 --ruby /opt/ruby-3.4/bin/ruby",
                 Rule.call(machine({ "requires" => ">= 3.3" }, newer)).first.remedy
  end

  def test_none_is_well_and_nothing_is_known_where_nobody_was_asked
    assert_empty Rule.call(IllMachine.of)
    assert_nil Rule.call(IllMachine.of(survey: { "releases" => { "newer" => nil, "why" => "not looked up (--offline)" } }))
  end

  private

  def machine(facts, *rubies)
    newer = { "client" => "dalli", "version" => "4.3.10", "newest" => "5.0.1", **facts }
    IllMachine.of(survey: { "releases" => { "newer" => [newer] }, "runtimes" => [*IllMachine::SURVEY["runtimes"], *rubies] })
  end
end

class SymptomsRoomTest < Minitest::Test
  Rule = IllMachine.rule(:Installed, :disk)

  def test_a_full_disk
    symptom = Rule.call(machine("cache" => { "free_bytes" => 100 << 20, "writable" => true })).first

    assert_equal "lacks", symptom.kind
    assert_match(/100 MB are free for the cache folder, which may need 1024 MB/, symptom.text)
    assert_match(/env prune.*XDG_CACHE_HOME/, symptom.remedy)
  end

  def test_a_folder_that_is_not_ours
    symptom = Rule.call(machine("state" => { "free_bytes" => nil, "writable" => false })).first

    assert_match(/the state folder is not writable/, symptom.text)
    assert_match(/\AXDG_STATE_HOME/, symptom.remedy)
  end

  def test_room_is_well_and_without_df_nothing_is_known
    assert_empty Rule.call(IllMachine.of)
    unknown = { "free_bytes" => nil, "writable" => true }

    assert_nil Rule.call(machine("cache" => unknown, "state" => unknown))
  end

  private

  def machine(disks) = IllMachine.of(survey: { "disks" => { **IllMachine::SURVEY["disks"], **disks } })
end

class SymptomsRuntimesTest < Minitest::Test
  Rule = IllMachine.rule(:Installed, :runtimes)
  PYTHON = { "language" => "python", "version" => "3.11.2", "path" => "/usr/bin/python3" }.freeze

  def test_no_python_and_no_way_to_get_one
    symptom = Rule.call(IllMachine.of(survey: { "debian" => false })).first

    assert_equal "lacks", symptom.kind
    assert_match(/Python clients are unavailable/, symptom.text)
    assert_match(/python=PATH/, symptom.remedy)
  end

  def test_either_is_enough
    assert_empty Rule.call(IllMachine.of)
    assert_empty Rule.call(IllMachine.of(survey: { "debian" => false, "runtimes" => [PYTHON] }))
    assert_nil Rule.call(IllMachine.of(survey: { "runtimes" => nil }))
  end
end
