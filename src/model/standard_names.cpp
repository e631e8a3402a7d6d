#include "model/standard_names.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "base/text.h"

namespace mmd {
namespace {

struct StandardName {
  std::string_view japanese, english;
};

/// The left side stands for both.
constexpr std::string_view left = "左", right = "右", left_ending = "_L", right_ending = "_R";

/// As MikuMikuDance's own models and the usual plug-in for semi-standard bones name them. Several English
/// names of one bone are in use.
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
  std::string_view part;  ///< of a name, folded
  std::string_view what;
};

/// Words in names of bones, as models have them. The first that fits counts.
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

/// Japanese names by the English ones and by themselves, all folded.
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

std::string_view accessory_of(std::string_view name) {
  const std::string folded = fold_name(name);
  for (const Accessory& a : accessories) {
    if (folded.find(a.part) != std::string::npos) return a.what;
  }
  return {};
}

}  // namespace mmd
