// Saved pictures: files, the clipboard, the makers of what they show; and another folder for pictures,
// contact sheets and videos if theirs cannot be written to.
#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include <SDL_clipboard.h>
#include <fmt/format.h>

#include "annotations/label_preview.h"
#include "app/actions/action_rows.h"
#include "app/actions/action_table.h"
#include "app/actions/parts.h"
#include "app/platform/clipboard_picture.h"
#include "app/platform/desktop.h"
#include "app/stage/pose_file.h"
#include "app/stage/screenshot.h"
#include "app/text/picture_strings.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/text.h"
#include "library/library_store.h"
#include "session/credits.h"

namespace mmd::handlers {
namespace {

namespace fs = std::filesystem;

/// Name part of a picture: motion and frame, or pose; empty in rest pose.
std::string pose_stem(const Stage& stage) {
  const LoadedFigure& document = *stage.document();
  if (stage.rest_pose()) return {};
  if (stage.figure()->moves() && stage.shows() == Shows::motion)
    return fmt::format("{}_{:.0f}", stem_of(document.motions.front().file),
                       std::floor(stage.playback().frame()));
  const Figure& figure = *stage.figure();
  if (!figure.origin->file.empty()) return stem_of(figure.origin->file);
  const bool of_several = !document.poses.empty() && figure.origin->name == names_of_poses(document);
  return stem_of(of_several ? document.poses.back().file : figure.origin->name);
}

NameParts name_parts(const Stage& stage) {
  NameParts out;
  out.model = stem_of(stage.document()->model_file);
  out.model_folder = model_folder_of(stage.document()->model_file);
  out.pose = stage.has_motion() && stage.shows() == Shows::motion && stage.figure()->moves()
                 ? stem_of(stage.document()->motions.front().file)
                 : pose_stem(stage);
  out.frame = stage.playback().frame();
  return out;
}

/// The labels of a picture that is saved now. A comparison has none.
LabelChoice labels_of(const ComparePanes& panes, PanelState& panels) {
  return panes.other() == nullptr ? panels.picture_file.labels : LabelChoice();
}

/// The picture as it would be saved. A JPEG has no transparency: it shows the background.
Result<Image> picture(const Parts& parts, PictureFormat format) {
  const std::optional<Font>& font = parts.setup.font;
  settle_bodies(parts);
  PictureFile how = parts.panels.picture_file;
  if (format == PictureFormat::jpeg) how.transparent = false;
  return parts.screen.picture(font ? &*font : nullptr, how);
}

Result<EncodedPicture> encoded(const Parts& parts, PictureFormat format) {
  MMD_TRY(const Image image, picture(parts, format));
  const Arrangement& shown = parts.stage.arrangement();
  ImageMetadata metadata;
  if (parts.start.metadata) metadata.emplace_back("Credits", escaped_lines(credits_text(shown)));
  MMD_TRY(auto bytes, encode_picture(image, format, metadata, shown.look.background));
  EncodedPicture out{std::move(bytes), format};
  const PictureFile& how = parts.panels.picture_file;
  if (labels_of(parts.opened.panes, parts.panels).is_empty()) return out;
  MMD_TRY(auto labels, parts.screen.labels(how.labels, how));
  for (const Diagnostic& note : face_notes(labels)) parts.board.report(note);
  out.labels = std::move(labels);
  return out;
}

std::string usual_stem(const Stage& stage) {
  return picture_stem(stem_of(stage.document()->model_file), pose_stem(stage), local_time());
}

/// Saves the picture and returns its path.
Result<fs::path> write_picture(const Parts& parts, const fs::path& folder) {
  const PictureFile& how = parts.panels.picture_file;
  MMD_TRY(const auto picture, encoded(parts, how.format));
  if (how.name.empty()) return save_picture(picture, folder, usual_stem(parts.stage));
  MMD_TRY(const auto names, NameTemplate::parse(how.name));
  return save_picture_named(picture, names, name_parts(parts.stage), folder);
}

void say_saved(const Parts& parts, const fs::path& path) {
  parts.run.saved_file = to_utf8(path);
  const std::size_t labels = label_suffixes(labels_of(parts.opened.panes, parts.panels)).size();
  if (labels > 0)
    parts.board.say(ui_messages::saved_with_labels, {parts.run.saved_file, std::to_string(labels)});
  else
    parts.board.say(
        parts.panels.picture_file.labels.is_empty() ? ui_messages::saved : ui_messages::saved_without_labels,
        {parts.run.saved_file});
  parts.board.offer(ActionId::show_in_folder);
}

void save_picture(const Parts& parts) {
  const auto folder = folder_for_pictures(parts.setup, parts.panels);
  if (!folder) return parts.board.refuse(folder.error());
  if (offer_folder_if_needed(parts.board, parts.run, *folder, {ActionId::save_picture})) return;
  const auto saved = write_picture(parts, *folder);
  if (!saved) return parts.board.refuse(saved.error());
  say_saved(parts, *saved);
}

void ask_picture_name(const Parts& parts) {
  const auto folder = folder_for_pictures(parts.setup, parts.panels);
  if (!folder) return parts.board.refuse(folder.error());
  const std::string_view extension = extension_of(parts.panels.picture_file.format);
  const fs::path free = free_file(*folder, usual_stem(parts.stage), extension);
  ask(parts, {DialogPurpose::save_picture, to_utf8(*folder), to_utf8(free.filename())});
}

/// The error if the picture or a label may not be written there.
std::optional<Diagnostic> refused_picture(const Parts& parts, const std::string& file) {
  const std::vector<std::string> files = with_labels(file, labels_of(parts.opened.panes, parts.panels));
  for (const std::string& one : files)
    if (const auto open = open_file_at(parts, path_from_utf8(one)))
      return in_file(make_error("not overwritten: it is " + open->what, "choose another name"), one);
  const auto existing = std::find_if(files.begin(), files.end(), [](const std::string& one) {
    std::error_code error;
    return fs::exists(path_from_utf8(one), error);
  });
  if (existing == files.end()) return std::nullopt;
  // The file dialog asked about the picture, not about labels without one.
  std::string& asked = *existing == file ? parts.run.replaced_file : parts.run.replaced_label;
  if (std::exchange(asked, *existing) == *existing) return std::nullopt;
  return make_error(file_name(*existing) + " already exists", "save again to overwrite it");
}

/// `name`: a path or a name in the folder for pictures; its extension chooses the format.
void save_picture_as(const Parts& parts, const std::string& name) {
  const auto folder = folder_for_pictures(parts.setup, parts.panels);
  if (!folder) return parts.board.refuse(folder.error());
  PictureFormat format = parts.panels.picture_file.format;
  fs::path path = path_from_utf8(name);
  if (const auto named = picture_format(name); named && path.has_extension()) {
    format = *named;
  } else {
    path += extension_of(format);
  }
  if (path.is_relative()) path = *folder / path;
  const std::string file = to_utf8(path);
  if (const auto refused = refused_picture(parts, file)) return parts.board.refuse(*refused);
  if (offer_folder_if_needed(parts.board, parts.run, path.parent_path(), {ActionId::save_picture_as, name}))
    return;
  const auto encoded_picture = encoded(parts, format);
  const auto written = encoded_picture ? mmd::write_picture(*encoded_picture, path)
                                       : Result<void>(tl::unexpected(encoded_picture.error()));
  if (!written) return parts.board.refuse(in_file(written.error(), file));
  say_saved(parts, path);
}

void copy_picture(const Parts& parts) {
  const auto image = picture(parts, PictureFormat::png);
  if (!image) return parts.board.refuse(image.error());
  if (const auto done = mmd::copy_picture(*image); !done) return parts.board.refuse(done.error());
  parts.board.say(ui_messages::copied_picture);
}

void copy_credits(const Parts& parts) {
  const std::string text = credits_text(parts.stage.arrangement());
  const bool copied = SDL_SetClipboardText(text.c_str()) == 0;
  parts.board.say(copied ? ui_messages::credits_copied : ui_messages::clipboard_refuses);
}

void show_in_folder(const Parts& parts) {
  fs::path folder = path_from_utf8(parts.run.saved_file).parent_path();
  if (folder.empty()) {
    const auto pictures = folder_for_pictures(parts.setup, parts.panels);
    if (!pictures) return parts.board.refuse(pictures.error());
    folder = *pictures;
  }
  if (!show_folder(folder))
    parts.board.refuse(
        in_file(make_error("no program opens the folder", "open it in your file manager"), to_utf8(folder)));
}

void set_picture_file(const Parts& parts, const PictureFile& choice) {
  PictureFile file = choice;
  for (int* side : {&file.width, &file.height}) *side = std::clamp(*side, 0, largest_picture_side);
  file.samples = std::clamp(file.samples, 0, 64);
  if (const auto names = NameTemplate::parse(file.name); !file.name.empty() && !names) {
    parts.board.refuse(names.error());
    file.name = parts.panels.picture_file.name;
  }
  std::error_code error;
  if (!file.folder.empty() && !fs::is_directory(path_from_utf8(file.folder), error)) {
    parts.board.refuse(in_file(make_error("no such folder", "choose another folder"), file.folder));
    file.folder = parts.panels.picture_file.folder;
  }
  if (file.shape() != parts.panels.picture_file.shape()) parts.panels.shape_before_scene.reset();
  parts.panels.picture_file = file;
  parts.redraw.picture();  // its frame may have changed
}

/// Draws a label in a small size for the Look panel.
void preview_label(const Parts& parts, std::int32_t number) {
  constexpr float longest_side = 512.0f;
  LabelPreview& preview = parts.opened.label_preview;
  preview = {};
  if (number < 0 || number >= static_cast<std::int32_t>(Label::count)) return;
  settle_bodies(parts);
  PictureFile how = parts.panels.picture_file;
  const Extent view = parts.screen.size();
  const vec2 size = how.has_size() ? vec2(how.width, how.height) : vec2(view.width, view.height);
  const vec2 reduced = size * std::min(longest_side / std::max({size.x, size.y, 1.0f}), 1.0f);
  how.width = std::max(static_cast<int>(std::lround(reduced.x)), 1);
  how.height = std::max(static_cast<int>(std::lround(reduced.y)), 1);
  LabelChoice choice;
  choice.add(static_cast<Label>(number));
  const auto source = parts.screen.labels(choice, how);
  if (!source) return parts.board.refuse(source.error());
  const auto image = label_preview(label_values(*source, {}));
  if (!image) return;
  preview = {static_cast<Label>(number), PanelTexture(*image), reduced.x / std::max(reduced.y, 1.0f)};
}

void toggle_thirds(const Parts& parts) {
  bool& on = parts.panels.tools.thirds;
  on = !on;
}

/// Whether a file can be created in the folder.
bool is_writable(const fs::path& folder) {
  if (folder.empty()) return false;
  const fs::path probe = free_file(folder, ".mmdview", ".tmp");
  if (!write_file_atomically(probe, {})) return false;
  std::error_code ignored;
  fs::remove(probe, ignored);
  return true;
}

/// The action in another folder: only the name of a chosen file stays.
Action in_folder(Action action, const fs::path& folder) {
  if (const auto* name = std::get_if<std::string>(&action.value))
    action.value = to_utf8(folder / path_from_utf8(*name).filename());
  return action;
}

/// Offers another folder for what `action` saves.
void offer_folder(MessageBoard& board, RunState& run, const fs::path& folder, Action action) {
  fs::path offered = pictures_folder();
  if (offered == folder || !is_writable(offered)) offered.clear();
  board.refuse(
      in_file(make_error("the folder cannot be written to", "choose another folder"), to_utf8(folder)));
  run.refused_save = RefusedSave{std::move(action), folder, std::move(offered)};
}

/// Saves again in the chosen folder; without one the user has to choose again.
void save_in_folder(const Parts& parts, const std::string& folder) {
  if (folder.empty()) return;
  std::optional<RefusedSave> refused = std::exchange(parts.run.refused_save, std::nullopt);
  if (!refused) return;
  const fs::path path = path_from_utf8(folder);
  if (!is_writable(path)) return offer_folder(parts.board, parts.run, path, std::move(refused->action));
  PictureFile file = parts.panels.picture_file;
  file.folder = folder;
  parts.panels.picture_file = file;
  const Action again = in_folder(std::move(refused->action), path);
  row_of(again.id).perform(parts, again.value);
}

void save_in_pictures(const Parts& parts) {
  if (parts.run.refused_save) save_in_folder(parts, to_utf8(parts.run.refused_save->offered));
}

void do_not_save(const Parts& parts) {
  parts.run.refused_save.reset();
}

void ask_picture_folder(const Parts& parts) {
  if (!parts.run.refused_save) return;
  if (!parts.setup.dialog) return parts.board.say(ui_messages::no_dialog);
  parts.run.asks_picture_folder = true;
  ask_to_open(parts, DialogPurpose::browse);
}

constexpr std::string_view by_notice = "the notice above the picture has buttons";

}  // namespace

Result<fs::path> folder_for_pictures(const ViewerSetup& setup, PanelState& panels) {
  const std::string& chosen = panels.picture_file.folder;
  if (!chosen.empty()) return path_from_utf8(chosen);
  if (!setup.pictures.empty()) return setup.pictures;
  return current_folder();
}

bool offer_folder_if_needed(MessageBoard& board, RunState& run, const fs::path& folder, Action action) {
  if (is_writable(folder)) return false;
  offer_folder(board, run, folder, std::move(action));
  return true;
}

std::span<const ActionRow> picture_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::save_picture, {SDLK_F12, "F12"}, Needs::picture, {"Save picture", "画像ファイルに出力"},
                 {"Save the picture to the folder for pictures", "画像ファイルに出力（ピクチャのフォルダ）"},
                 call<save_picture>),
      action_row(Id::ask_picture_name, ctrl(SDLK_F12, "Ctrl+F12"), Needs::picture,
                 {"Save picture as…", "名前を付けて画像を出力…"}, call<ask_picture_name>),
      action_row(Id::copy_picture, ctrl_shift(SDLK_c, "Ctrl+Shift+C"), Needs::picture,
                 {"Copy picture", "画像をコピー"},
                 {"Copy the picture to the clipboard", "画像をクリップボードにコピー"}, call<copy_picture>),
      action_row(Id::copy_credits, {}, Needs::model, {"Copy credits", "クレジットをコピー"},
                 call<copy_credits>),
      action_row(Id::show_in_folder, {}, Needs::nothing, {"Show in folder", "保存先のフォルダを開く"},
                 call<show_in_folder>),
      action_row(Id::toggle_thirds, {}, Needs::picture, {"Thirds", "三分割線"}, call<toggle_thirds>,
                 [](const Parts& parts) { return parts.panels.tools.thirds; }),
      with_value(Id::save_picture_as, Needs::picture, {"Save picture as", "名前を付けて画像を出力"},
                 call<save_picture_as>, "the file dialog chooses the name"),
      with_value(Id::preview_label, Needs::picture, {"Preview a label", "ラベルのプレビュー"},
                 call<preview_label>),
      with_value(Id::set_picture_file, Needs::nothing, {"Saved picture settings", "画像の保存設定"},
                 call<set_picture_file>),
      with_value(Id::save_in_folder, Needs::nothing, {"Save in another folder", "別のフォルダに保存"},
                 call<save_in_folder>, by_notice),
      with_value(Id::save_in_pictures, Needs::nothing, {"Save in Pictures", "ピクチャに保存"},
                 call<save_in_pictures>, by_notice),
      with_value(Id::do_not_save, Needs::nothing, {"Do not save", "保存しない"}, call<do_not_save>,
                 by_notice),
      with_value(Id::ask_picture_folder, Needs::nothing,
                 {"Choose a folder for pictures", "画像のフォルダを選ぶ"}, call<ask_picture_folder>,
                 by_notice),
  };
  return rows;
}

}  // namespace mmd::handlers
