# encoding: utf-8
# Breaks: memcache-client 1.7.6 and 1.7.7 read their version from a YAML file but load no
# YAML: the RubyGems of their time had done so already, today's does not.
# Cost: unchanged. They read it once, when they are loaded.
require "yaml"
