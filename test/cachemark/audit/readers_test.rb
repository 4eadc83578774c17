# frozen_string_literal: true

require "test_helper"

module Cachemark
  # Each format, in small files: "NAME VERSION LINE", or the reason in place of the version.
  class Audit::ReadersTest < Minitest::Test
    UNPINNED = "the file pins no version"
    ADDRESS = "it comes from an address"
    ELSEWHERE = "it comes from a folder, a repository or an address"

    def test_bundler
      text = <<~LOCK
        GIT
          remote: https://example.org/dalli.git
          revision: 0cc65681a7f9
          specs:
            memcached (1.8.0)

        PATH
          remote: vendor/memcached_store
          specs:
            memcached_store (2.3.4)

        PLUGIN SOURCE
          remote: https://example.org
          type: evil
          specs:
            memcache-client (1.8.5)

        GEM
          remote: https://rubygems.org/
          specs:
            activesupport (7.1.3)
              dalli (>= 1)
            dalli (3.2.8)
            dalli (3.2.8-java)
            memcache (1.0)

        DEPENDENCIES
          dalli (~> 3.2)
          memcached!
          remcached

        BUNDLED WITH
           2.5.4
      LOCK

      assert_equal ["memcached it comes from a git repository 5", "memcached_store it comes from a folder 10",
                    "memcache-client it comes from a plugin of Bundler 16", "activesupport 7.1.3 21", "dalli 3.2.8 23",
                    "memcache 1.0 25", "remcached #{UNPINNED} 30"], read("Gemfile.lock", text)
      assert_equal ["dalli 3.2.8 3"], read("gems.locked", "GEM\r\n  specs:\r\n    dalli (3.2.8)\r\n")
      ["(3.2.8", "(3.2.8, 3.2.9)", "[3.2.8]"].each do |damaged|
        assert_equal ["dalli #{UNPINNED} 3"], read("Gemfile.lock", "GEM\n  specs:\n    dalli #{damaged}\n"), damaged
      end
    end

    def test_requirements
      {
        "pymemcache==4.0.0" => "4.0.0", "PyMemcache == 3.5.2  # pinned" => "3.5.2", "pymemcache===3.5.2" => "3.5.2",
        "pymemcache[x,y]==4.0.0 ; python_version > '3'" => "4.0.0", "pymemcache (==4.0.0)" => "4.0.0",
        "pymemcache>=3,==4.0.0" => "4.0.0", "pymemcache==4.0.0 --hash=sha256:ab --hash=sha256:cd" => "4.0.0",
        "pymemcache==4.0.0 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd" => "4.0.0",
        "pymemcache" => UNPINNED, "pymemcache==4.*" => UNPINNED, "pymemcache>=3.5.2" => UNPINNED,
        "pymemcache~=4.0.0" => UNPINNED,
        "pymemcache #==4.0.0" => UNPINNED, "pymemcache==4.0.0; platform_version == 'a/b'" => "4.0.0",
        "-e ./pymemcache -c limits.txt" => ADDRESS, "https://example.org/pymemcache/archive/v4.0.0.zip" => ADDRESS,
        "pymemcache @ https://example.org/pymemcache-4.0.0.zip" => ADDRESS,
        "https://example.org/pymemcache-4.0.0.tar.gz" => ADDRESS, "git+https://example.org/x/pymemcache.git@v4" => ADDRESS,
        "-e git+ssh://x@example.org/a.git#egg=pymemcache" => ADDRESS,
        "pymemcache-4.0.0-py3-none-any.whl" => ADDRESS
      }.each { |line, said| assert_equal ["pymemcache #{said} 1"], read("requirements.txt", "#{line}\n"), line }
    end

    # pip splits lines as Python does, and a comment does not continue.
    def test_lines_of_requirements_end_as_for_pip
      ["# a \\\n", "flask==1\r", "# a\f", "# a\u2028", "flask==1 \\\n # a \\\n", "flask==1 \\\r\n\r\n"].each do |before|
        assert_match(/\Apymemcache 4\.0\.0 [23]\z/, read("requirements.txt", "#{before}pymemcache==4.0.0\n").first, before)
      end
    end

    def test_requirements_include_a_file_after_other_options
      ["-r\tmore.txt", "--pre -r more.txt", "-i https://example.org --requirement=more.txt", "-r 'more.txt' --pre"].each do |line|
        assert_equal %w[more.txt requirements.txt],
                     MadeAudit.contents("requirements.txt" => "#{line}\n", "more.txt" => "pylibmc\n").files.sort, line
      end
    end

    def test_lines_of_requirements_that_say_nothing
      text = "# pymemcache==1\n\n--index-url https://example.org/simple\n-f wheels\n--require-hashes\nflask==1\n" \
             "--no-binary pymemcache\n"

      assert_empty read("requirements.txt", text)
    end

    def test_lines_of_requirements_that_cannot_be_read
      nameless = "it names no package, but a folder or an address"
      lines = { "-e ." => nameless, "./clients" => nameless, "https://example.org/a/main.zip" => nameless,
                "-r https://example.org/a.txt" => "it includes an address",
                "a" * 2000 => "the line is too long" }
      lines.each do |line, why|
        gaps = MadeAudit.contents("requirements.txt" => "#{line}\n").gaps

        assert_equal [[1, why]], gaps.map { |gap| [gap.line, gap.why] }, line
      end
    end

    def test_requirements_include_others_and_constraints_pin_them
      files = { "requirements.txt" => "-r parts/web.txt\n-c limits.txt\npylibmc\n",
                "parts/web.txt" => "--requirement=more.txt\naiomcache\n",
                "parts/more.txt" => "-r ../requirements.txt\nemcache==1.3.3\n", "limits.txt" => "pylibmc==1.6.3\nlibmc==1.4.9\n" }
      contents = MadeAudit.contents(files)

      assert_equal ["aiomcache #{UNPINNED} parts/web.txt", "pylibmc 1.6.3 limits.txt", "libmc 1.4.9 limits.txt",
                    "emcache 1.3.3 parts/more.txt"].sort, said(contents, &:file).sort
      assert_empty contents.gaps
    end

    def test_poetry
      text = <<~TOML
        [[package]]
        name = "pylibmc"
        version = "1.6.3"
        files = [{ file = "pylibmc-1.6.3.tar.gz", hash = "sha256:ab" }]

        [[package]]
        name = "Python_Memcached"
        version = "1.62"
        [package.source]
        type = "legacy"
        url = "https://example.org/simple"

        [[package]]
        name = "pymemcache"
        version = "4.0.0"
        [package.source]
        type = "git"
        url = "https://example.org/pymemcache.git"

        [metadata]
        lock-version = "2.0"
      TOML

      assert_equal ["pylibmc 1.6.3 2", "python-memcached 1.62 7", "pymemcache #{ELSEWHERE} 14"], read("poetry.lock", text)
    end

    def test_uv
      text = <<~TOML
        version = 1

        [[package]]
        name = "pymemcache"
        version = "3.5.2"
        source = { registry = "https://example.org/simple" }

        [[package]]
        name = "pymemcache"
        version = "4.0.0"
        source = { registry = "https://example.org/simple" }

        [[package]]
        name = "aiomcache"
        source = { editable = "." }
      TOML

      assert_equal ["pymemcache 3.5.2 4", "pymemcache 4.0.0 9", "aiomcache #{ELSEWHERE} 14"], read("uv.lock", text)
    end

    NPM = {
      1 => '{"lockfileVersion":1,"dependencies":{"a":{"version":"1.0.0","dependencies":{"memjs":{"version":"1.3.2"}}}}}',
      2 => '{"lockfileVersion":2,"packages":{"":{},"node_modules/a/node_modules/memjs":{"version":"1.3.2"}},"dependencies":{}}',
      3 => "{\"lockfileVersion\":3,\n\"packages\":{\"node_modules/b\":{\"name\":\"memjs\",\"version\":\"1.3.2\"}}}"
    }.freeze

    def test_npm
      assert_equal [["memjs 1.3.2 1"], ["memjs 1.3.2 1"], ["memjs 1.3.2 2"]],
                   NPM.values.map { |text| read("package-lock.json", text) }
      assert_equal ["memcached the file pins no release 1"],
                   read("npm-shrinkwrap.json", '{"packages":{"node_modules/memcached":{"link":true,"version":"2.2.2"}}}')
      aliases = { a: { version: "npm:memjs@1.3.2" }, memcached: { version: "npm:b@1.0.0" } }

      assert_equal ["memjs 1.3.2 1"], read("package-lock.json", JSON.generate(lockfileVersion: 1, dependencies: aliases))
    end

    # A package of the registry, a repository, a folder and an archive, as npm writes them.
    def test_only_a_package_of_npms_registry_is_a_release
      { "https://example.org/memjs/-/memjs-1.3.2.tgz" => "1.3.2", "git+ssh://git@example.org/a/memjs.git#0cc65681" => nil,
        "file:../memjs-1.3.2.tgz" => nil, "https://example.org/a/memjs/tar.gz/main" => nil }.each do |address, version|
        text = JSON.generate(packages: { "node_modules/memjs" => { name: nil, version: "1.3.2", resolved: address } })

        assert_equal ["memjs #{version || "the file pins no release"} 1"], read("package-lock.json", text), address
      end
    end

    def test_composer
      text = "{\"packages\":[{\"name\":\"clickalicious/memcached.php\",\"version\":\"v1.0.1\"}],\n\"packages-dev\":[],\n" \
             "\"platform\":{\"ext-memcached\":\"*\"},\"platform-dev\":[]}"

      assert_equal ["clickalicious/memcached.php v1.0.1 1", "ext-memcached #{UNPINNED} 3"], read("composer.lock", text)
      text = '{"packages":[{"name":"Clickalicious/Memcached.php"},{"name":"a/b","require":{"ext-memcache":"*"}}]}'

      assert_equal ["clickalicious/memcached.php #{UNPINNED} 1", "ext-memcache #{UNPINNED} 1"], read("composer.lock", text)
    end

    def test_go
      text = <<~MOD
        module example.org/shop

        require github.com/bradfitz/gomemcache v0.0.0-20230905024940-24af94b03874 // indirect

        require (
        	github.com/grafana/gomemcache v0.0.0-20250318131618-74242eea118d
        	example.org/other v1.0.0
        )

        replace github.com/grafana/gomemcache => ../gomemcache
      MOD

      assert_equal ["github.com/bradfitz/gomemcache v0.0.0-20230905024940-24af94b03874 3",
                    "github.com/grafana/gomemcache the file replaces it 6"], read("go.mod", text)
    end

    def test_go_modules_that_are_excluded_quoted_replacements_or_not_pinned
      name = "github.com/bradfitz/gomemcache"
      { "exclude (\n#{name} v1.0.0\n)" => nil, "require `#{name}` v1.0.0" => "v1.0.0 2",
        "require #{name} main" => "#{UNPINNED} 2",
        "require \"#{name}/v2\" v2.0.0\nreplace \"#{name}/v2\" => ../a" => "the file replaces it 2",
        "replace (\na.org/b => #{name} v1.0.0\n)\nrequire a.org/b v1.0.0" => "v1.0.0 3",
        "require a.org/#{"a." * 500_000}" => nil }.each do |lines, said|
        assert_equal [*said&.then { "#{name} #{said}" }], read("go.mod", "module a\n#{lines}\n"), lines[0, 100]
      end
    end

    private

    def read(name, text) = said(MadeAudit.contents(name => text), &:line)

    def said(contents) = contents.packages.map { |one| "#{one.name} #{one.version || one.why} #{yield one}" }
  end
end
