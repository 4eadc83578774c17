# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Lab
    class Selftest
      # Copies of dalli with known properties, so that verdicts on them can be judged: CLIENT@path:DIR. All are edited, so that
      # each has the cost of an edit: one more call and its arguments' Array. `steady` and `twin` count equally far in each
      # get, `slow` further, `fast` not at all. `busy` sends a request once more than it should. `deceived` is `steady` behind
      # a server that returns wrong values.
      class Controls
        # The file of the client that a user requires.
        FILE = "lib/dalli.rb"
        # Ruby that counts down in each get, before the original method.
        SPIN = "spin = %d\nspin -= 1 while spin > 0"
        # {copy => Ruby that its get runs before `super`, the original method}. `slow` costs about a quarter of a call more,
        # on any machine with a similar ratio between a loop of the interpreter and a call to memcached.
        EDITS = { "steady" => format(SPIN, 800), "twin" => format(SPIN, 800), "slow" => format(SPIN, 2_000),
                  "fast" => format(SPIN, 0), "busy" => "super" }.freeze
        # [what it shows, contender, scenario, the right verdict].
        EXPECTED = [
          ["the same code in two folders is the same in get", "twin", "client/get", "same"],
          ["the same code in two folders is the same in set", "twin", "client/set", "same"],
          ["a slowdown of get is seen in get", "slow", "client/get", "slower"],
          ["a slowdown of get is not seen in set", "slow", "client/set", "same"],
          ["a faster get is seen", "fast", "client/get", "faster"],
          ["a row that does other work has no speed", "busy", "client/get", "invalid"],
          ["a row behind a server that lies has no speed", "deceived", "client/get", "invalid"]
        ].freeze
        private_constant :FILE, :SPIN

        # `source` is the folder of the installed gem, `into` the folder for the copies (both absolute).
        #: (source: String, into: String) -> void
        def initialize(source:, into:)
          @source = source
          @into = into
        end

        # {contender => absolute folder}, the baseline first. A folder's name depends on the source and the edit, so that
        # existing copies are reused.
        #: () -> Hash[String, String]
        def folders
          copies = EDITS.to_h { |name, before| [name, copy(name, edit(before))] }
          copies.merge("deceived" => copies.fetch("steady"))
        end

        private

        # A copy is complete as soon as it exists, even if several processes make it.
        def copy(name, edit)
          folder = ::File.join(@into, "#{name}-#{Digest::SHA256.hexdigest([@source, edit].join("\0"))[0, 12]}")
          return folder if ::File.directory?(folder)

          part = "#{folder}.#{::Process.pid}.part"
          fill(part)
          ::File.write(::File.join(part, FILE), edit, mode: "a")
          ::File.rename(part, folder)
          folder
        rescue Errno::ENOTEMPTY, Errno::EEXIST
          FileUtils.rm_rf(part)
          folder
        rescue SystemCallError => error
          raise Trouble.new("a copy of #{@source} cannot be made: #{error.message}", try: "make room in #{@into}")
        end

        # The gemspec of an installed gem is in another folder. With it, the copy keeps version and dependencies.
        def fill(folder)
          FileUtils.rm_rf(folder)
          FileUtils.mkdir_p(folder)
          FileUtils.cp_r(::File.join(@source, "."), folder)
          FileUtils.chmod_R("u+w", folder)
          specification = ::File.expand_path("../../specifications/#{::File.basename(@source)}.gemspec", @source)
          own = Dir.glob("*.gemspec", base: folder).any?
          FileUtils.cp(specification, ::File.join(folder, "dalli.gemspec")) unless own || !::File.file?(specification)
        end

        # For the end of the client's file. It parses on Ruby 1.9.
        def edit(before)
          <<~RUBY

            Dalli::Client.send(:prepend, Module.new {
              def get(*arguments, &block)
            #{before.gsub(/^/, "    ")}
                super
              end
              ruby2_keywords(:get) if respond_to?(:ruby2_keywords, true)
            })
          RUBY
        end
      end
    end
  end
end
