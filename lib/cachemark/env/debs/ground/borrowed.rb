# frozen_string_literal: true

require "digest"

module Cachemark
  module Env
    module Debs
      class Ground
        # A runtime of the user's own, used as it is, with what is installed in it.
        class Borrowed < Ground
          def stamps = [@contender.runtime, identity]

          def key = "#{language.name}-#{Digest::SHA256.hexdigest(stamps.join(" "))[0, 8]}"

          def lay(_folder, _lock) = []

          def executable(_folder) = @contender.runtime

          def variables(_folder) = {}

          def building(folder)
            yield executable(folder), {}
          end

          def place(_folder, file) = ::File.dirname(file)

          def folders(_folder, told) = told

          def absent(name)
            Impossible.new("#{@contender.runtime} has no module #{name}",
                           how: "install it there, or leave #{language.option}= out")
          end

          private

          # A changed file (an upgrade in place) is another one.
          def identity
            stat = ::File.stat(@contender.runtime)
            [stat.size, stat.mtime.to_f].join(" ")
          end
        end
      end
    end
  end
end
