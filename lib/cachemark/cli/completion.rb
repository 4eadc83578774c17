# frozen_string_literal: true

module Cachemark
  module CLI
    # `completion bash|zsh|fish`: a script for a shell, made of what the commands themselves declare.
    class Completion < Command
      SHELLS = { "bash" => :Bash, "zsh" => :Zsh, "fish" => :Fish }.freeze

      describe "print a script that completes commands, options and their values in your shell", arguments: "bash|zsh|fish",
                                                                                              examples: [
        ["completion bash > ~/.local/share/bash-completion/completions/cachemark", "for bash, from the next shell on"],
        ["completion zsh > ~/.zfunc/_cachemark", "for zsh, where ~/.zfunc is in fpath before compinit runs"],
        ["completion fish > ~/.config/fish/completions/cachemark.fish", "for fish"]
      ]

      private

      def perform(words)
        refuse_more(words.drop(1))
        shell = words.first or raise Usage.new("completion needs a shell", try: "cachemark completion #{SHELLS.keys.join("|")}")
        @out.print script(Quantity.word("completion", shell, SHELLS.keys))
        0
      end

      def script(shell)
        commands = COMMANDS.map { |name, constant| [name, CLI.const_get(constant).new(out: @out, err: @err)] }.to_h
        Completion.const_get(SHELLS.fetch(shell)).new(Grammar.new(commands, catalog: Catalog.load)).to_s
      end
    end
  end
end
