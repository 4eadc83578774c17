# encoding: utf-8
# frozen_string_literal: true
require File.expand_path("../client.rb", __FILE__)

module CachemarkDriver
  module Reference
    # The reference with a namespace: a text and a colon before each key.
    class Namespaced < Client
      # namespace: String; the others as in Client.
      def initialize(namespace, *others)
        super(*others)
        @prefix = "#{namespace}:"
      end

      private

      def check(key)
        super(key.empty? ? key : @prefix + key)
      rescue NoMethodError
        raise BadKey, key.inspect
      end

      # The place of a key is that of the key as it is sent.
      def spread(keys)
        @only ? super : keys.group_by { |key, _| pool(check(key)) }
      end
    end
  end
end
