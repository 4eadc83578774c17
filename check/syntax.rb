# frozen_string_literal: true

module Check
  # The constants that a Ruby source refers to, from its syntax tree.
  class Syntax
    # A constant (Array of names, "::" first if absolute) or a call, and its line.
    Reference = Struct.new(:names, :line)

    #: (String) -> void
    def initialize(source)
      @tree = Ripper.sexp(source) || []
    end

    # Every constant that the source uses, without those that it defines.
    #: () -> Array[Reference]
    def constants
      @constants ||= each_node.filter_map { |node| constant(node) }
    end

    # Every call without a receiver, and backticks as "`". A lone `system` or `p` is a local variable.
    #: () -> Array[Reference]
    def calls
      @calls ||= each_node.filter_map { |node| call(node) }
    end

    # Every call of a constant, as the constant's names and the method's.
    #: () -> Array[Reference]
    def constant_calls
      @constant_calls ||= each_node.filter_map do |node|
        names = node[0] == :call && names_of(node[1])
        Reference.new(names + [node[3][1]], node[3][2][0]) if names && node[3].is_a?(Array)
      end
    end

    # Every global variable.
    #: () -> Array[Reference]
    def globals
      each_node.filter_map { |node| Reference.new([node[1]], node[2][0]) if node[0] == :@gvar }
    end

    private

    def each_node(node = @tree, &block)
      return enum_for(:each_node, node) unless block
      return unless node.is_a?(Array)

      yield node if node[0].is_a?(Symbol)
      node.each { |child| each_node(child, &block) unless part_of_constant?(node, child) }
    end

    # `A::B` is one constant, and its `A` is not another.
    def part_of_constant?(node, child)
      node[0] == :const_path_ref && child.is_a?(Array) && names_of(node) && child.equal?(node[1])
    end

    def constant(node)
      names = %i[var_ref const_path_ref top_const_ref].include?(node[0]) && names_of(node)
      Reference.new(names, node.last[2][0]) if names
    end

    def names_of(node)
      case node
      in [:var_ref, [:@const, name, _]] then [name]
      in [:top_const_ref, [:@const, name, _]] then ["::", name]
      in [:const_path_ref, base, [:@const, name, _]] then names_of(base)&.+([name])
      else nil
      end
    end

    def call(node)
      case node
      in [:command | :fcall, [:@ident, name, [line, _]], *] then Reference.new([name], line)
      in [:vcall, [:@ident, ("exit" | "abort" | "rand" | "sleep" | "puts") => name, [line, _]]] then Reference.new([name], line)
      in [:xstring_literal, *] then Reference.new(["`"], 0)
      else nil
      end
    end
  end
end
