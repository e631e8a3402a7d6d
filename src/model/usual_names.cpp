#include "model/usual_names.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text.h"
#include "model/nearest_name.h"

namespace mmd {
namespace {

constexpr std::uint8_t brows = 1, eyes = 2, mouth = 3, others = 4;

struct UsualMorph {
  std::string_view japanese, english;
  std::uint8_t panel;
};

/// The morphs of MikuMikuDance's own models and of widely used ones.
constexpr UsualMorph usual_morphs[] = {
    {"真面目", "serious", brows},
    {"困る", "sadness", brows},
    {"にこり", "cheerful", brows},
    {"怒り", "anger", brows},
    {"上", "go up", brows},
    {"下", "go down", brows},
    {"前", "go front", brows},
    {"眉上", "brows up", brows},
    {"眉下", "brows down", brows},
    {"まばたき", "blink", eyes},
    {"笑い", "smile", eyes},
    {"ウィンク", "wink", eyes},
    {"ウィンク２", "wink2", eyes},
    {"ウィンク右", "wink_R", eyes},
    {"ウィンク２右", "wink2_R", eyes},
    {"はぅ", "close><", eyes},
    {"なごみ", "calm", eyes},
    {"びっくり", "surprised", eyes},
    {"じと目", "stare", eyes},
    {"瞳小", "pupil small", eyes},
    {"瞳大", "pupil big", eyes},
    {"ｷﾘｯ", "sharp eyes", eyes},
    {"ハイライト消", "highlight off", eyes},
    {"あ", "a", mouth},
    {"い", "i", mouth},
    {"う", "u", mouth},
    {"え", "e", mouth},
    {"お", "o", mouth},
    {"ん", "n", mouth},
    {"あ２", "a2", mouth},
    {"ワ", "wa", mouth},
    {"ω", "omega", mouth},
    {"ω□", "omega open", mouth},
    {"□", "box", mouth},
    {"▲", "triangle", mouth},
    {"∧", "wedge", mouth},
    {"にやり", "grin", mouth},
    {"にっこり", "broad smile", mouth},
    {"ぺろっ", "tongue out", mouth},
    {"てへぺろ", "tongue out wink", mouth},
    {"口角上げ", "mouth corners up", mouth},
    {"口角下げ", "mouth corners down", mouth},
    {"口横広げ", "mouth wide", mouth},
    {"歯無し上", "no upper teeth", mouth},
    {"歯無し下", "no lower teeth", mouth},
    {"照れ", "blush", others},
    {"頬染め", "blush2", others},
    {"涙", "tears", others},
    {"がーん", "shock", others},
    {"青ざめ", "pale", others},
    {"汗", "sweat", others},
};

struct UsualName {
  std::string_view japanese, english;
};

constexpr UsualName usual_materials[] = {
    {"顔", "face"},         {"肌", "skin"},
    {"体", "body"},         {"身体", "body"},
    {"髪", "hair"},         {"前髪", "front hair"},
    {"後髪", "back hair"},  {"横髪", "side hair"},
    {"目", "eyes"},         {"瞳", "pupils"},
    {"白目", "eye whites"}, {"眉", "brows"},
    {"眉毛", "brows"},      {"まつげ", "lashes"},
    {"睫毛", "lashes"},     {"まつ毛", "lashes"},
    {"口", "mouth"},        {"口内", "mouth inside"},
    {"舌", "tongue"},       {"歯", "teeth"},
    {"耳", "ears"},         {"手", "hands"},
    {"腕", "arms"},         {"足", "legs"},
    {"爪", "nails"},        {"服", "clothes"},
    {"上着", "jacket"},     {"シャツ", "shirt"},
    {"スカート", "skirt"},  {"ネクタイ", "tie"},
    {"リボン", "ribbon"},   {"袖", "sleeves"},
    {"襟", "collar"},       {"ボタン", "buttons"},
    {"ベルト", "belt"},     {"靴", "shoes"},
    {"靴下", "socks"},      {"ブーツ", "boots"},
    {"手袋", "gloves"},     {"帽子", "hat"},
    {"眼鏡", "glasses"},    {"メガネ", "glasses"},
    {"下着", "underwear"},  {"パンツ", "pants"},
    {"ズボン", "trousers"}, {"ヘッドホン", "headphones"},
    {"照れ", "blush"},      {"頬", "cheeks"},
    {"涙", "tears"},        {"ハイライト", "highlight"},
    {"目光", "eye light"},  {"尻尾", "tail"},
    {"羽", "wings"},        {"影", "shadow"},
};

constexpr UsualName usual_frames[] = {
    {"表情", "Exp"},      {"センター", "center"},
    {"ＩＫ", "IK"},       {"体(上)", "body[u]"},
    {"体上", "body[u]"},  {"腕", "arms"},
    {"指", "fingers"},    {"体(下)", "body[l]"},
    {"体下", "body[l]"},  {"足", "legs"},
    {"髪", "hair"},       {"スカート", "skirt"},
    {"その他", "others"}, {"準標準", "semi-standard"},
};

template <class Row>
const Row* row_of(std::span<const Row> rows, std::string_view japanese) {
  const std::string folded = fold_name(japanese);
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& row) { return fold_name(row.japanese) == folded; });
  return found != rows.end() ? &*found : nullptr;
}

template <class Row>
std::string english_of(std::span<const Row> rows, std::string_view japanese) {
  const Row* row = row_of(rows, japanese);
  return row != nullptr ? std::string(row->english) : std::string();
}

/// Fills the English names of a section.
template <class Elements>
void fill(pmx::File& file, Elements& elements, std::string_view section,
          std::string (*english)(std::string_view), std::vector<Mended>& changes) {
  std::unordered_set<std::string> taken;
  for (const auto& element : elements) taken.insert(file.utf8(element.name_english));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    auto& element = elements[i];
    if (!element.name_english.bytes.empty()) continue;
    const std::string name = file.utf8(element.name), usual = english(name);
    if (usual.empty()) continue;
    std::string free = usual;
    for (int number = 2; !taken.insert(free).second; ++number) free = fmt::format("{}_{}", usual, number);
    changes.push_back({"english-name", section, i, name, "no English name", "none", free});
    element.name_english = pmx::from_utf8(free, file.header.encoding);
  }
}

}  // namespace

std::string usual_english_bone(std::string_view japanese) {
  return std::string(standard_english_name(japanese));
}

std::string usual_english_morph(std::string_view japanese) {
  return english_of(std::span<const UsualMorph>(usual_morphs), japanese);
}

std::string usual_english_material(std::string_view japanese) {
  std::string folded = fold_name(japanese), number;
  while (!folded.empty() && folded.back() >= '0' && folded.back() <= '9') {
    number.insert(number.begin(), folded.back());
    folded.pop_back();
  }
  std::string out = english_of(std::span<const UsualName>(usual_materials), folded);
  if (!out.empty()) out += number;
  return out;
}

std::string usual_english_frame(std::string_view japanese) {
  return english_of(std::span<const UsualName>(usual_frames), japanese);
}

std::optional<std::uint8_t> usual_panel(std::string_view japanese) {
  const UsualMorph* row = row_of(std::span<const UsualMorph>(usual_morphs), japanese);
  return row != nullptr ? std::optional(row->panel) : std::nullopt;
}

std::vector<Mended> fill_english_names(pmx::File& file) {
  std::vector<Mended> changes;
  fill(file, file.materials, "materials", usual_english_material, changes);
  fill(file, file.bones, "bones", usual_english_bone, changes);
  fill(file, file.morphs, "morphs", usual_english_morph, changes);
  fill(file, file.display_frames, "display frames", usual_english_frame, changes);
  return changes;
}

}  // namespace mmd
