#include "app/stage/step_text.h"

#include <array>
#include <string_view>

#include "app/text/ui_strings.h"

namespace mmd {
namespace {

/// In the order of edit::CommandKind.
constexpr std::array<std::string_view, static_cast<std::size_t>(edit::CommandKind::count)> japanese_steps{
    "回転", "移動", "回転・移動", "表情", "IK", "初期化", "左右反転", "ブレンド", "読み込み", "ペースト"};

std::string_view words_of(edit::CommandKind kind, Language language) {
  return language == Language::english ? edit::words_of(kind)
                                       : japanese_steps.at(static_cast<std::size_t>(kind));
}

/// In the order of StepKind; steps of a pose have their own texts.
constexpr std::array<const LocalizedText*, static_cast<std::size_t>(StepKind::count)> list_steps{
    nullptr,
    &ui_strings::step_look,
    &ui_strings::step_added,
    &ui_strings::step_removed,
    &ui_strings::step_placed,
    &ui_strings::step_shown};

}  // namespace

std::string step_text(const Stage& stage, std::size_t index, Language language) {
  const StepInfo& step = stage.history()[index];
  const bool is_pose = step.kind == StepKind::pose;
  const std::string& subject = is_pose || step.kind == StepKind::look ? step.subject : step.figure_name;
  std::string out(is_pose ? words_of(step.command, language)
                          : list_steps.at(static_cast<std::size_t>(step.kind))->in(language));
  if (!subject.empty()) out += ' ' + subject;
  return is_pose && stage.figures().size() > 1 ? out + " (" + step.figure_name + ")" : out;
}

}  // namespace mmd
