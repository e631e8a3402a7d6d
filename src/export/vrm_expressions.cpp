#include <algorithm>
#include <set>
#include <variant>

#include "base/text.h"
#include "base/words.h"
#include "export/unique_names.h"
#include "export/vrm_avatar.h"
#include "model/nearest_name.h"
#include "pose/morphs.h"

namespace mmd {
namespace {

constexpr ExpressionRow expression_table[] = {
    {"aa", "あ", "A"},
    {"ih", "い", "I"},
    {"ou", "う", "U"},
    {"ee", "え", "E"},
    {"oh", "お", "O"},
    {"blink", "まばたき", "Blink"},
    {"blinkLeft", "ウィンク２,ウィンク", "Blink_L"},
    {"blinkRight", "ウィンク２右,ウィンク右", "Blink_R"},
    {"happy", "笑い,にこり", "Joy"},
    {"angry", "怒り", "Angry"},
    {"sad", "困る,悲しい", "Sorrow"},
    {"relaxed", "なごみ", "Fun"},
    {"surprised", "びっくり", "Surprised"},
    {"neutral", "", "Neutral"},
    {"lookUp", "", "LookUp"},
    {"lookDown", "", "LookDown"},
    {"lookLeft", "", "LookLeft"},
    {"lookRight", "", "LookRight"},
};

/// Finds the expressions of a model.
class ExpressionFinder {
 public:
  ExpressionFinder(const Model& model, const std::vector<ExchangeMorph>& morphs,
                   const ExpressionChoice& choice)
      : model_(model), morphs_(morphs), choice_(choice) {
    for (const ExpressionRow& row : expression_table) {
      names_.take(row.name);
      names_.take(row.name_of_zero);
    }
  }

  VrmExpressions find() {
    for (const ExpressionRow& row : expression_table) {
      VrmExpression expression = preset(row);
      if (expression.morph != none) used_.insert(expression.morph);
      if (const auto own = choice_.morphs.find(std::string(row.name)); own != choice_.morphs.end())
        expression = chosen(own->second);
      if (expression.morph == none) continue;
      expression.name = row.name;
      out_.expressions.push_back(std::move(expression));
    }
    used_.clear();  // what was found by name may have given way to a choice
    for (const VrmExpression& expression : out_.expressions) used_.insert(expression.morph);
    if (choice_.arkit) add_arkit();
    for (std::size_t m = 0; m < model_.morphs.size(); ++m) add_custom(static_cast<std::int32_t>(m));
    return std::move(out_);
  }

 private:
  const Morph& at(std::int32_t morph) const { return model_.morphs[static_cast<std::size_t>(morph)]; }

  /// The weights of the file's morphs for a morph, which may be a group.
  std::vector<VrmExpression::Bind> binds_of(std::int32_t morph) const {
    std::vector<float> weights(model_.morphs.size(), 0.0f);
    weights[static_cast<std::size_t>(morph)] = 1.0f;
    MorphState state(model_);
    state.update(model_, weights);
    std::vector<VrmExpression::Bind> out;
    for (std::size_t i = 0; i < morphs_.size(); ++i) {
      const float weight = std::clamp(state.effective()[morphs_[i].morph], 0.0f, 1.0f);
      if (weight > 0.0f) out.push_back({i, weight});
    }
    return out;
  }

  VrmExpression expression_of(std::int32_t morph) const {
    VrmExpression out;
    out.binds = binds_of(morph);
    if (out.binds.empty()) return out;
    out.morph = morph;
    out.panel = at(morph).panel;
    return out;
  }

  /// The expression of the first morph that fits and moves vertices; without a morph if there is none.
  template <class Fits>
  VrmExpression first(const Fits& fits) const {
    for (std::size_t m = 0; m < model_.morphs.size(); ++m) {
      const auto index = static_cast<std::int32_t>(m);
      if (used_.count(index) > 0 || !fits(model_.morphs[m])) continue;
      if (VrmExpression out = expression_of(index); out.morph != none) return out;
    }
    return {};
  }

  bool is_called(const Morph& morph, const std::string& usual) const {
    return fold_name(morph.name) == fold_name(usual) ||
           standard_japanese_name(morph.name_english).value_or(std::string()) == usual;
  }

  /// The expression of a morph that the user chose; without a morph for none.
  VrmExpression chosen(const std::string& name) {
    if (name.empty()) return {};
    for (std::size_t m = 0; m < model_.morphs.size(); ++m) {
      if (model_.morphs[m].name != name) continue;
      if (VrmExpression out = expression_of(static_cast<std::int32_t>(m)); out.morph != none) return out;
    }
    out_.unusable.push_back(name);
    return {};
  }

  VrmExpression preset(const ExpressionRow& row) const {
    for (const std::string& name : split_list(row.morphs)) {
      VrmExpression out = first([&](const Morph& morph) { return is_called(morph, name); });
      if (out.morph != none) return out;
    }
    const auto is_called_so = [&](const std::string& name) {
      const std::string folded = fold_name(name);
      return folded == fold_name(row.name) || folded == fold_name(row.name_of_zero);
    };
    VrmExpression out = first([&](const Morph& morph) { return is_called_so(morph.name); });
    return out.morph != none ? out
                             : first([&](const Morph& morph) { return is_called_so(morph.name_english); });
  }

  /// ARKit's shapes: morphs of their names, or else what others compose.
  void add_arkit() {
    for (const ArkitRow& row : arkit_rows())
      for (const bool right : {false, true}) {
        const std::string name = right ? right_shape(row.name) : std::string(row.name);
        if (right && name == row.name) continue;
        VrmExpression shape = first([&](const Morph& morph) {
          return fold_name(morph.name) == fold_name(name) || fold_name(morph.name_english) == fold_name(name);
        });
        if (shape.morph != none)
          used_.insert(shape.morph);
        else
          shape = composed(row, right);
        if (shape.binds.empty() || !names_.take(name)) continue;
        shape.name = name;
        shape.is_custom = true;
        out_.expressions.push_back(std::move(shape));
      }
  }

  VrmExpression composed(const ArkitRow& row, bool right) const {
    VrmExpression out;
    const std::string repeated = right ? right_shape(row.preset) : std::string(row.preset);
    const auto preset =
        std::find_if(out_.expressions.begin(), out_.expressions.end(),
                     [&](const VrmExpression& e) { return !e.is_custom && e.name == repeated; });
    if (preset != out_.expressions.end()) out = *preset;
    for (const std::string& name : split_list(row.morphs))
      for (std::size_t m = 0; out.binds.empty() && m < model_.morphs.size(); ++m)
        if (model_.morphs[m].panel == row.panel && is_called(model_.morphs[m], name))
          out = expression_of(static_cast<std::int32_t>(m));
    for (VrmExpression::Bind& bind : out.binds) bind.weight *= row.weight;
    out.morph = none;
    return out;
  }

  /// A vertex or group morph of MMD's four panels that is no preset.
  void add_custom(std::int32_t morph) {
    const Morph& from = at(morph);
    const auto* moving = std::get_if<VertexMorph>(&from.data);
    if (used_.count(morph) == 0 && from.panel != 0 && std::holds_alternative<MaterialMorph>(from.data))
      return out_.left_out.push_back(from.name);
    if (used_.count(morph) > 0 || (moving == nullptr && !std::holds_alternative<GroupMorph>(from.data)))
      return;
    VrmExpression expression;
    expression.binds = binds_of(morph);
    const bool moves = !expression.binds.empty();
    if (!moves || from.panel == 0) {
      if (moves || (moving != nullptr && !moving->vertices.empty())) out_.left_out.push_back(from.name);
      return;
    }
    const std::string& wanted = choice_.english ? from.name_english : from.name;
    const std::string& other = choice_.english ? from.name : from.name_english;
    expression.name = names_.take_like(!wanted.empty() ? wanted : !other.empty() ? other : "morph");
    expression.is_custom = true;
    expression.morph = morph;
    expression.panel = from.panel;
    out_.expressions.push_back(std::move(expression));
  }

  const Model& model_;
  const std::vector<ExchangeMorph>& morphs_;
  const ExpressionChoice& choice_;
  std::set<std::int32_t> used_;  ///< morphs that have their expression
  UniqueNames names_{UniqueNames::Compare::folded};
  VrmExpressions out_;
};

}  // namespace

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) out.emplace_back(take_until(list, ','));
  return out;
}

bool can_be_expression(const Morph& morph) {
  return std::holds_alternative<VertexMorph>(morph.data) || std::holds_alternative<GroupMorph>(morph.data);
}

std::span<const ExpressionRow> expression_rows() {
  return expression_table;
}

VrmExpressions find_expressions(const Model& model, const std::vector<ExchangeMorph>& morphs,
                                const ExpressionChoice& choice) {
  return ExpressionFinder(model, morphs, choice).find();
}

}  // namespace mmd
