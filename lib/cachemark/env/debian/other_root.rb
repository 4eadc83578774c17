# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debian
      # Common to the Rubies in a separate root file system: their executable is a script that enters it. @keep are folders
      # that must stay visible there.
      module OtherRoot
        private

        def refresh(place, offer)
          write(place, offer)
          super
        end

        # A mount needs an existing file or folder to cover.
        def write(place, offer)
          Script::OWN_FILES.select { |file| File.exist?(file) }.each { |file| touch(File.join(place.root, file)) }
          FileUtils.mkdir_p(@keep.map { |folder| File.join(place.root, folder) })
          place.write(Script.text(root: place.root, executable: offer.executable, keep: @keep))
        end

        def touch(file)
          FileUtils.mkdir_p(File.dirname(file))
          FileUtils.touch(file)
        end
      end
    end
  end
end
