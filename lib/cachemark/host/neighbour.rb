# frozen_string_literal: true

require "rbconfig"

module Cachemark
  module Host
    # A process that uses one core wholly and does nothing with it, while the block runs. What a
    # measurement makes of it tells what it makes of a busy machine.
    module Neighbour
      # Does nothing but run the block where there is no core.
      #: (Integer?) { () -> Object } -> Object
      def self.on(cpu)
        return yield unless cpu

        Keeper.start do |keeper|
          keeper.spawn(["taskset", "-c", cpu.to_s, RbConfig.ruby, "--disable-gems", "-e", "loop {}"], clean_env: true)
          yield
        end
      end
    end
  end
end
