# frozen_string_literal: true

module Cachemark
  module Env
    # A contender's environment, ready to run. `argv` is a command up to but without the
    # driver's file; `env` all variables of the child (spawn it with a clean environment);
    # `lock` the lock's text and `lock_digest` its SHA-256; `gems` {name => version};
    # `expected` [{gem:, version: (nil where the source has none), dir:, extension_dir:,
    # reports: (what it calls itself, if known)}], the contender's own first;
    # `runtime` {path:, version:, description:, engine:, folders:}; `lacks` {mode => why its process has not that mode}.
    Environment = Value.define(:contender_id, :argv, :env, :dir, :lock, :lock_digest, :gems, :expected, :runtime,
                               lacks: {}.freeze) do
      # The same folder for one of several contenders that share it: held to its own gems only.
      #
      #: (Contender, except: Array[String]) -> Environment
      def lent_to(contender, except:)
        own, others = expected.partition { |gem| gem.fetch(:gem) == contender.client.gem }
        with(contender_id: contender.id, gems: gems.except(*except),
             expected: own + others.reject { |gem| except.include?(gem.fetch(:gem)) })
      end
    end
  end
end
