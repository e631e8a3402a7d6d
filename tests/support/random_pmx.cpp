#include "tests/support/random_pmx.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "formats/pmx_records.h"

namespace mmd::test {
namespace {

using namespace pmx;

/// Some of them have a meaning for evaluation, export or labels.
constexpr std::string_view known_names[] = {
    "センター", "上半身", "首",     "頭",       "左腕", "左ひじ", "左手首", "右腕",     "右ひじ",   "右手首",
    "下半身",   "左足",   "左ひざ", "左足首",   "右足", "右ひざ", "右足首", "左足ＩＫ", "右足ＩＫ", "左足D",
    "全ての親", "両目",   "あ",     "まばたき", "笑い", "体.png", "s.spa",  "toon.bmp", "",         "x"};

constexpr float odd_numbers[] = {std::numeric_limits<float>::quiet_NaN(),
                                 std::numeric_limits<float>::infinity(),
                                 -std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::max(),
                                 -1e20f,
                                 1e9f,
                                 std::numeric_limits<float>::denorm_min(),
                                 -0.0f};
constexpr float plain_numbers[] = {0.0f, 1.0f, -1.0f, 0.5f, 3.14159265f, -0.1f, 10.0f};
constexpr std::int32_t odd_integers[] = {-1, -2, 1 << 20, std::numeric_limits<std::int32_t>::max(),
                                         std::numeric_limits<std::int32_t>::min()};

/// Sets the fields of records (formats/pmx_records.h) to random values; with `only`, a single field.
class Filler {
 public:
  Filler(std::mt19937& random, double odd, const File& file) : random_(random), odd_(odd), file_(file) {}

  int only = -1;  ///< the number of the field; negative: all
  int seen = 0;   ///< fields visited

  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

  template <class... Fields>
  void operator()(Fields&... to) {
    (put(to), ...);
  }
  void index(const IndexKind& kind, auto& to) {
    if (!is_wanted()) return;
    const auto count = static_cast<std::int64_t>(elements(kind));
    const int kind_of_value = is_odd() ? below(3) : 3;
    const std::int64_t values[] = {odd_integers[below(std::size(odd_integers))], count, -1,
                                   count == 0 ? -1 : below(static_cast<int>(count))};
    to = static_cast<std::remove_reference_t<decltype(to)>>(values[kind_of_value]);
  }
  void text(const char*, Text& to) {
    if (!is_wanted()) return;
    to = from_utf8(known_names[below(std::size(known_names))], file_.header.encoding);
    if (is_odd()) to.bytes.push_back(static_cast<char>(below(256)));
  }
  void byte(const char*, std::int32_t& to) {
    if (is_wanted()) to = below(is_odd() ? 256 : 10);
  }
  template <class T>
  void up_to(std::size_t most, const char*, T& to) {
    if (is_wanted()) to = static_cast<T>(below(static_cast<int>(most) + 1));
  }
  void when(bool holds, auto&& f) {
    if (holds) f();
  }
  void either(bool holds, auto&& f, auto&& g) { holds ? f() : g(); }
  template <class Record>
  void list(const char*, std::vector<Record>& records) {
    if (is_wanted()) records.resize(static_cast<std::size_t>(below(5)));
    for (Record& record : records) fields(*this, record);
  }
  void offsets(Morph& morph);

  void unused(auto& to, auto value) {
    if (only < 0) to = value;
  }
  void additional_uvs(RawVector<vec4>& uvs, std::size_t v) {
    const std::size_t sets = file_.header.additional_uv_count;
    for (std::size_t set = 0; set < sets; ++set) put(uvs[v * sets + set]);
  }
  void sdef(RawVector<Sdef>& all) { put(all[next_sdef]); }
  std::size_t next_sdef = 0;

 private:
  bool is_wanted() { return seen++ == only || only < 0; }
  bool is_odd() { return std::bernoulli_distribution(odd_)(random_); }
  std::size_t elements(const IndexKind& kind) const;
  float number();

  void put(float& to) {
    if (is_wanted()) to = number();
  }
  template <glm::length_t n, class T>
  void put(glm::vec<n, T>& to) {
    if (!is_wanted()) return;
    for (glm::length_t i = 0; i < n; ++i) to[i] = number();
  }
  void put(Sdef& to) {
    put(to.c);
    put(to.r0);
    put(to.r1);
  }
  template <class T, std::size_t n>
  void put(std::array<T, n>& to) {
    for (T& value : to) put(value);
  }
  /// Kinds, mostly valid ones, and switches.
  void put(std::uint8_t& to) {
    if (is_wanted()) to = static_cast<std::uint8_t>(below(below(4) == 0 ? 256 : 6));
  }
  void put(std::uint16_t& to) {
    if (is_wanted()) to = static_cast<std::uint16_t>(below(1 << 16));
  }
  void put(std::int32_t& to) {
    if (is_wanted()) to = is_odd() ? odd_integers[below(std::size(odd_integers))] : below(12);
  }
  void put(WeightType&) {}  // would change the required lists

  std::mt19937& random_;
  double odd_;
  const File& file_;
};

float Filler::number() {
  if (is_odd()) return odd_numbers[below(std::size(odd_numbers))];
  if (below(3) == 0) return plain_numbers[below(std::size(plain_numbers))];
  return std::uniform_real_distribution<float>(-2.0f, 2.0f)(random_);
}

std::size_t Filler::elements(const IndexKind& kind) const {
  if (kind.size == &IndexSizes::vertex) return file_.vertices.size();
  if (kind.size == &IndexSizes::texture) return file_.textures.size();
  if (kind.size == &IndexSizes::material) return file_.materials.size();
  if (kind.size == &IndexSizes::bone) return file_.bones.size();
  if (kind.size == &IndexSizes::morph) return file_.morphs.size();
  return file_.rigid_bodies.size();
}

/// The offsets of a type of morph.
template <std::size_t alternative = 0>
void begin_offsets(std::size_t wanted, Offsets& out) {
  if constexpr (alternative < std::variant_size_v<Offsets>) {
    if (wanted == alternative) {
      if (out.index() != wanted) out.emplace<alternative>();
    } else {
      begin_offsets<alternative + 1>(wanted, out);
    }
  }
}

void Filler::offsets(Morph& morph) {
  begin_offsets(offset_alternatives[static_cast<std::size_t>(morph.type)], morph.offsets);
  std::visit([this](auto& list) { this->list("offsets", list); }, morph.offsets);
}

/// Mostly gives each bone a parent before it: models full of cycles are not evaluated.
void settle(Bone& bone, std::size_t b, Filler& draw) {
  if (draw.below(16) != 0) bone.parent = b == 0 ? -1 : draw.below(static_cast<int>(b) + 1) - 1;
  if (draw.below(4) != 0) bone.flags &= static_cast<std::uint16_t>(~bone_ik);
  if (draw.below(4) != 0)
    bone.flags &= static_cast<std::uint16_t>(~(bone_append_rotation | bone_append_translation));
}

/// Distributes the faces among the materials.
void share_out(File& file) {
  const std::size_t triangles = file.indices.size() / 3, materials = file.materials.size();
  for (std::size_t m = 0; m < materials; ++m)
    file.materials[m].index_count =
        static_cast<std::int32_t>(3 * (triangles * (m + 1) / materials - triangles * m / materials));
}

std::size_t sdef_before(const Vertices& vertices, std::size_t v) {
  const auto first = vertices.type.begin();
  return static_cast<std::size_t>(
      std::count(first, first + static_cast<std::ptrdiff_t>(v), WeightType::sdef));
}

/// Adds a vertex of any weight type.
void add_vertex(File& file, Filler& draw) {
  Vertices& v = file.vertices;
  const std::size_t count = v.size() + 1;
  v.position.resize(count, vec3(0.0f));
  v.normal.resize(count, vec3(0.0f));
  v.uv.resize(count, vec2(0.0f));
  v.additional_uv.resize(count * file.header.additional_uv_count, vec4(0.0f));
  v.bones.resize(count, {-1, -1, -1, -1});
  v.weights.resize(count, {1.0f, 0.0f, 0.0f, 0.0f});
  v.edge_scale.resize(count, 1.0f);
  v.type.push_back(static_cast<WeightType>(draw.below(static_cast<int>(WeightType::qdef) + 1)));
  if (v.type.back() == WeightType::sdef) v.sdef.emplace_back();
  draw.next_sdef = v.sdef.empty() ? 0 : v.sdef.size() - 1;
  vertex_fields(draw, v, count - 1);
}

void add_faces(File& file, Filler& draw, int count) {
  for (int i = 0; i < 3 * count; ++i) {
    std::uint32_t& index = file.indices.emplace_back();
    draw.index(vertex_index, index);
  }
}

/// Calls with each list of elements and its number until a call returns true.
template <class F>
bool with_section(File& file, int wanted, F&& f) {
  int section = 0;
  const auto is_it = [&](auto& list) {
    if (section++ != wanted) return false;
    f(list);
    return true;
  };
  return is_it(file.textures) || is_it(file.materials) || is_it(file.bones) || is_it(file.morphs) ||
         is_it(file.display_frames) || is_it(file.rigid_bodies) || is_it(file.joints) ||
         (file.header.version == 2.1f && is_it(file.soft_bodies));
}
constexpr int sections_with_records = 8;

/// Makes one change to a list of records.
template <class Record>
void change_list(std::vector<Record>& list, Filler& draw) {
  constexpr std::size_t most = 64;
  const auto any = [&] { return static_cast<std::size_t>(draw.below(static_cast<int>(list.size()))); };
  const auto at = [&](std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
  const int what = list.empty() ? 0 : draw.below(8);
  if (what == 0 && list.size() < most) {
    Record record;
    fields(draw, record);
    list.insert(at(static_cast<std::size_t>(draw.below(static_cast<int>(list.size()) + 1))),
                std::move(record));
  } else if (list.empty()) {
    return;
  } else if (what == 1) {
    list.erase(at(any()));
  } else if (what == 2 && list.size() < most) {
    const Record copy = list[any()];
    list.insert(at(any()), copy);
  } else if (what == 3) {
    std::swap(list[any()], list[any()]);
  } else if (what == 4) {
    fields(draw, list[any()]);
  } else {  // one field
    Record& record = list[any()];
    Record counted = record;
    draw.only = std::numeric_limits<int>::max();
    fields(draw, counted);
    draw.only = draw.below(std::max(1, std::exchange(draw.seen, 0)));
    fields(draw, record);
  }
}

void change_vertices(File& file, Filler& draw) {
  const int vertices = static_cast<int>(file.vertices.size());
  if (vertices == 0 || draw.below(4) == 0) {
    if (vertices < 256) add_vertex(file, draw);
  } else if (draw.below(4) == 0) {
    if (file.indices.size() < 768) add_faces(file, draw, 1);
    if (!file.materials.empty() && draw.below(4) != 0) share_out(file);
  } else {
    const auto v = static_cast<std::size_t>(draw.below(vertices));
    draw.next_sdef = sdef_before(file.vertices, v);
    if (draw.below(2) == 0) draw.only = draw.below(10);
    vertex_fields(draw, file.vertices, v);
  }
}

}  // namespace

int RandomPmx::below(int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(random_);
}

File RandomPmx::make(int most) {
  File out;
  out.header.version = one_in(2) ? 2.1f : 2.0f;
  out.header.encoding = one_in(2) ? TextEncoding::utf8 : TextEncoding::utf16le;
  out.header.additional_uv_count = static_cast<std::uint8_t>(below(5));
  Filler draw(random_, odd_, out);
  fields(draw, out);
  // Create all elements before setting references.
  for (int section = 0; section < sections_with_records; ++section)
    with_section(out, section, [&](auto& list) { list.resize(static_cast<std::size_t>(below(most + 1))); });
  for (int v = below(2 * most + 1); v > 0; --v) add_vertex(out, draw);
  add_faces(out, draw, below(most + 1));
  for (int section = 0; section < sections_with_records; ++section)
    with_section(out, section, [&](auto& list) {
      for (auto& record : list) fields(draw, record);
    });
  for (std::size_t b = 0; b < out.bones.size(); ++b) settle(out.bones[b], b, draw);
  if (!out.materials.empty()) share_out(out);
  out.header.index_sizes = smallest_index_sizes(out);
  return out;
}

void RandomPmx::change_header(File& file) {
  Header& header = file.header;
  switch (below(4)) {
    case 0:
      header.version = header.version == 2.1f ? 2.0f : 2.1f;
      if (header.version == 2.0f) file.soft_bodies.clear();
      break;
    case 1:
      header.encoding = header.encoding == TextEncoding::utf8 ? TextEncoding::utf16le : TextEncoding::utf8;
      break;
    case 2:
      header.index_sizes = one_in(2) ? IndexSizes{} : smallest_index_sizes(file);
      break;
    default:
      header.additional_uv_count = static_cast<std::uint8_t>(below(5));
      file.vertices.additional_uv.assign(file.vertices.size() * header.additional_uv_count, vec4(0.5f));
  }
}

void RandomPmx::change(File& file) {
  Filler draw(random_, odd_ + 0.05, file);
  const int section = below(sections_with_records + 3);
  if (with_section(file, section, [&](auto& list) { change_list(list, draw); })) return;
  if (section == sections_with_records + 2 && one_in(2)) return change_header(file);
  change_vertices(file, draw);
}

void RandomPmx::take_section(File& file, const File& from) {
  File other = from;
  const int section = below(sections_with_records);
  with_section(file, section, [&](auto& to) {
    with_section(other, section, [&](auto& taken) {
      if constexpr (std::is_same_v<decltype(to), decltype(taken)>) to = std::move(taken);
    });
  });
}

Bytes written(File& file) {
  auto bytes = write(file);
  if (!bytes) {
    file.header.index_sizes = {};
    bytes = write(file);
  }
  return bytes ? std::move(*bytes) : Bytes();
}

}  // namespace mmd::test
