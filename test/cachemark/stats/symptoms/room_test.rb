# frozen_string_literal: true

require "test_helper"

class SymptomsRoomTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Room

  def test_a_full_disk
    symptom = Rule.of(patient("cache" => { "free_bytes" => 100 << 20, "writable" => true })).first

    assert_equal "lacks", symptom.kind
    assert_match(/100 MB are free for the cache folder, which may need 1024 MB/, symptom.text)
    assert_match(/env prune.*XDG_CACHE_HOME/, symptom.remedy)
  end

  def test_a_folder_that_is_not_ours
    symptom = Rule.of(patient("state" => { "free_bytes" => nil, "writable" => false })).first

    assert_match(/the state folder cannot be written/, symptom.text)
    assert_match(/\AXDG_STATE_HOME/, symptom.remedy)
  end

  def test_room_is_well_and_without_df_nothing_is_known
    assert_empty Rule.of(APatient.of)
    untold = { "free_bytes" => nil, "writable" => true }

    assert_nil Rule.of(patient("cache" => untold, "state" => untold))
  end

  private

  def patient(disks) = APatient.of(survey: { "disks" => { **APatient::SURVEY["disks"], **disks } })
end
