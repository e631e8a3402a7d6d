#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/text.h"
#include "formats/pmm.h"

namespace mmd::pmm {
namespace {

constexpr std::string_view signature = "Polygon Movie maker 000";
constexpr std::size_t signature_size = 30, path_size = 256;
constexpr const char* damaged_hint = "the file is damaged or cut off; fetch it again";

class Reader {
 public:
  Reader(ByteSpan bytes, const LengthsOf& lengths_of) : in_(bytes), lengths_of_(lengths_of) {}

  Result<File> read() {
    MMD_TRY(header());
    for (Model& model : out_.models) MMD_TRY(part("model", [&] { return read_model(model); }));
    MMD_TRY(part("camera", [&] { return camera_and_light(); }));
    MMD_TRY(part("accessories", [&] { return accessories(); }));
    MMD_TRY(part("settings", [&] { return settings(); }));
    MMD_TRY(part("settings", [&] { return is_v1() ? tail_of_v1() : tail(); }));
    return std::move(out_);
  }

 private:
  using Done = Result<void>;

  bool is_v1() const { return out_.version == 1; }

  tl::unexpected<Diagnostic> fail_at(std::size_t offset, std::string what) const {
    Diagnostic d = make_error(std::move(what), damaged_hint);
    d.offset = offset;
    return fail(std::move(d));
  }

  /// Reads one part; a part that runs past the end is an error at the part's name.
  template <class Read>
  Done part(const char* name, const Read& read) {
    MMD_TRY(read());
    if (!in_.ok()) return fail_at(in_.offset(), fmt::format("{}: truncated", name));
    return {};
  }

  template <class... T>
  void get(T&... to) {
    ((to = in_.read<T>()), ...);
  }
  template <class T>
  void skip() {
    static_cast<void>(in_.read<T>());
  }
  void get(BoneOf& to) { get(to.model, to.bone); }

  static std::string text(std::string_view bytes) {
    return utf8_from_cp932_lossy(bytes.substr(0, bytes.find('\0')));
  }
  /// A field of fixed size: bytes behind the first NUL are garbage.
  std::string fixed(std::size_t size) { return text(in_.read_bytes(size)); }
  std::string short_text() {
    const std::size_t size = in_.read<std::uint8_t>();
    return text(in_.read_bytes(size));
  }

  /// The length of a list whose elements take at least `element_size` bytes.
  template <class Count = std::int32_t>
  Result<std::size_t> count(const char* name, std::size_t element_size) {
    const std::size_t at = in_.offset();
    const Count declared = in_.read<Count>();
    const std::size_t room = in_.remaining() / std::max<std::size_t>(element_size, 1);
    if (!in_.ok()) return fail_at(at, fmt::format("{}: truncated", name));
    if (declared < Count{0} || static_cast<std::size_t>(declared) > room)
      return fail_at(at, fmt::format("{}: {} declared, room for {}", name, declared, room));
    return static_cast<std::size_t>(declared);
  }
  /// A list whose length is known from elsewhere has to fit, too.
  Done has_room(const char* name, std::size_t count, std::size_t element_size) const {
    const std::size_t room = in_.remaining() / element_size;
    if (count > room)
      return fail_at(in_.offset(), fmt::format("{}: {} declared, room for {}", name, count, room));
    return {};
  }

  /// `later`: bytes that each element takes in other lists of the model.
  Done texts(const char* name, std::size_t later, std::vector<std::string>& to) {
    MMD_TRY(const std::size_t n, count(name, 1 + later));
    for (std::size_t i = 0; i < n && in_.ok(); ++i) to.push_back(short_text());
    return {};
  }
  Done numbers(const char* name, std::size_t later, std::vector<std::int32_t>& to) {
    MMD_TRY(const std::size_t n, count(name, 4 + later));
    to.resize(n);
    for (std::int32_t& value : to) get(value);
    return {};
  }

  /// `first` keys without an index, then a counted list of keys with one.
  template <class Key, class Fields>
  Done keys(const char* name, std::size_t first, std::size_t size, std::vector<Key>& to,
            const Fields& fields) {
    MMD_TRY(has_room(name, first, size));
    to.resize(first);
    for (std::size_t i = 0; i < first; ++i) {
      to[i].index = static_cast<std::int32_t>(i);
      get(to[i].frame, to[i].previous, to[i].next);
      fields(to[i]);
    }
    MMD_TRY(const std::size_t n, count(name, size + sizeof(std::int32_t)));
    to.resize(first + n);
    for (std::size_t i = first; i < to.size(); ++i) {
      get(to[i].index, to[i].frame, to[i].previous, to[i].next);
      fields(to[i]);
    }
    return {};
  }

  Done header() {
    const std::string_view begin = in_.read_bytes(signature_size);
    if (!begin.starts_with(signature) || (begin[signature.size()] != '1' && begin[signature.size()] != '2'))
      return fail_at(0, "header: not a PMM file of version 1 or 2");
    out_.version = begin[signature.size()] - '0';
    get(out_.width, out_.height);
    skip<std::int32_t>();  // width of the key panel
    get(out_.fov_degrees, out_.camera_mode);
    in_.read_bytes(is_v1() ? 5 : 6);  // open panels
    get(out_.selected_model);
    const std::size_t models = in_.read<std::uint8_t>();
    if (is_v1()) in_.read_bytes(models * 20);  // names, which the models repeat
    if (!in_.ok()) return fail_at(in_.offset(), "header: truncated");
    out_.models.resize(models);
    return {};
  }

  /// The lists of names, or in version 1 their lengths.
  Done lists(Model& to) {
    get(to.id);
    if (!is_v1()) {
      to.name = short_text();
      to.english_name = short_text();
      to.path = fixed(path_size);
      skip<std::uint8_t>();  // rows of the key panel
      MMD_TRY(texts("bones", 58 + 31, to.bones));
      MMD_TRY(texts("morphs", 17 + 4, to.morphs));
      MMD_TRY(numbers("IK bones", 1 + 1, to.ik_bones));
      return numbers("outside parents", 8 + 16, to.outside_parents);
    }
    to.name = fixed(20);
    const std::size_t at = in_.offset();
    to.path = fixed(path_size);
    const auto lengths = lengths_of_ ? lengths_of_(to.path) : std::nullopt;
    if (!lengths) {
      Diagnostic d =
          make_error(fmt::format("model \"{}\": a version 1 project needs its model {}", to.name, to.path),
                     "put the model beside the project, or save the project again with MMD 9");
      d.offset = at;
      return fail(std::move(d));
    }
    MMD_TRY(has_room("bones", lengths->bones, 57));
    MMD_TRY(has_room("morphs", lengths->morphs, 17));
    MMD_TRY(has_room("IK bones", lengths->ik_bones, 1));
    to.bones.resize(lengths->bones);
    to.morphs.resize(lengths->morphs);
    to.ik_bones.resize(lengths->ik_bones);
    return {};
  }

  Done read_model(Model& to) {
    MMD_TRY(lists(to));
    get(to.draw_order, to.visible);
    in_.read_bytes(5 * sizeof(std::int32_t));  // selected bone and morphs
    in_.read_bytes(in_.read<std::uint8_t>());  // open display groups
    skip<std::int32_t>();                      // vertical scroll
    skip<std::int32_t>();                      // last key
    MMD_TRY(model_keys(to));
    return current_model(to);
  }

  Done model_keys(Model& to) {
    MMD_TRY(keys("bone keys", to.bones.size(), is_v1() ? 57 : 58, to.bone_keys, [&](BoneKey& k) {
      get(k.curves, k.translation, k.rotation, k.selected);
      if (!is_v1()) get(k.physics_off);
    }));
    MMD_TRY(keys("morph keys", to.morphs.size(), 17, to.morph_keys,
                 [&](MorphKey& k) { get(k.weight, k.selected); }));
    const std::size_t size = 14 + to.ik_bones.size() + 8 * to.outside_parents.size();
    return keys("model keys", 1, size, to.model_keys, [&](ModelKey& k) {
      get(k.visible);
      k.ik.resize(to.ik_bones.size());
      for (std::uint8_t& on : k.ik) get(on);
      k.parents.resize(to.outside_parents.size());
      for (BoneOf& parent : k.parents) get(parent);
      get(k.selected);
    });
  }

  Done current_model(Model& to) {
    MMD_TRY(has_room("current bones", to.bones.size(), is_v1() ? 34 : 31));
    to.current.resize(to.bones.size());
    for (CurrentBone& bone : to.current) {
      get(bone.translation, bone.rotation);
      if (is_v1()) skip<float>();  // the rotation's x again
      get(bone.edited);
      if (!is_v1()) get(bone.physics_off);
      get(bone.selected);
    }
    MMD_TRY(has_room("current morphs", to.morphs.size(), 4));
    to.weights.resize(to.morphs.size());
    for (float& weight : to.weights) get(weight);
    MMD_TRY(has_room("current IK", to.ik_bones.size(), 1));
    to.ik.resize(to.ik_bones.size());
    for (std::uint8_t& on : to.ik) get(on);
    if (is_v1()) return {};
    MMD_TRY(has_room("current parents", to.outside_parents.size(), 16));
    to.parents.resize(to.outside_parents.size());
    for (CurrentParent& p : to.parents) {
      get(p.first_frame, p.last_frame);
      get(p.parent);
    }
    get(to.additive, to.edge_width, to.self_shadow, to.calculation_order);
    return {};
  }

  Done camera_and_light() {
    MMD_TRY(keys("camera keys", 1, is_v1() ? 70 : 78, out_.camera_keys, [&](CameraKey& k) {
      get(k.distance, k.centre, k.angles);
      if (!is_v1()) get(k.parent);
      get(k.curves, k.no_perspective, k.fov_degrees, k.selected);
    }));
    get(out_.camera_centre);
    in_.read_bytes(2 * sizeof(float));  // offset of the view (unconfirmed)
    get(out_.camera_distance, out_.camera_angles, out_.no_perspective);
    MMD_TRY(keys("light keys", 1, 37, out_.light_keys,
                 [&](LightKey& k) { get(k.colour, k.direction, k.selected); }));
    get(out_.light_colour, out_.light_direction);
    return {};
  }

  Done accessories() {
    skip<std::uint8_t>();  // selected accessory
    skip<std::int32_t>();  // scroll
    MMD_TRY(const std::size_t n, count<std::uint8_t>("accessories", 100));
    in_.read_bytes(n * 100);  // names, which the records repeat
    out_.accessories.resize(n);
    for (Accessory& to : out_.accessories) {
      get(to.id);
      to.name = fixed(100);
      to.path = fixed(path_size);
      get(to.draw_order);
      MMD_TRY(keys("accessory keys", 1, 51, to.keys, [&](AccessoryKey& k) {
        get(k.opacity);
        get(k.parent);
        get(k.position, k.rotation, k.scale, k.shadow, k.selected);
      }));
      get(to.opacity);
      get(to.parent);
      get(to.rotation, to.scale, to.position, to.shadow);
      if (!is_v1()) get(to.additive);
    }
    return {};
  }

  template <class Shown>
  void background(Background& to) {
    get(to.x, to.y, to.scale);
    to.path = fixed(path_size);
    to.shown = in_.read<Shown>();
  }

  Done settings() {
    get(out_.frame);
    in_.read_bytes(3 * sizeof(std::int32_t));      // scrolls, edit mode
    in_.read_bytes(4 + 2 * sizeof(std::int32_t));  // playing
    skip<std::uint8_t>();                          // whether the sound is on
    out_.sound = fixed(path_size);
    background<std::int32_t>(out_.video);
    background<std::uint8_t>(out_.picture);
    skip<std::uint8_t>();  // whether values are shown
    get(out_.shows_grid, out_.ground_shadow);
    skip<float>();         // limit of frames per second
    skip<std::int32_t>();  // how screen.bmp is made
    return {};
  }

  void gravity_now() {
    get(out_.gravity.acceleration, out_.gravity.noise, out_.gravity.direction, out_.gravity.noise_on);
  }
  void get_self_shadow_key(SelfShadowKey& k) { get(k.mode, k.distance, k.selected); }

  Done tail() {
    get(out_.accessory_split, out_.ground_shadow_brightness, out_.ground_shadow_translucent, out_.physics);
    gravity_now();
    MMD_TRY(keys("gravity keys", 1, 34, out_.gravity_keys,
                 [&](GravityKey& k) { get(k.noise_on, k.noise, k.acceleration, k.direction, k.selected); }));
    get(out_.self_shadow, out_.self_shadow_distance);
    MMD_TRY(keys("self-shadow keys", 1, 18, out_.self_shadow_keys,
                 [&](SelfShadowKey& k) { get_self_shadow_key(k); }));
    get(out_.edge_colour, out_.black_background);
    get(out_.camera_parent);
    in_.read_bytes(16 * sizeof(float));  // basis of the camera's parent
    in_.read_bytes(2);                   // follow camera, unknown
    get(out_.ground_physics);
    skip<std::int32_t>();  // the frame in the text box
    // MMD before 9.24 ends here.
    if (in_.remaining() == 0 || !in_.ok() || in_.read<std::uint8_t>() != 1) return {};
    in_.read_bytes(out_.models.size() * 5);  // selection ranges
    return {};
  }

  /// Whether a further part of a version 1 file follows.
  bool gate() { return in_.ok() && in_.remaining() > 0 && in_.read<std::uint8_t>() == 1; }

  Done tail_of_v1() {
    if (in_.remaining() == 0) return {};
    get(out_.accessory_split, out_.ground_shadow_brightness);
    for (Model& model : out_.models) get(model.additive);
    for (Accessory& accessory : out_.accessories) get(accessory.additive);
    float edge_width = 1.0f;
    get(edge_width, out_.ground_shadow_translucent);
    for (Model& model : out_.models) model.edge_width = edge_width;
    if (!gate()) return {};
    for (Model& model : out_.models) get(model.edge_width);
    if (!gate()) return {};
    get(out_.physics);
    gravity_now();
    if (!gate()) return {};
    get(out_.self_shadow, out_.self_shadow_distance);
    for (Model& model : out_.models) get(model.self_shadow);
    if (!gate()) return {};
    MMD_TRY(keys("self-shadow keys", 1, 18, out_.self_shadow_keys,
                 [&](SelfShadowKey& k) { get_self_shadow_key(k); }));
    if (!gate()) return {};
    get(out_.edge_colour);
    if (!gate()) return {};
    get(out_.black_background);
    if (!gate()) return {};
    return camera_parents_of_v1();
  }

  Done camera_parents_of_v1() {
    get(out_.camera_keys.front().parent);
    MMD_TRY(const std::size_t n, count("camera parents", 12));
    std::map<std::int32_t, BoneOf> parents;  // by the key's index; the last one counts
    for (std::size_t i = 0; i < n; ++i) {
      const auto index = in_.read<std::int32_t>();
      get(parents[index]);
    }
    for (CameraKey& key : out_.camera_keys)
      if (const auto found = parents.find(key.index); found != parents.end()) key.parent = found->second;
    get(out_.camera_parent);
    if (!gate()) return {};
    in_.read_bytes(16 * sizeof(float) + 2);
    if (!gate()) return {};
    get(out_.ground_physics);
    if (!gate()) return {};
    for (Model& model : out_.models) get(model.calculation_order);
    return {};
  }

  ByteReader in_;
  const LengthsOf& lengths_of_;
  File out_;
};

}  // namespace

bool looks_like(ByteSpan bytes) {
  return as_text(bytes).starts_with(signature);
}

Result<File> read(ByteSpan bytes, const LengthsOf& lengths_of) {
  return Reader(bytes, lengths_of).read();
}

vmd::File camera_motion(const File& file) {
  vmd::File out = vmd::empty_file("");
  for (const CameraKey& key : file.camera_keys) {
    vmd::CameraKey to;
    to.frame = static_cast<std::uint32_t>(std::max(key.frame, 0));
    to.distance = key.distance;
    to.target = key.centre;
    to.angles = key.angles;
    // A VMD stores each curve as x1, x2, y1, y2.
    for (std::size_t c = 0; c < key.curves.size(); c += 4) {
      to.interpolation[c] = key.curves[c];
      to.interpolation[c + 1] = key.curves[c + 2];
      to.interpolation[c + 2] = key.curves[c + 1];
      to.interpolation[c + 3] = key.curves[c + 3];
    }
    to.fov_degrees = static_cast<std::uint32_t>(std::max(key.fov_degrees, 1));
    to.no_perspective = key.no_perspective;
    out.cameras.push_back(to);
  }
  for (const LightKey& key : file.light_keys)
    out.lights.push_back({static_cast<std::uint32_t>(std::max(key.frame, 0)), key.colour, key.direction});
  const auto by_frame = [](const auto& a, const auto& b) { return a.frame < b.frame; };
  std::stable_sort(out.cameras.begin(), out.cameras.end(), by_frame);
  std::stable_sort(out.lights.begin(), out.lights.end(), by_frame);
  return out;
}

}  // namespace mmd::pmm
