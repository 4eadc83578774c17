# frozen_string_literal: true

# The errors in the links of a site's pages. Each href and src has to be relative and to lead to a file, and each anchor to an
# id. No id may be there twice.
class SiteLinks
  SIGNS = { "&amp;" => "&", "&lt;" => "<", "&gt;" => ">", "&quot;" => '"', "&#39;" => "'" }.freeze

  #: (Hash[String, String]) -> void
  def initialize(texts, copies = {})
    @texts = texts
    @copies = copies
    @pages = texts.select { |path, _| path.end_with?(".html") }
  end

  #: () -> Array[String]
  def problems
    found = @pages.flat_map { |path, text| duplicates(path, text) + broken(path, links(text)) }
    found + broken("feed.xml", links(@texts["feed.xml"]))
  end

  # The pages and files of a visitor that no link leads to.
  #: () -> Array[String]
  def orphans
    reached = ["index.html"]
    reached.each do |path|
      reached.concat(links(@texts[path]).map { |link| target(path, link).first } - reached) if @pages.key?(path)
    end
    @texts.keys + @copies.keys - reached - @texts.keys.grep(%r{\Aassets/})
  end

  private

  def links(text)
    found = text.scan(/<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/).flatten
    found.map { |link| link.gsub(/&\S+?;/, SIGNS) }
  end

  def duplicates(path, text)
    ids(text).tally.select { |_, count| count > 1 }.map { |id, count| "#{path}: #{count} ids #{id}" }
  end

  def ids(text) = text.scan(/\sid="([^"]*)"/).flatten

  def broken(path, links)
    links.filter_map do |link|
      file, anchor = target(path, link)
      next "#{path}: #{link} is not relative" if link.match?(%r{\A(?:/|\w+:)})
      next "#{path}: #{link} leads nowhere" unless @texts.key?(file) || @copies.key?(file)

      "#{path}: #{link} has no anchor" unless anchor.nil? || ids(@texts[file]).include?(anchor)
    end
  end

  # [path in the site, anchor or nil]
  def target(path, link)
    file, anchor = link.split("#", 2)
    [file.empty? ? path : File.join(File.dirname(path), file).then { |joined| clean(joined) }, anchor]
  end

  def clean(path) = File.expand_path(path, "/").delete_prefix("/")
end
