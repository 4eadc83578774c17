# frozen_string_literal: true

require "test_helper"

class EnvDebsGroundTest < Minitest::Test
  include DebsCase

  Ground = Cachemark::Env::Debs::Ground

  def folder = @folder ||= Cachemark::Env::Folder.new("#{cache}/envs/x").tap(&:clear)

  def own_runtime
    "#{cache}/own".tap do |path|
      File.write(path, MadeArchive::MADE)
      File.chmod(0o755, path)
    end
  end

  def test_a_runtime_of_debians_is_laid_as_a_whole
    ground = Ground.of(contender(version: "1.2.3"), workshop)
    debs = ground.lay(folder, nil)
    root = folder.file("root")

    assert_equal %w[libmade libthing made made-thing], debs.map(&:name).sort
    assert_equal %w[1.2.3 lib], ["made/thing", "libthing.so"].map { |name| File.read("#{root}/usr/lib/#{name}") }
    assert_equal "compiled\n", File.read("#{root}/usr/lib/made/compiled")
    assert_equal "#{root}/usr/bin/made", ground.executable(folder)
    assert_equal({ "LD_LIBRARY_PATH" => "#{root}/usr/lib" }, ground.variables(folder))
    assert_equal ["#{root}/usr/lib/made/thing"], ground.tell(folder, made.language.environment.probe, "thing")[:modules].values
  end

  def test_what_all_contenders_of_a_runtime_share_is_made_once
    workshop = self.workshop
    events = []
    [contender, contender(version: "1.2.3")].each_with_index do |one, number|
      Ground.of(one, workshop).lay(Cachemark::Env::Folder.new("#{cache}/envs/#{number}").tap(&:clear), nil) { |names| events << names }
    end

    assert_equal 1, events.count("made1")
    assert_equal 1, Dir["#{cache}/roots/*"].size
    assert_equal 1, Dir[File.join(cache, "envs", "*", "root", "usr/bin/made")].map { |path| File.stat(path).ino }.uniq.size
  end

  def test_a_lock_is_laid_without_asking_what_there_is
    debs = Ground.of(contender(version: "1.2.3"), workshop).lay(folder, nil)
    made.add("older", "libthing", "2-1")
    made.publish
    again = Ground.of(contender(version: "1.2.3"), workshop).lay(folder.tap(&:clear), debs.join("\n"))

    assert_equal debs, again
    assert_equal "lib", File.read(folder.file("root/usr/lib/libthing.so"))
  end

  def test_lists_that_name_what_is_gone_are_read_again
    ground = Ground.of(contender, workshop)
    Ground.of(contender, workshop).lay(folder, nil)
    FileUtils.rm_rf("#{cache}/debs")
    made.add("older", "libmade", "2:1.6-1")
    made.publish
    FileUtils.rm_f(Dir["#{made.root}/pool/older-libmade_21.5-1.deb"])

    assert_includes ground.lay(folder.tap(&:clear), nil).map(&:version), "2:1.6-1"
  end

  def test_what_builds_has_headers_and_is_gone_afterwards
    ground = Ground.of(contender(kind: "path", dir: "/x", building: ["libthing"]), workshop)
    ground.lay(folder, nil)
    seen = ground.building(folder) do |executable, variables|
      assert_path_exists executable
      [File.read("#{variables.fetch("CPATH")}/made.h"), File.read("#{variables.fetch("LIBRARY_PATH")}/libthing.so")]
    end

    assert_equal %W[made\n lib], seen
    refute_path_exists folder.file("building")
  end

  def test_a_runtime_of_the_users_own_is_used_as_it_is
    ground = Ground.of(contender(kind: "runtime", runtime: own_runtime), workshop)

    assert_empty ground.lay(folder, nil)
    assert_equal [own_runtime, {}], [ground.executable(folder), ground.variables(folder)]
    assert_equal [own_runtime, {}], ground.building(folder) { |*given| given }
    assert_equal %w[/lib/x /bin], [ground.place(folder, "/lib/x/thing"), *ground.folders(folder, ["/bin"])]
    refute_equal ground.key, Ground.of(contender(runtime: "/bin/sh"), workshop).key
  end

  def test_what_does_not_answer_is_said
    ground = Ground.of(contender(runtime: "/bin/false"), workshop)
    other = Ground.of(contender(runtime: "/bin/echo"), workshop)
    assert_match(%r{\A/bin/false does not run here}, reason { ground.tell(folder, "x") })
    assert_match(%r{\A/bin/echo does not answer as a Made does}, reason { other.tell(folder, "x") })
  end
end
