# frozen_string_literal: true

require "test_helper"

module Cachemark
  # Folders whose files are not what their names say. None of them is read past its limit, and none ends the audit.
  class Audit::FolderTest < Minitest::Test
    LOCK = MadeAudit.gems(dalli: "3.2.8").freeze
    DEEP = "[" * 100_000
    NESTED = "its data is nested too deeply"
    HOSTILE = {
      ["Gemfile.lock", ""] => "it is empty", ["Gemfile.lock", "GEM\0"] => "it is not UTF-8 text",
      ["Gemfile.lock", "GEM\n\xFF"] => "it is not UTF-8 text", ["Gemfile.lock", "{}"] => "it is no lock file of Bundler",
      ["Gemfile.lock", "<<<<<<< HEAD\nGEM\n"] => "it has conflicts of a merge",
      ["requirements.txt", "pymemcache==4.0.0\n".encode("UTF-16")] => "it is not UTF-8 text",
      ["requirements.txt", "x\n" * (Audit::Folder::LIMIT / 2 + 1)] => "it has more than 5 MB",
      ["package-lock.json", DEEP] => NESTED, ["package-lock.json", "{"] => "it is not JSON",
      ["package-lock.json", "[]"] => "it is no JSON object", ["package-lock.json", "{}"] => "it is no lock file of npm",
      ["package-lock.json", '{"packages":7}'] => "its member packages has another form",
      ["composer.lock", '{"packages":{}}'] => "its member packages has another form",
      ["composer.lock", "{}"] => "it is no lock file of Composer",
      ["poetry.lock", "a = #{DEEP[0, 50_000]}"] => NESTED, ["uv.lock", "a#{".a" * 30_000} = 1"] => NESTED,
      ["uv.lock", "a = \"#{"x" * 200_000}\""] => "a line of it has more than 100000 characters",
      ["uv.lock", "a = 1"] => "it has no packages", ["uv.lock", "package = 1"] => "its member package has another form",
      ["poetry.lock", "= ["] => "it is not TOML", ["poetry.lock", "a = 2026-13-45"] => "it is not TOML",
      ["go.mod", "x"] => "it is no go.mod",
      ["yarn.lock", "memjs@^1:\n"] => "Cachemark does not read this format yet",
      ["pylock.toml", "a = 1"] => "Cachemark does not read this format yet"
    }.freeze

    def test_says_why_a_file_cannot_be_read
      HOSTILE.each do |(name, text), why|
        contents = MadeAudit.contents(name => text)

        assert_equal [[name, why]], contents.gaps.map { |gap| [gap.file, gap.why] }, name
        assert_empty contents.packages
      end
    end

    def test_a_wrong_type_in_an_entry_is_no_version
      files = { "package-lock.json" => '{"packages":{"node_modules/memjs":{"version":7},"node_modules/memcached":[]}}',
                "composer.lock" => '{"packages":[7,{"name":null},{"name":"ext-memcache","version":{}}],"platform":7}',
                "uv.lock" => "[[package]]\nname = \"pylibmc\"\nversion = [1]\nsource = 7\n[[package]]\nname = 7\n" }

      assert_equal [["ext-memcache", nil], ["memjs", nil], ["pylibmc", nil]],
                   MadeAudit.contents(files).packages.map { |one| [one.name, one.version] }
    end

    def test_a_link_out_of_the_folder_is_not_followed_and_one_inside_is
      Dir.mktmpdir do |other|
        File.write(File.join(other, "secret"), "GEM\n  specs:\n    dalli (1.0.0)\n")
        files = { "locks/real" => LOCK.values.first, "requirements.txt" => "-r #{other}/secret\n-r ../x.txt\n" }
        contents = MadeAudit.contents(files) do |folder|
          File.symlink(other, File.join(folder, "requirements"))
          File.symlink(File.join(other, "secret"), File.join(folder, "gems.locked"))
          File.symlink("locks/real", File.join(folder, "Gemfile.lock"))
          File.symlink("loop.txt", File.join(folder, "requirements-loop.txt"))
          File.symlink("requirements-loop.txt", File.join(folder, "loop.txt"))
        end
        outside = "it is outside of the folder, so it is not read"
        whys = contents.gaps.to_h { |gap| [gap.file, gap.why] }

        assert_equal [outside] * 3, whys.values_at("gems.locked", "requirements", "#{other}/secret")
        assert_equal "too many levels of symbolic links", whys["requirements-loop.txt"]
        assert_includes whys, "../x.txt"
        assert_equal(["Gemfile.lock 3.2.8"], contents.packages.map { |one| "#{one.file} #{one.version}" })
      end
    end

    def test_neither_a_folder_nor_a_pipe_is_read
      contents = MadeAudit.contents({}) do |folder|
        Dir.mkdir(File.join(folder, "Gemfile.lock"))
        File.mkfifo(File.join(folder, "requirements.txt"))
      end

      assert_equal [["Gemfile.lock", "it is no regular file"], ["requirements.txt", "it is no regular file"]],
                   contents.gaps.map { |gap| [gap.file, gap.why] }
    end

    def test_files_that_include_one_another_are_read_once_and_not_without_an_end
      files = (1..150).to_h { |number| ["r#{number}.txt", "-r r#{number + 1}.txt\n-r r1.txt\n"] }
      contents = MadeAudit.contents("requirements.txt" => "-r r1.txt\n", **files)

      assert_equal ["more than 100 files"], contents.gaps.map(&:why)
    end

    # Large files of small entries, which would take a reader or a report too long.
    def test_more_entries_than_a_person_means
      many = "it names memcached clients more than 1000 times"
      keys = (1..2000).map { |number| "\"node_modules/#{number}/node_modules/memjs\":{}" }.join(",")
      files = { "requirements.txt" => "pylibmc==1\n" * 2000, "package-lock.json" => "{\"packages\":{#{keys}}}",
                "uv.lock" => "[[package]]\nname = \"pylibmc\"\n" * 2000,
                "requirements-more.txt" => (1..2000).map { |number| "-r #{number}.txt\n" }.join }

      assert_equal files.keys.to_h { |name| [name, many] }, MadeAudit.contents(files).gaps.to_h { |gap| [gap.file, gap.why] }
    end

    def test_a_package_of_several_platforms_is_one
      lock = { "Gemfile.lock" => "GEM\n  specs:\n#{"    dalli (3.2.8)\n    dalli (3.2.8-java)\n" * 3}" }

      assert_equal 1, MadeAudit.contents(lock).packages.size
    end

    def test_requirements_in_their_own_folder_are_read
      files = %w[dev-requirements.txt requirements/base.txt]

      assert_equal files, MadeAudit.contents(files.to_h { |name| [name, "pylibmc\n"] }).files
    end

    def test_a_name_that_is_not_utf_8_ends_nothing
      contents = MadeAudit.contents(LOCK) { |folder| File.write(File.join(folder, "requirements\xFF.txt".b), "pylibmc\n") }

      assert_equal ["Gemfile.lock"], contents.files
    end

    # Random damage to good files never raises.
    def test_damaged_files
      random = Random.new(1)
      texts = { **LOCK, "uv.lock" => "[[package]]\nname = \"pylibmc\"\nversion = \"1.6.3\"\nsource = { registry = \"x\" }\n",
                "package-lock.json" => '{"packages":{"node_modules/memjs":{"version":"1"}}}',
                "requirements.txt" => "pylibmc==1 --hash=a\n-r b.txt\n-e git+x://y#egg=z\n",
                "go.mod" => "module a\nrequire github.com/bradfitz/gomemcache v1.0.0\n",
                "composer.lock" => '{"packages":[{"name":"ext-memcached","version":"1.0"}]}' }
      200.times do
        damaged = texts.transform_values do |text|
          bytes = text.b
          3.times { bytes[random.rand(bytes.size), random.rand(1..4)] = random.bytes(random.rand(1..3)) }
          bytes
        end

        assert_operator MadeAudit.result(damaged).code, :<=, 3
      end
    end
  end
end
