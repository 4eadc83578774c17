# encoding: utf-8
# Breaks: ActiveSupport activates msgpack with `gem`. RubyGems knows no gem of an environment, because only the load path names
# them.
# Cost: unchanged. It loads msgpack, as ActiveSupport does next.
require "msgpack"

module Kernel
  alias_method :gem_without_environment, :gem

  def gem(name, *requirements)
    name == "msgpack" || gem_without_environment(name, *requirements)
  end
  private :gem, :gem_without_environment
end
