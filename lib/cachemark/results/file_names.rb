# frozen_string_literal: true

module Cachemark
  module Results
    # The names of files in the texts of a record. A path keeps its last part: `…/ruby`. Two files of one name in different
    # folders stay different: the second is `…/2/ruby`.
    #
    # Some paths stay, because they are the same on every machine: those of the operating system, of Cachemark's folders, and of
    # a version that a version manager installed.
    class FileNames
      # The characters of a path.
      PART = %r{[^\s"'`,:;()<>|\[\]{}/]}
      # Where a path begins: not after a name, as in client/get, nor after a scheme.
      BEGIN_AT = %r{(?:(?<![\w.~:/…-])|(?<=:)(?!//)|(?<=file://)|(?<=\s-[A-Za-z])|(?<=\A-[A-Za-z]))(?=~?/)}
      END_AT = %r{(?=/|\.?(?!#{PART})(?!/))}
      PATH = %r{#{BEGIN_AT}~?/(?:#{PART}|/)+}
      # A home folder, of whichever user.
      HOME = %r{#{BEGIN_AT}(?:/(?:home|Users)/#{PART}+|/root)#{END_AT}}
      # The folder of a version, and no other, because people name environments in its place.
      VERSION = /(?:(?:c?python|j?ruby|truffleruby(?:\+graalvm)?|pypy|graalpy)-?)?\d[\d.]*
                 (?:-[\d.]+)?(?:-?(?:a|b|rc|p|dev|preview)\d*)?(?:-(?:linux|macos)[\w-]*)?/x
      MANAGERS = %r{\.(?:(?:py|rb)env/versions|rvm/rubies|rubies|(?:asdf|local/share/mise)/installs/\w+|local/share/uv/python)}
      KEPT = [%r{\A/(?:usr|lib|lib64|bin|sbin|etc|proc|sys|dev)(?:/|\z)}, %r{\A~/\.(?:cache|local/state)/cachemark(?:/|\z)},
              %r{\A~/#{MANAGERS}/#{VERSION}/(?:bin|lib|include)(?:/|\z)},
              %r{\A~/\.(?:pyenv|rbenv|asdf|local/share/mise)/shims/}].freeze
      UP = %r{/\.\.(?:/|\z)}
      ELSEWHERE = "…/"
      private_constant :PART, :BEGIN_AT, :END_AT, :PATH, :HOME, :VERSION, :MANAGERS, :KEPT, :UP

      # `known` are {path of a folder => its replacement}.
      #: (Hash[String, String]) -> void
      def initialize(known)
        @known = known.sort_by { |path, _| -path.size }.map { |path, name| [/#{BEGIN_AT}#{Regexp.escape(path)}#{END_AT}/, name] }
        @folders = Hash.new { |all, name| all[name] = [] }
      end

      # A text with each path in it replaced.
      #: (String) -> String
      def without(text)
        return text unless text.include?("/")

        text = @known.reduce(text) { |left, (path, name)| left.gsub(path, name) }
        text.gsub(HOME, "~").gsub(PATH) { |path| kept?(path) ? path : shortened(path) }
      end

      private

      # A path without a folder has nothing to hide.
      def kept?(path) = path.rindex("/").zero? || (KEPT.any? { |kept| path.match?(kept) } && !path.match?(UP))

      def shortened(path)
        folder, name = File.split(path)
        number = @folders[name].index(folder) || (@folders[name] << folder).size - 1
        "#{ELSEWHERE}#{"#{number + 1}/" if number.positive?}#{name}"
      end
    end
  end
end
