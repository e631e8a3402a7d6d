// What is asked by the desktop's dialog, or in a panel where there is none.
#include <system_error>
#include <utility>

#include "app/panel_table.h"
#include "app/perform.h"
#include "app/pose_file.h"
#include "app/said.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "commands/text_table.h"
#include "document/file_listing.h"
#include "document/sample.h"

namespace mmd::perform {
namespace {

/// Beside what is shown, or was opened last.
std::string folder_to_open_from(const Parts& parts) {
  const auto& document = parts.stage.document();
  const bool own = document && !is_sample(document->model_file, parts.setup.sample);
  const std::vector<std::string>& recent = parts.recent.list();
  return folder_to_begin_in(own ? document->model_file : recent.empty() ? std::string() : recent.front());
}

/// What is typed already, or what the pose or the model is called.
std::string proposed_name(const Parts& parts) {
  if (const std::string& typed = parts.panels.tools().save_name; !typed.empty()) return typed;
  const std::string own = own_pose_file(parts);
  return to_utf8(path_from_utf8(own.empty() ? parts.stage.document()->model_file : own).stem());
}

void ask_in_panel(const Parts& parts, DialogPurpose purpose) {
  const auto show = [&](Panel panel) { show_panel(parts, static_cast<std::int32_t>(panel)); };
  switch (purpose) {
    case DialogPurpose::browse:
      show(Panel::browser);
      return parts.board.say(said::drop_folder);
    case DialogPurpose::save_pose:
      parts.panels.tools().save_name = proposed_name(parts);
      parts.panels.tools().wants_name = true;
      return show(Panel::history);
    case DialogPurpose::add:  // the panel opens as it always does: the switch says where models go
      parts.panels.tools().beside = true;
      [[fallthrough]];
    default:
      return show(Panel::files);
  }
}

void ask(const Parts& parts, DialogQuestion question) {
  if (!parts.setup.dialog) return ask_in_panel(parts, question.purpose);
  if (parts.dialog.busy()) return parts.board.say(said::dialog_is_open);
  question.language = parts.panels.language();
  parts.dialog.start([ask = parts.setup.dialog, question = std::move(question)](
                         const std::atomic<bool>& wanted) { return ask(question, wanted); });
}

/// What was chosen is there, and the person was not asked about it: the dialog saw a name without its ending.
bool would_replace_unasked(const std::string& chosen) {
  std::error_code error;
  const std::filesystem::path whole = typed_pose_file(chosen, {});
  return whole != path_from_utf8(chosen) && std::filesystem::exists(whole, error);
}

Actions save_in(const Parts& parts, const std::string& file) {
  if (would_replace_unasked(file)) {
    parts.board.refuse(make_error(to_utf8(typed_pose_file(file, {}).filename()) + " is there already",
                                  "to replace it, choose it by its whole name"));
    return {};
  }
  Actions out;
  const auto& list = parts.stage.figures().list();
  std::size_t index = 0;
  while (index < list.size() && list[index]->number() != parts.run.saved_figure) ++index;
  if (index == list.size()) {
    parts.board.say(said::figure_is_gone);
    return out;
  }
  if (list[index].get() != parts.stage.figure())
    out.push_back({ActionId::activate_figure, static_cast<std::int32_t>(index)});
  parts.run.replaced_pose = to_utf8(typed_pose_file(file, {}));  // the dialog asked
  out.push_back({ActionId::save_pose_as, file});
  return out;
}

}  // namespace

void open_dialog(const Parts& parts) {
  ask(parts, {DialogPurpose::open, folder_to_open_from(parts), {}, {}});
}

void add_model(const Parts& parts) {
  ask(parts, {DialogPurpose::add, folder_to_open_from(parts), {}, {}});
}

void browse_dialog(const Parts& parts) {
  ask(parts, {DialogPurpose::browse, folder_to_open_from(parts), {}, {}});
}

void ask_pose_name(const Parts& parts) {
  const auto folder = folder_to_save_in(parts);
  if (!folder) return parts.board.refuse(folder.error());
  if (!parts.dialog.busy()) parts.run.saved_figure = parts.stage.figure()->number();
  ask(parts, {DialogPurpose::save_pose, to_utf8(*folder), proposed_name(parts) + ".vpd", {}});
}

Actions take_dialog(const Parts& parts) {
  const auto outcome = parts.dialog.take();
  if (!outcome) return {};
  if (!outcome->shown) {
    ask_in_panel(parts, outcome->purpose);
    return {};
  }
  if (!outcome->refused.empty())
    parts.board.refuse(
        make_error("what was chosen is no file of this machine: " + on_one_line(utf8_lossy(outcome->refused)),
                   "copy it to a folder here"));
  if (outcome->files.empty()) return {};
  switch (outcome->purpose) {
    case DialogPurpose::browse:
      return {{ActionId::browse, outcome->files.front()}};
    case DialogPurpose::save_pose:
      return save_in(parts, outcome->files.front());
    case DialogPurpose::add:
      return {{ActionId::add_files, outcome->files}};
    default:
      return {{ActionId::open_files, outcome->files}};
  }
}

}  // namespace mmd::perform
