# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      class Origin
        # A checkout on this machine. What is pure is used where it lies; what has an extension is
        # built into the cache from a copy, once per content and runtime, never in its own folder.
        class Path < Origin
          # A compiler that says how it is had.
          HOW = "apt-get install --no-install-recommends gcc g++ libc6-dev"
          private_constant :HOW

          def stamps = ["path #{name} sha256:#{digest}"]

          def fetch(ground, folder)
            looked = ground.tell(folder, environment.build, "look", dir, name)
            return [looked[:folder] || raise(absent)] unless looked[:builds]

            yield name if block_given?
            Latch.hold(latch(built(ground))) { build(ground, folder) unless ::File.directory?(built(ground)) }
            [built(ground)]
          end

          private

          def dir = @contender.source.dir

          def environment = @contender.language.environment

          def absent
            how = "name the folder of a checkout: #{@contender.client.name}@path:DIR"
            Impossible.new("#{dir} has no module #{name}", how: how)
          end

          def built(ground) = ::File.join(ground.store, "built", Digest::SHA256.hexdigest(stamps.join("\0"))[0, 16])

          def latch(path) = @workshop.path("locks", "built-#{::File.basename(path)}.lock")

          def digest = (@sources ||= SourceFiles.new(dir, @contender.language.checkout.sources)).digest

          def build(ground, folder)
            refuse_no_compiler
            part = "#{built(ground)}.part"
            FileUtils.rm_rf(part)
            FileUtils.mkdir_p("#{part}/source")
            files = Dir.children(dir) - [".git"]
            FileUtils.cp_r(files.map { |file| ::File.join(dir, file) }, "#{part}/source")
            ground.building(folder) { |executable, variables| compile(executable, variables, part, folder.file("build.log")) }
            ::File.rename("#{part}/lib", built(ground))
          ensure
            FileUtils.rm_rf(part) if part
          end

          def compile(executable, variables, part, log)
            argv = [executable, environment.build, "build", "#{part}/source", name, "#{part}/lib"]
            env = environment.variables.merge(variables)
            @workshop.slot { tools.say(argv, env: env, log: log, complaint: "#{name} cannot be built") }
            raise Impossible.new("#{name} was built, but gave nothing to load", log: log) unless ::File.directory?("#{part}/lib")
          end

          def refuse_no_compiler
            folders = @workshop.variables.for_build.fetch("PATH", "").split(::File::PATH_SEPARATOR)
            lacking = %w[gcc g++].reject { |program| folders.any? { |folder| ::File.executable?(::File.join(folder, program)) } }
            return if lacking.empty?

            raise Impossible.new("#{name} has to be compiled, and this machine has no #{lacking.join(" and no ")}", how: HOW)
          end
        end
      end
    end
  end
end
