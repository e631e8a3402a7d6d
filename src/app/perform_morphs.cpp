// Single morphs, those that a person has marked, expressions.
#include <algorithm>

#include <fmt/format.h>

#include "app/expressions.h"
#include "app/perform.h"
#include "app/said.h"
#include "app/shown_names.h"

namespace mmd::perform {
namespace {

bool has_morph(const Parts& parts, std::int32_t morph) {
  return morph >= 0 && static_cast<std::size_t>(morph) < parts.stage.model()->morphs.size();
}

}  // namespace

void reset_morph(const Parts& parts, std::int32_t morph) {
  if (!has_morph(parts, morph)) return;
  const Figure& figure = *parts.stage.figure();
  edit::TakeParts take;
  take.other = figure.opened();
  take.parts.morphs.push_back(morph);
  take.source = file_name(figure.pose_file());
  edit_pose(parts, std::move(take));
}

void mark_morph(const Parts& parts, const MorphMark& mark) {
  if (!has_morph(parts, mark.morph)) return;
  parts.redraw.panels();
  const Model& model = *parts.stage.model();
  auto kept = parts.library.set_favourite_morph(
      model.name, model.morphs[static_cast<std::size_t>(mark.morph)].name, mark.favourite);
  if (!kept) parts.board.refuse(kept.error());
}

void save_expression(const Parts& parts, const std::string& name) {
  const Actor& shown = *parts.stage.actor();
  auto file = expression_of(shown.pose, shown.model());
  if (!file) return parts.board.refuse(file.error());
  const auto saved = mmd::save_expression(std::move(*file), parts.setup.expressions, name);
  if (!saved) return parts.board.refuse(saved.error());
  parts.panels.morphs().expressions = expressions_in(parts.setup.expressions);
  parts.board.say(said::saved, {to_utf8(*saved)});
}

void load_expression(const Parts& parts, const std::string& file) {
  Diagnostics diagnostics;
  const auto read = read_expression(file, diagnostics);
  parts.board.report(diagnostics);
  if (!read) return parts.board.refuse(read.error());
  const Model& model = *parts.stage.model();
  const auto there = std::count_if(read->morphs.begin(), read->morphs.end(), [&](const vpd::Morph& block) {
    return model.find_morph(block.name) != none;
  });
  if (there == 0) return parts.board.say(said::no_morph_of, {file_name(file)});
  edit_pose(parts, edit::Paste{*read, true, file_name(file)});
  parts.board.say(said::morphs_of,
                  {file_name(file), std::to_string(there), std::to_string(read->morphs.size())});
}

}  // namespace mmd::perform
