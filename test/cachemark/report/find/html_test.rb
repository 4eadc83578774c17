# frozen_string_literal: true

require "test_helper"

class FindPageTest < Minitest::Test
  HTML = Cachemark::Report::Find::HTML.new(MadeSteps.steps).to_s

  def test_it_leads_with_the_answer
    assert_includes HTML, %(<p class="lead">dalli 3.0.3 made get slower: +3.9 % [3.4, 4.4] compared with 3.0.2.</p>)
  end

  def test_what_was_found_and_what_was_skipped_is_marked
    assert_includes HTML, %(<span class="verdict slower">+3.9 % [3.4, 4.4]</span>)
    assert_includes HTML, "<dt>3.0.4</dt><dd>cannot be built: no compiler</dd>"
  end

  def test_a_version_is_compared_with_the_first
    assert_includes HTML, "<code>cachemark compare 3.0.0 3.0.3 --scenario client/get</code>"
  end
end
