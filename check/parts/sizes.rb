# frozen_string_literal: true

module Check
  # Everybody who clones the project downloads all of its files, so none is large, and neither is their sum.
  class Sizes < Part
    MB = 1_000_000
    FILE_MB = 1
    TREE_MB = 25
    private_constant :MB, :FILE_MB, :TREE_MB

    def problems
      sizes = @tree.files.to_h { |path| [path, File.size(@tree.absolute(path))] }
      large = sizes.select { |_, bytes| bytes > FILE_MB * MB }
      found = large.map { |path, bytes| "#{path}: has #{megabytes(bytes)} MB, and a file may have #{FILE_MB} MB" }
      sum = sizes.values.sum
      sum > TREE_MB * MB ? [*found, "the files of this tree: have #{megabytes(sum)} MB, and may have #{TREE_MB} MB"] : found
    end

    private

    # Rounded up, so that more than 1 MB is never called 1.0 MB.
    def megabytes(bytes) = bytes.fdiv(MB).ceil(1)
  end
end
