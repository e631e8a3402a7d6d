#include <algorithm>

#include <fmt/format.h>

#include "model/add_bones.h"
#include "model/mend.h"
#include "options/option_values.h"

namespace mmd {
namespace {

constexpr Text fix_group = "Repairs", check_group = "Evaluation";

std::string set_rules(Options& o, Text text) {
  std::vector<std::string> rules;
  std::string problem =
      add_names(rules, text, "expected rules of check with commas between them, for example bone-order");
  for (const std::string& rule : rules)
    if (problem.empty() && rule != "none" && !is_repair_rule(rule))
      problem =
          fmt::format("no rule {} that fix can repair; it repairs {}", rule, fmt::join(repair_rules(), ", "));
  o.fix.rules.insert(o.fix.rules.end(), rules.begin(), rules.end());
  return problem;
}

std::string set_added_bones(Options& o, Text text) {
  const std::vector<Text> known = addable_bones();
  if (text == "usual") return assign(o.fix.add_bones, {known.begin(), known.end()});
  std::vector<std::string> names;
  std::string problem = add_names(names, text, "expected usual, or bones with commas between them");
  for (const std::string& name : names)
    if (problem.empty() && std::find(known.begin(), known.end(), name) == known.end())
      problem = fmt::format("expected usual, or some of {}", fmt::join(known, ", "));
  o.fix.add_bones.insert(o.fix.add_bones.end(), names.begin(), names.end());
  return problem;
}

constexpr OptionRow fix_rows[] = {
    {fix_group, "--warnings", "", "", "repair what check calls a warning, too", "", on_fix, on_fix,
     [](Options& o, Text) { return assign(o.fix.warnings, true); }},
    {fix_group, "--only", "", "RULE,RULE", "repair only what these rules of check find, or none", "", on_fix,
     on_fix, set_rules, true, "--warnings"},
    {fix_group, "--dry-run", "", "", "print the repairs; write nothing", "", on_fix, on_fix,
     [](Options& o, Text) { return assign(o.fix.dry_run, true); }},
    {fix_group, "--in-pose", "", "POSE", "make a pose the rest pose of the model", "", on_fix, on_fix,
     [](Options& o, Text text) { return set_text(o.fix.in_pose, text, "expected a pose"); }},
    {fix_group, "--add-bones", "", "NAMES", "add semi-standard bones: 腰,足D … or usual for all", "", on_fix,
     on_fix, set_added_bones, true},
    {fix_group, "--fill-english", "", "", "give usual Japanese names their English ones", "", on_fix, on_fix,
     [](Options& o, Text) { return assign(o.fix.fill_english, true); }},
    {fix_group, "--collect", "", "FOLDER", "copy the textures and texts of the model there, too", "", on_fix,
     on_fix, [](Options& o, Text text) { return set_text(o.fix.collect, text, "expected a folder"); }},
    {check_group, "--for", "", "FORMAT", "list what a vrm of the model would lack, too", "", on_check,
     on_check,
     [](Options& o, Text text) {
       return text == "vrm" ? assign(o.check_for, std::string(text)) : std::string("expected vrm");
     }},
    {check_group, "--after", "", "MODEL", "list what differs in a later version of the model", "", on_check,
     on_check, [](Options& o, Text text) { return set_text(o.after, text, "expected a model"); }, false,
     "--pose"},
};

}  // namespace

std::span<const OptionRow> fix_option_rows() {
  return fix_rows;
}

}  // namespace mmd
