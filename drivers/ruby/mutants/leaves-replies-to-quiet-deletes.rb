# encoding: utf-8
# frozen_string_literal: true
# Lets the server answer a delete in a quiet block, and never reads the answer.
require File.expand_path("../parts/answered.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Quiet
      alias_method :finished, :finish

      def delete(key)
        @deletes = true
        answered(key) { |name| "delete #{name}\r\n" }
      end

      def finish
        @deletes ? leave_behind : finished
      end
    end
  end
end
