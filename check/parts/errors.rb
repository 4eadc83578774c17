# frozen_string_literal: true

require "ripper"

module Check
  # Every error that can end a command says what to do next: each Usage and each Trouble is made with `try:`.
  class Errors < Part
    NAMES = %w[Usage Trouble].freeze
    private_constant :NAMES

    def problems
      @tree.under("lib").flat_map do |path|
        silent(Ripper.sexp(@tree.read(path))).map { |name, line| "#{path}:#{line}: #{name} without `try:`, the next step" }
      end
    end

    private

    # [name, line] of each, in any place.
    def silent(node)
      return [] unless node.is_a?(Array)

      [*error(node), *node.flat_map { |child| silent(child) }]
    end

    def error(node)
      case node
      in [:method_add_arg, [:call, [:var_ref, [:@const, name, [line, _]]], _, [:@ident, "new", _]], arguments] then nil
      in [:command, [:@ident, "raise", _], [:args_add_block, [[:var_ref, [:@const, name, [line, _]]], *], _]] then arguments = nil
      in [:method_add_arg, [:fcall, [:@ident, "raise", _]],
          [:arg_paren, [:args_add_block, [[:var_ref, [:@const, name, [line, _]]], *], _]]] then arguments = nil
      else return
      end
      [[name, line]] if NAMES.include?(name) && !says?(arguments)
    end

    def says?(arguments)
      arguments.is_a?(Array) && (arguments[0..1] == [:@label, "try:"] || arguments.any? { |part| says?(part) })
    end
  end
end
