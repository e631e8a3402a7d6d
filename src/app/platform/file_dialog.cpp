// Titles and kinds of files of file dialogs.
#include "app/platform/file_dialog.h"

#include <iterator>

#include "app/text/export_strings.h"
#include "app/text/picture_strings.h"
#include "app/text/ui_strings.h"
#include "scene/file_extensions.h"

namespace mmd {
namespace {

constexpr std::string_view read_pictures[] = {"png", "jpg", "jpeg", "bmp", "tga",
                                              "gif", "dds", "ppm",  "pfm", "hdr"};

}  // namespace

bool saves(DialogPurpose purpose) {
  return purpose == DialogPurpose::save_pose || purpose == DialogPurpose::save_frame ||
         purpose == DialogPurpose::save_scene || purpose == DialogPurpose::save_picture ||
         purpose == DialogPurpose::export_file || purpose == DialogPurpose::record;
}

std::vector<DialogFilter> dialog_filters(const DialogQuestion& question) {
  const Language language = question.language;
  if (question.purpose == DialogPurpose::save_scene)
    return {{ui_strings::scene_files.in(language), {"mmdscene"}}};
  if (question.purpose == DialogPurpose::record)
    return {{ui_strings::video_files.in(language), {"mp4", "webm"}},
            {ui_strings::picture_files.in(language), {"png", "jpg", "webp"}}};
  if (question.purpose == DialogPurpose::save_picture)
    return {{ui_strings::one_picture.in(language), {"png", "jpg", "webp"}}};
  if (question.purpose == DialogPurpose::export_file) {
    const std::size_t dot = question.name.rfind('.');
    return {{ui_strings::exporting.in(language), {std::string_view(question.name).substr(dot + 1)}}};
  }
  if (question.purpose == DialogPurpose::reference || question.purpose == DialogPurpose::background)
    return {{ui_strings::one_picture.in(language), {std::begin(read_pictures), std::end(read_pictures)}},
            {ui_strings::all_files.in(language), {}}};
  if (question.purpose == DialogPurpose::sound)
    return {{ui_strings::sound_files.in(language), {"wav", "mp3", "ogg", "flac"}},
            {ui_strings::all_files.in(language), {}}};
  if (saves(question.purpose)) return {{ui_strings::pose_files.in(language), {"vpd"}}};
  DialogFilter to_open{ui_strings::files_to_open.in(language), {}};
  for (const FileExtension& row : file_extensions()) to_open.extensions.push_back(row.extension.substr(1));
  to_open.extensions.insert(to_open.extensions.end(), std::begin(read_pictures), std::end(read_pictures));
  return {std::move(to_open), {ui_strings::all_files.in(language), {}}};
}

std::string dialog_title(const DialogQuestion& question) {
  const auto word = [&](const LocalizedText& words) { return std::string(words.in(question.language)); };
  switch (question.purpose) {
    case DialogPurpose::add:
      return word(ui_strings::add_title);
    case DialogPurpose::open_over:
      return word(ui_strings::open_over_title);
    case DialogPurpose::browse:
      return word(ui_strings::browse_title);
    case DialogPurpose::save_pose:
      return word(ui_strings::save_pose_title);
    case DialogPurpose::save_frame:
      return word(ui_strings::save_frame_title);
    case DialogPurpose::save_scene:
      return word(ui_strings::save_scene_title);
    case DialogPurpose::export_file:
      return word(ui_strings::exporting);
    case DialogPurpose::save_picture:
      return word(ui_strings::save_picture_title);
    case DialogPurpose::find:
      return word(ui_strings::find_title) + question.name;
    case DialogPurpose::record:
      return word(ui_strings::record_title);
    case DialogPurpose::made_for:
      return word(ui_strings::made_for_title);
    case DialogPurpose::reference:
      return word(ui_strings::reference);
    case DialogPurpose::sound:
      return word(ui_strings::sound_title);
    case DialogPurpose::background:
      return word(ui_strings::background_picture.name);
    default:
      return word(ui_strings::open_title);
  }
}

}  // namespace mmd
