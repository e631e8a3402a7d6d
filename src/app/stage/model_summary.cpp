#include "app/stage/model_summary.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "app/text/ui_strings.h"
#include "base/text.h"
#include "options/messages.h"

namespace mmd {
namespace {

struct Section {
  std::string_view section;  ///< as the checker calls it
  LocalizedText name;
};
constexpr Section sections[] = {
    {"bones", ui_strings::count_bones},
    {"materials", ui_strings::count_materials},
    {"textures", ui_strings::textures},
    {"morphs", ui_strings::count_morphs},
    {"vertices", ui_strings::count_vertices},
    {"faces", ui_strings::count_faces},
    {"rigid bodies", ui_strings::count_bodies},
    {"joints", ui_strings::count_joints},
    {"display frames", ui_strings::display_frames},
};

std::string section_name(std::string_view section, Language language) {
  for (const Section& row : sections)
    if (row.section == section) return std::string(row.name.in(language));
  return std::string(section);
}

/// "bones 3 (左ひざ): "; empty for the whole file.
std::string element_text(std::string_view section, std::optional<std::size_t> element,
                         const std::string& name, Language language) {
  std::string out;
  if (!section.empty()) out = section_name(section, language);
  if (element) out += fmt::format(" {}", *element);
  if (!name.empty()) out += fmt::format("{}({})", out.empty() ? "" : " ", name);
  return out.empty() ? out : out + ": ";
}

bool contains(const std::string& name, const std::string& folded) {
  return fold_name(name).find(folded) != std::string::npos;
}

template <class T>
const T* element(const std::vector<T>& elements, std::size_t index) {
  return index < elements.size() ? &elements[index] : nullptr;
}

/// Mean colour of a sample of its pixels without transparent ones.
vec3 mean_colour(const Image& image) {
  constexpr int along = 8;
  vec3 sum(0.0f);
  float weight = 0.0f;
  for (int j = 0; j < along; ++j) {
    for (int i = 0; i < along; ++i) {
      const int x = (2 * i + 1) * image.width / (2 * along), y = (2 * j + 1) * image.height / (2 * along);
      const std::size_t at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                                  static_cast<std::size_t>(x));
      const float alpha = static_cast<float>(image.rgba[at + 3]) / 255.0f;
      sum += alpha / 255.0f * vec3(image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]);
      weight += alpha;
    }
  }
  return weight > 0.0f ? sum / weight : vec3(1.0f);
}

}  // namespace

std::vector<CountOf> counts_of(const Model& model) {
  return {{ui_strings::count_vertices, model.vertices.size()},
          {ui_strings::count_faces, model.indices.size() / 3},
          {ui_strings::count_materials, model.materials.size()},
          {ui_strings::count_bones, model.bone_count()},
          {ui_strings::count_morphs, model.morphs.size()},
          {ui_strings::count_bodies, model.rigid_body_count},
          {ui_strings::count_joints, model.joint_count}};
}

std::vector<std::string> terms_of(const Model& model, Language language) {
  std::array<const std::string*, 2> order{&model.comment, &model.comment_english};
  if (language == Language::english) std::swap(order[0], order[1]);
  std::vector<std::string> out;
  for (const std::string* comment : order) {
    const bool says_something = comment->find_first_not_of(" \t\r\n") != std::string::npos;
    if (says_something && (out.empty() || out.front() != *comment)) out.push_back(*comment);
  }
  return out;
}

std::vector<std::int32_t> materials_found(const Model& model, std::string_view search) {
  const std::string folded = fold_name(search);
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    const Material& m = model.materials[i];
    if (folded.empty() || contains(m.name, folded) || contains(m.name_english, folded))
      out.push_back(static_cast<std::int32_t>(i));
  }
  return out;
}

std::vector<std::int32_t> with_material(std::vector<std::int32_t> hidden, std::int32_t material, bool shown) {
  const auto at = std::lower_bound(hidden.begin(), hidden.end(), material);
  const bool is_hidden = at != hidden.end() && *at == material;
  if (shown && is_hidden) hidden.erase(at);
  if (!shown && !is_hidden) hidden.insert(at, material);
  return hidden;
}

std::vector<std::int32_t> all_but(const Model& model, std::int32_t material) {
  std::vector<std::int32_t> out(model.materials.size());
  std::iota(out.begin(), out.end(), 0);
  return with_material(std::move(out), material, true);
}

std::vector<std::int32_t> in_model(std::vector<std::int32_t> materials, const Model& model) {
  const auto lacks = [&](std::int32_t m) {
    return m < 0 || static_cast<std::size_t>(m) >= model.materials.size();
  };
  materials.erase(std::remove_if(materials.begin(), materials.end(), lacks), materials.end());
  std::sort(materials.begin(), materials.end());
  materials.erase(std::unique(materials.begin(), materials.end()), materials.end());
  return materials;
}

vec4 swatch_of(const Material& material, const Image* texture) {
  const vec3 colour = texture != nullptr && texture->width > 0 ? mean_colour(*texture) : vec3(1.0f);
  return {glm::clamp(colour * vec3(material.diffuse), vec3(0.0f), vec3(1.0f)), 1.0f};
}

FindingTarget target_of(const Finding& finding, const Model& model) {
  FindingTarget out;
  if (!finding.element) return out;
  const std::size_t index = *finding.element;
  if (finding.section == "bones" && index < model.bone_count()) out.bone = static_cast<std::int32_t>(index);
  if (finding.section == "rigid bodies")
    if (const RigidBody* body = element(model.bodies, index)) out.bone = body->bone;
  if (finding.section == "materials" && index < model.materials.size())
    out.material = static_cast<std::int32_t>(index);
  if (finding.section == "textures")
    if (const std::vector<TextureUse> uses = texture_uses(model); index < uses.size())
      out.material = uses[index].first;
  return out;
}

std::string finding_text(const Finding& finding, Language language) {
  std::string out = element_text(finding.section, finding.element, finding.name, language) + finding.what;
  if (finding.count > 1) out += fmt::format(" ({} {})", ui_strings::and_more.in(language), finding.count - 1);
  return on_one_line(std::move(out));
}

std::string change_text(const Mended& change, Language language) {
  return on_one_line(fmt::format("{}{}: {} → {}",
                                 element_text(change.section, change.element, change.name, language),
                                 change.what, change.before, change.after));
}

TextureState state_of(const TextureReport& texture, const Image* image, Language language) {
  const auto word = [&](const LocalizedText& words) { return std::string(words.in(language)); };
  if (texture.brought_by_mmd) return {word(ui_strings::texture_of_mmd)};
  const bool used = texture.use.count > 0;
  if (texture.path.empty()) return {word(ui_strings::texture_missing), used};
  if (!texture.fault.empty()) return {on_one_line(texture.fault), true};
  std::string out;
  if (image != nullptr) out = fmt::format("{} × {}, ", image->width, image->height);
  out += size_text(texture.bytes);
  if (!used) out += ", " + word(ui_strings::texture_unused);
  if (texture.other_name)
    out += ", " + word(ui_strings::texture_other_name) + " " + on_one_line(texture.path);
  return {out};
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array units{"B", "KB", "MB", "GB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1000.0 && unit + 1 < units.size(); ++unit) size /= 1000.0;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", size, units[unit]);
}

void Inspection::start(std::shared_ptr<const LoadedFigure> document) {
  at_ = document->loaded.model;
  task_.start([document = std::move(document)](const std::atomic<bool>& wanted) {
    return report_on(*document, wanted);
  });
}

void Inspection::begin(std::shared_ptr<const LoadedFigure> document) {
  const auto& model = document->loaded.model;
  if (model == at_) return;
  if (model == known_) {  // what is being looked at would take its place
    next_.reset();
    at_.reset();
    return task_.give_up();
  }
  if (!task_.busy()) return start(std::move(document));
  task_.give_up();
  at_.reset();
  next_ = std::move(document);
}

void Inspection::forget() {
  known_.reset();
  next_.reset();
  at_.reset();
  task_.give_up();
}

bool Inspection::take() {
  if (!task_.busy()) return false;
  auto found = task_.take();
  const bool news = found && at_;
  if (news) {
    report_ = std::move(*found);
    known_ = std::exchange(at_, nullptr);
  }
  if (!task_.busy() && next_) start(std::exchange(next_, nullptr));
  return news;
}

const ModelReport* Inspection::report(const Model& model) const {
  return known_.get() == &model ? &report_ : nullptr;
}

}  // namespace mmd
