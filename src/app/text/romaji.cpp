#include "app/text/romaji.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace mmd {
namespace {

struct Reading {
  std::string_view word, romaji;  ///< several readings are separated by |
};
/// Words of usual bone and morph names. The longest one at a place counts.
constexpr Reading readings[] = {
    {"左右", "sayuu"},
    {"左", "hidari"},
    {"右", "migi"},
    {"全ての親", "subetenooya"},
    {"親指", "oyayubi"},
    {"親", "oya"},
    {"操作中心", "sousachuushin"},
    {"中心", "chuushin"},
    {"上半身", "jouhanshin"},
    {"下半身", "kahanshin"},
    {"上", "ue"},
    {"下", "shita"},
    {"前髪", "maegami"},
    {"後髪", "ushirogami|atogami"},
    {"横髪", "yokogami"},
    {"髪", "kami"},
    {"前", "mae"},
    {"後", "ushiro|ato"},
    {"横", "yoko"},
    {"首", "kubi"},
    {"頭", "atama"},
    {"顔", "kao"},
    {"両目", "ryoume"},
    {"目", "me"},
    {"瞳", "hitomi"},
    {"眉", "mayu"},
    {"口角", "koukaku"},
    {"口", "kuchi"},
    {"舌", "shita"},
    {"歯", "ha"},
    {"鼻", "hana"},
    {"耳", "mimi"},
    {"頬", "hoo|hoho"},
    {"肩", "kata"},
    {"腕", "ude"},
    {"肘", "hiji"},
    {"手首", "tekubi"},
    {"手", "te"},
    {"人指", "hitosashi|hitoyubi|hitosashiyubi"},
    {"人差指", "hitosashiyubi"},
    {"人差し指", "hitosashiyubi"},
    {"中指", "nakayubi"},
    {"薬指", "kusuriyubi"},
    {"小指", "koyubi"},
    {"指", "yubi"},
    {"胸", "mune"},
    {"乳", "chichi"},
    {"腰", "koshi"},
    {"尻", "shiri"},
    {"足首", "ashikubi"},
    {"足先", "ashisaki"},
    {"足", "ashi"},
    {"脚", "ashi"},
    {"膝", "hiza"},
    {"つま先", "tsumasaki"},
    {"爪先", "tsumasaki"},
    {"先", "saki"},
    {"捩り", "nejiri"},
    {"捩れ", "nejire"},
    {"捩", "neji|nejiri"},
    {"捻り", "hineri"},
    {"袖", "sode"},
    {"裾", "suso"},
    {"服", "fuku"},
    {"靴", "kutsu"},
    {"帽子", "boushi"},
    {"尻尾", "shippo"},
    {"尾", "o"},
    {"角", "tsuno"},
    {"羽", "hane"},
    {"翼", "tsubasa"},
    {"付与", "fuyo"},
    {"補助", "hojo"},
    {"調整", "chousei"},
    {"回転", "kaiten"},
    {"移動", "idou"},
    {"視線", "shisen"},
    {"光", "hikari"},
    {"影", "kage"},
    {"真面目", "majime"},
    {"困る", "komaru"},
    {"怒り", "ikari"},
    {"怒", "oko|ikari"},
    {"悲しい", "kanashii"},
    {"悲しむ", "kanashimu"},
    {"喜び", "yorokobi"},
    {"笑い", "warai"},
    {"笑", "wara"},
    {"驚", "odoro"},
    {"泣", "na"},
    {"涙", "namida"},
    {"照れ", "tere"},
    {"照", "te"},
    {"青ざめ", "aozame"},
    {"汗", "ase"},
    {"見", "mi"},
    {"開", "hira"},
    {"閉", "to"},
    {"消", "ke"},
    {"大", "dai|oo"},
    {"小", "shou|chii"},
    {"広", "hiro"},
    {"狭", "sema"},
    {"高", "taka"},
    {"低", "hiku"},
    {"内", "uchi"},
    {"外", "soto"},
    {"中", "naka"},
    {"白", "shiro"},
    {"黒", "kuro"},
    {"赤", "aka"},
    {"青", "ao"},
    {"星", "hoshi"},
};

/// Syllables of the characters from U+3041 (ぁ) to U+3094 (ゔ). Empty: っ, which doubles the next consonant.
constexpr std::string_view kana[] = {
    "a",  "a",  "i",  "i",  "u",  "u",  "e",  "e",  "o",  "o",  "ka", "ga", "ki", "gi", "ku", "gu", "ke",
    "ge", "ko", "go", "sa", "za", "si", "zi", "su", "zu", "se", "ze", "so", "zo", "ta", "da", "ti", "zi",
    "",   "tu", "zu", "te", "de", "to", "do", "na", "ni", "nu", "ne", "no", "ha", "ba", "pa", "hi", "bi",
    "pi", "hu", "bu", "pu", "he", "be", "pe", "ho", "bo", "po", "ma", "mi", "mu", "me", "mo", "ya", "ya",
    "yu", "yu", "yo", "yo", "ra", "ri", "ru", "re", "ro", "wa", "wa", "i",  "e",  "o",  "n",  "vu"};
/// A single letter is in most readings.
constexpr std::size_t min_letters = 2;

constexpr char32_t first_kana = 0x3041, first_katakana = 0x30A1, small_tu = 0x3063;

bool is_small_vowel(char32_t c) {
  return c >= 0x3041 && c <= 0x3049 && c % 2 == 1;
}
bool is_small_y(char32_t c) {
  return c == 0x3083 || c == 0x3085 || c == 0x3087;
}

/// Adds the syllable of a hiragana after another character.
void add_kana(std::string& out, char32_t before, char32_t c, bool& doubles) {
  if (c < first_kana || c - first_kana >= std::size(kana)) return;
  if (c == small_tu) {
    doubles = true;
    return;
  }
  const std::string_view syllable = kana[c - first_kana];
  // ゃ after き, ィ after テ and the like replace the vowel of the syllable before.
  if ((is_small_y(c) || is_small_vowel(c)) && !out.empty()) {
    if (out.back() == 'i' || is_small_vowel(c)) out.pop_back();
    if (is_small_vowel(c) && before == 0x3075) out.back() = 'f';  // フィ
    if (is_small_vowel(c) && before == 0x3046) out += 'w';        // ウィ
  }
  if (std::exchange(doubles, false) && !syllable.empty()) out += syllable.front();
  out += syllable;
}

/// Characters of UTF-8 text with katakana as hiragana.
std::vector<char32_t> characters(std::string_view text) {
  std::vector<char32_t> out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = length == 1 ? lead : lead & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
      c = c << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3Fu);
    const bool katakana = c >= first_katakana && c < first_katakana + std::size(kana);
    out.push_back(katakana ? c - first_katakana + first_kana : c);
    i += length;
  }
  return out;
}

/// The longest word at the beginning of the text; null if there is none.
const Reading* word_at(std::string_view text) {
  const Reading* found = nullptr;
  for (const Reading& row : readings)
    if (text.substr(0, row.word.size()) == row.word && (!found || row.word.size() > found->word.size()))
      found = &row;
  return found;
}

std::size_t bytes_of_first(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  return std::min<std::size_t>(lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4, text.size());
}

/// The readings of a text without words of the table.
std::string by_rule(std::string_view text) {
  std::string out;
  bool doubles = false;
  char32_t before = 0;
  for (const char32_t c : characters(text)) {
    if (c < 0x80 && std::isalnum(static_cast<int>(c)) != 0)
      out += static_cast<char>(c);
    else
      add_kana(out, before, c, doubles);
    before = c;
  }
  return out;
}

/// Adds each ending to each beginning, up to a limit.
void append(std::vector<std::string>& out, std::string_view endings) {
  constexpr std::size_t max_readings = 16;
  std::vector<std::string> next;
  do {
    const std::string ending = simple_romaji(take_until(endings, '|'));
    for (const std::string& start : out)
      if (next.size() < max_readings) next.push_back(start + ending);
  } while (!endings.empty());
  out = std::move(next);
}

bool is_vowel(char c) {
  return c == 'a' || c == 'i' || c == 'u' || c == 'e' || c == 'o';
}

/// One spelling for the consonants: Kunrei's.
std::string kunrei(std::string_view word) {
  std::string out;
  const auto at = [&](std::size_t i) { return i < word.size() ? word[i] : '\0'; };
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if ((c == 's' || c == 'c') && at(i + 1) == 'h') {
      out += c == 's' ? "s" : "t";
      if (at(i + 2) != 'i') out += 'y';
      ++i;
    } else if (c == 't' && at(i + 1) == 's') {
      out += 't';
      ++i;
    } else if (c == 'f' && at(i + 1) == 'u') {
      out += 'h';
    } else if (c == 'j') {
      out += at(i + 1) == 'i' || at(i + 1) == 'y' ? "z" : "zy";
    } else if (c == 'm' && (at(i + 1) == 'b' || at(i + 1) == 'p')) {
      out += 'n';
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string simple_romaji(std::string_view typed) {
  std::string letters;
  for (const char c : typed)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::string out;
  for (const char c : kunrei(letters)) {
    const char before = out.empty() ? '\0' : out.back();
    const bool long_vowel = (is_vowel(c) && c == before) || (c == 'u' && before == 'o');
    if (!long_vowel) out += c;
  }
  return out;
}

std::vector<std::string> romaji_of(std::string_view name) {
  const std::string folded = fold_name(name);
  const std::string_view text = folded;
  std::vector<std::string> out{std::string()};
  for (std::size_t begin = 0; begin < text.size();) {
    if (const Reading* word = word_at(text.substr(begin))) {
      append(out, word->romaji);
      begin += word->word.size();
      continue;
    }
    std::size_t end = begin;
    while (end < text.size() && word_at(text.substr(end)) == nullptr) end += bytes_of_first(text.substr(end));
    append(out, by_rule(text.substr(begin, end - begin)));
    begin = end;
  }
  // Typed without spaces, the vowels of two words can become one: "ashiik".
  for (std::size_t i = 0, count = out.size(); i < count; ++i)
    if (std::string whole = simple_romaji(out[i]); whole != out[i]) out.push_back(std::move(whole));
  return out;
}

bool matches_name(std::string_view search, std::string_view japanese, std::string_view english) {
  const std::string names = fold_name(japanese) + '\n' + fold_name(english);
  const std::vector<std::string> read = romaji_of(japanese);
  bool any = false;
  while (!search.empty()) {
    const std::string_view word = take_until(search, ' ');
    if (word.empty()) continue;
    any = true;
    if (names.find(fold_name(word)) != std::string::npos) continue;
    const std::string typed = simple_romaji(word);
    const auto has = [&](const std::string& reading) { return reading.find(typed) != std::string::npos; };
    if (typed.size() < min_letters || !std::any_of(read.begin(), read.end(), has)) return false;
  }
  return any;
}

}  // namespace mmd
