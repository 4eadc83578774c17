# encoding: utf-8
# frozen_string_literal: true
# Gives the connection of a quiet block that ended early to the next call, with the answer to an add unread.
require File.expand_path("../parts/answered.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Quiet
      alias_method :close, :leave_behind
      public :close
    end
  end
end
