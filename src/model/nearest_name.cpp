#include "model/nearest_name.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "base/edit_distance.h"
#include "base/text.h"

namespace mmd {

namespace {

bool is_katakana(char32_t c) {
  return c >= 0x30A1 && c <= 0x30FA;
}

/// Converts hiragana to katakana and small kana to large ones.
char32_t plain_kana(char32_t c) {
  if (c >= 0x3041 && c <= 0x3096) c += 0x60;
  constexpr std::u32string_view small = U"ァィゥェォッャュョヮ";
  if (small.find(c) != std::u32string_view::npos) return c + 1;
  if (c == U'ヵ') return U'カ';
  return c == U'ヶ' ? U'ケ' : c;
}

/// The letters to compare: without separators and long vowels, variants unified.
std::u32string key_of(std::string_view folded) {
  constexpr std::u32string_view ignored = U" _.・･ー-‐―—~〜";
  constexpr std::pair<char32_t, std::u32string_view> variants[] = {
      {U'捻', U"捩"}, {U'膝', U"ヒザ"}, {U'肘', U"ヒジ"}, {U'髮', U"髪"}};
  std::u32string out;
  for (const char32_t c : utf16_units(folded)) {
    if (ignored.find(c) != std::u32string_view::npos) continue;
    const auto variant =
        std::find_if(std::begin(variants), std::end(variants), [&](const auto& v) { return v.first == c; });
    if (variant != std::end(variants)) {
      out += variant->second;
    } else {
      out += plain_kana(c);
    }
  }
  return out;
}

bool is_ascii(const std::u32string& text) {
  return std::all_of(text.begin(), text.end(), [](char32_t c) { return c < 0x80; });
}

constexpr std::size_t max_length = max_word_length;
constexpr std::size_t far = 3;

enum class Changes { slips, any };

/// The edit distance; `far` if above `max_distance` (at most 2) or, for `slips`, if it needs a character that
/// distinguishes bones.
std::size_t distance(const std::u32string& a, const std::u32string& b, std::size_t max_distance,
                     Changes changes = Changes::slips) {
  const bool ascii = is_ascii(a) && is_ascii(b);
  // l and r mean sides.
  const auto free = [&](char32_t c) {
    return changes == Changes::any || is_katakana(c) ||
           (ascii && c >= 'a' && c <= 'z' && c != 'l' && c != 'r');
  };
  const std::size_t d = edit_distance(a, b, max_distance, false, free);
  return d <= max_distance ? d : far;
}

}  // namespace

NearestNames::NearestNames(std::vector<std::string> names, const std::vector<std::string>& aliases)
    : names_(std::move(names)) {
  keys_.reserve(names_.size());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string folded = fold_name(names_[i]);
    keys_.push_back(key_of(folded));
    by_fold_.emplace(folded, i);
    const auto [same, is_new] = by_key_.emplace(keys_.back(), i);
    if (!is_new && same->second != several && names_[same->second] != names_[i]) same->second = several;
  }
  std::unordered_map<std::string, std::size_t> by_alias;
  for (std::size_t i = 0; i < std::min(aliases.size(), names_.size()); ++i) {
    const auto [same, is_new] = by_alias.emplace(fold_name(aliases[i]), i);
    if (!is_new) same->second = several;
  }
  alias_keys_.resize(names_.size());
  for (std::size_t i = 0; i < std::min(aliases.size(), names_.size()); ++i)
    alias_keys_[i] = key_of(fold_name(aliases[i]));
  for (const auto& [alias, index] : by_alias) {
    if (index != several && !alias.empty()) by_fold_.emplace(alias, index);
  }
}

std::optional<std::string> NearestNames::find(std::string_view name) const {
  const std::string folded = fold_name(name);
  if (const auto same = by_fold_.find(folded); same != by_fold_.end() && !folded.empty())
    return names_[same->second];
  const std::u32string key = key_of(folded);
  if (key.empty() || key.find(U'\uFFFD') != std::u32string::npos) return std::nullopt;
  if (const auto same = by_key_.find(key); same != by_key_.end()) {
    if (same->second == several) return std::nullopt;
    return names_[same->second];
  }
  if (key.size() > max_length) return std::nullopt;
  std::size_t best = several, best_distance = far;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::size_t shorter = std::min(key.size(), keys_[i].size());
    if (shorter < 5 || keys_[i].size() > max_length) continue;
    const std::size_t d = distance(key, keys_[i], shorter < 9 ? 1 : 2);
    if (d < best_distance) {
      best = i;
      best_distance = d;
    } else if (d == best_distance && best != several && names_[best] != names_[i]) {
      best = several;
    }
  }
  if (best == several) return std::nullopt;
  return names_[best];
}

std::vector<std::string> NearestNames::suggestions(std::string_view name) const {
  constexpr std::size_t max_names = 3, shortest_part = 2, part = 2;
  std::vector<std::string> out;
  if (auto meant = find(name)) {
    out.push_back(std::move(*meant));
    return out;
  }
  const std::u32string key = key_of(fold_name(name));
  if (key.empty() || key.size() > max_length) return out;
  // A name that contains the typed text counts as two changes.
  const auto distance_to = [&](const std::u32string& other) {
    if (other.empty() || other.size() > max_length) return far;
    const std::size_t shorter = std::min(key.size(), other.size());
    const std::size_t max_distance = shorter < 3 ? 0 : shorter < 6 ? 1 : 2;
    const std::size_t d = distance(key, other, max_distance, Changes::any);
    const bool holds = key.size() >= shortest_part && other.find(key) != std::u32string::npos;
    return holds ? std::min(d, part) : d;
  };
  std::size_t best = far - 1;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::size_t d = std::min(distance_to(keys_[i]), distance_to(alias_keys_[i]));
    if (d > best) continue;
    if (d < best) out.clear();
    best = d;
    if (std::find(out.begin(), out.end(), names_[i]) == out.end()) out.push_back(names_[i]);
  }
  if (out.size() > max_names) out.clear();
  return out;
}

namespace {

template <class Elements>
NearestNames nearest_of(const Elements& elements) {
  std::vector<std::string> names, english;
  names.reserve(elements.size());
  english.reserve(elements.size());
  for (const auto& e : elements) {
    names.push_back(e.name);
    english.push_back(e.name_english);
  }
  return NearestNames(std::move(names), english);
}

}  // namespace

NearestNames nearest_bone_names(const Model& model) {
  return nearest_of(model.skeleton.bones);
}

NearestNames nearest_morph_names(const Model& model) {
  return nearest_of(model.morphs);
}

namespace {

struct StandardName {
  std::string_view japanese, english;
};

/// The tables list left sides only.
constexpr std::string_view left = "左", right = "右", left_ending = "_L", right_ending = "_R";

/// Names in MikuMikuDance's own models and of the usual plug-in for semi-standard bones. A bone can have
/// several English names.
constexpr StandardName bones[] = {
    {"全ての親", "mother"},
    {"全ての親", "master"},
    {"センター", "center"},
    {"グルーブ", "groove"},
    {"腰", "waist"},
    {"上半身", "upper body"},
    {"上半身2", "upper body2"},
    {"下半身", "lower body"},
    {"首", "neck"},
    {"頭", "head"},
    {"両目", "eyes"},
    {"左目", "eye_L"},
    {"左肩P", "shoulderP_L"},
    {"左肩", "shoulder_L"},
    {"左肩C", "shoulderC_L"},
    {"左腕", "arm_L"},
    {"左腕捩", "arm twist_L"},
    {"左ひじ", "elbow_L"},
    {"左手捩", "wrist twist_L"},
    {"左手首", "wrist_L"},
    {"左ダミー", "dummy_L"},
    {"左親指０", "thumb0_L"},
    {"左親指１", "thumb1_L"},
    {"左親指２", "thumb2_L"},
    {"左人指１", "fore1_L"},
    {"左人指２", "fore2_L"},
    {"左人指３", "fore3_L"},
    {"左中指１", "middle1_L"},
    {"左中指２", "middle2_L"},
    {"左中指３", "middle3_L"},
    {"左薬指１", "third1_L"},
    {"左薬指２", "third2_L"},
    {"左薬指３", "third3_L"},
    {"左小指１", "little1_L"},
    {"左小指２", "little2_L"},
    {"左小指３", "little3_L"},
    {"左足", "leg_L"},
    {"左ひざ", "knee_L"},
    {"左足首", "ankle_L"},
    {"左つま先", "toe_L"},
    {"左足D", "legD_L"},
    {"左ひざD", "kneeD_L"},
    {"左足首D", "ankleD_L"},
    {"左足先EX", "toeEX_L"},
    {"腰キャンセル左", "waist cancel_L"},
    {"左足IK親", "leg IKP_L"},
    {"左足ＩＫ", "leg IK_L"},
    {"左つま先ＩＫ", "toe IK_L"},
};

constexpr StandardName morphs[] = {
    {"真面目", "serious"},
    {"困る", "sadness"},
    {"にこり", "cheerful"},
    {"怒り", "anger"},
    {"上", "go up"},
    {"下", "go down"},
    {"まばたき", "blink"},
    {"笑い", "smile"},
    {"ウィンク", "wink"},
    {"ウィンク２", "wink2"},
    {"あ", "a"},
    {"い", "i"},
    {"う", "u"},
    {"え", "e"},
    {"お", "o"},
};

struct Accessory {
  std::string_view part;  ///< part of a name, folded
  std::string_view what;
};

/// Words in models' bone names. The first match counts.
constexpr Accessory accessories[] = {
    {"スカート", "skirt"},  {"skirt", "skirt"},    {"フリル", "skirt"},      {"裾", "skirt"},
    {"髪", "hair"},         {"髮", "hair"},        {"毛", "hair"},           {"ツインテ", "hair"},
    {"ポニーテ", "hair"},   {"ポニテ", "hair"},    {"もみあげ", "hair"},     {"モミアゲ", "hair"},
    {"おさげ", "hair"},     {"お下げ", "hair"},    {"三つ編み", "hair"},     {"hair", "hair"},
    {"twintail", "hair"},   {"ponytail", "hair"},  {"袖", "sleeves"},        {"sleeve", "sleeves"},
    {"ネクタイ", "tie"},    {"necktie", "tie"},    {"リボン", "ribbons"},    {"ribbon", "ribbons"},
    {"ひも", "ribbons"},    {"紐", "ribbons"},     {"マフラー", "clothes"},  {"スカーフ", "clothes"},
    {"コート", "clothes"},  {"マント", "clothes"}, {"ケープ", "clothes"},    {"襟", "clothes"},
    {"ベルト", "clothes"},  {"帽子", "clothes"},   {"胸", "chest"},          {"乳", "chest"},
    {"おっぱい", "chest"},  {"breast", "chest"},   {"bust", "chest"},        {"しっぽ", "tail"},
    {"尻尾", "tail"},       {"tail", "tail"},      {"耳", "ears"},           {"羽", "wings"},
    {"翼", "wings"},        {"wing", "wings"},     {"ヘッドセット", "gear"}, {"ヘッドフォン", "gear"},
    {"ヘッドホン", "gear"}, {"コード", "gear"},    {"チェーン", "gear"},     {"アクセ", "gear"},
    {"メガネ", "gear"},     {"眼鏡", "gear"},      {"マイク", "gear"},
};

std::string swapped(std::string_view text, std::string_view from, std::string_view to) {
  std::string out(text);
  if (const std::size_t at = out.find(from); at != std::string::npos) out.replace(at, from.size(), to);
  return out;
}

/// Japanese names by folded English and Japanese names.
using Names = std::unordered_map<std::string, std::string>;

void add(const StandardName& name, Names& to) {
  to.emplace(fold_name(name.english), name.japanese);
  to.emplace(fold_name(name.japanese), name.japanese);
  if (!name.english.ends_with(left_ending)) return;
  const std::string japanese = swapped(name.japanese, left, right);
  to.emplace(fold_name(swapped(name.english, left_ending, right_ending)), japanese);
  to.emplace(fold_name(japanese), japanese);
}

const Names& bone_names() {
  static const Names names = [] {
    Names out;
    for (const StandardName& bone : bones) add(bone, out);
    return out;
  }();
  return names;
}

}  // namespace

bool is_standard_bone(std::string_view name) {
  return bone_names().count(fold_name(name)) > 0;
}

std::optional<std::string> standard_japanese_name(std::string_view english) {
  const std::string folded = fold_name(english);
  if (const auto bone = bone_names().find(folded); bone != bone_names().end()) return bone->second;
  const auto morph = std::find_if(std::begin(morphs), std::end(morphs),
                                  [&](const StandardName& m) { return m.english == folded; });
  if (morph == std::end(morphs)) return std::nullopt;
  return std::string(morph->japanese);
}

std::string standard_english_name(std::string_view japanese) {
  const std::string folded = fold_name(japanese);
  for (const StandardName& bone : bones) {
    if (fold_name(bone.japanese) == folded) return std::string(bone.english);
    if (bone.english.ends_with(left_ending) && fold_name(swapped(bone.japanese, left, right)) == folded)
      return swapped(bone.english, left_ending, right_ending);
  }
  return {};
}

std::string_view accessory_of(std::string_view name) {
  const std::string folded = fold_name(name);
  for (const Accessory& a : accessories) {
    if (folded.find(a.part) != std::string::npos) return a.what;
  }
  return {};
}

}  // namespace mmd
