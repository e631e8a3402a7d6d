#include "commands/batch/plan.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/content_hash.h"
#include "base/text.h"

namespace mmd {
namespace {

std::string source_text(const Plan& plan, const Item& item) {
  const std::string& file = plan.sources[item.source].file;
  return file.empty() ? "the rest pose" : utf8_lossy(file);
}

std::string item_text(const Plan& plan, const Item& item) {
  std::string out = fmt::format("{} on {}", source_text(plan, item), utf8_lossy(plan.models[item.model]));
  if (plan.views.size() > 1) out += fmt::format(", view {}", plan.views[item.view]);
  if (plan.frames[item.source].size() > 1)
    out += fmt::format(", frame {:.10g}", plan.frames[item.source][item.frame]);
  return out;
}

std::string advice_for(const Plan& plan, const Item& a, const Item& b) {
  const auto lacks = [&](NameField field) { return !plan.names.has(field); };
  if (a.model != b.model && lacks(NameField::model)) return "{model} in --name tells models apart";
  if (a.model != b.model && lacks(NameField::model_folder))
    return "{model_folder} in --name tells models apart";
  if (a.source != b.source && lacks(NameField::pose)) return "{pose} in --name tells poses apart";
  if (a.source != b.source && plan.sources[a.source].file == plan.sources[b.source].file &&
      a.model == b.model)
    return "a pose is given twice";
  if (a.source != b.source && lacks(NameField::folder)) return "{folder} in --name tells poses apart";
  if (a.view != b.view && lacks(NameField::view)) return "{view} in --name tells views apart";
  if (a.frame != b.frame && lacks(NameField::frame)) return "{frame} in --name tells frames apart";
  return "{index} in --name tells all pictures apart";
}

}  // namespace

void Plan::count() {
  items_before_.assign(1, 0);
  for (const auto& own : frames) items_before_.push_back(items_before_.back() + own.size() * views.size());
  items_per_model_ = items_before_.back();
}

Job Plan::job(std::size_t index) const {
  const std::size_t model = index / sources.size(), source = index % sources.size();
  const std::size_t first = model * items_per_model_;
  return {model, source, first + items_before_[source], first + items_before_[source + 1]};
}

Item Plan::item(std::size_t index) const {
  const std::size_t model = index / items_per_model_, rest = index % items_per_model_;
  const auto after = std::upper_bound(items_before_.begin(), items_before_.end(), rest);
  const auto source = static_cast<std::size_t>(after - items_before_.begin()) - 1;
  const std::size_t own = rest - items_before_[source];
  return {model, source, own / views.size(), own % views.size()};
}

std::string Plan::name(std::size_t index) const {
  const Item at = item(index);
  const std::filesystem::path model = path_from_utf8(models[at.model]);
  const Source& source = sources[at.source];
  NameParts parts;
  parts.model = to_utf8(model.stem());
  parts.model_folder = model_folder_of(models[at.model]);
  parts.pose = source.name;
  parts.folder = source.folder;
  parts.view = views[at.view];
  parts.frame = frames[at.source][at.frame];
  parts.index = index;
  return names.fill(parts);
}

ContentHash identity_of(const Plan& plan, const Item& item) {
  const Source& source = plan.sources[item.source];
  HashOfParts hash;
  hash.add(to_utf8(path_from_utf8(plan.models[item.model]).filename())).add(source.folder).add(source.name);
  hash.add(static_cast<std::int64_t>(plan.frames[item.source][item.frame] * 1000.0));
  return hash.take();
}

std::optional<Diagnostic> find_collision(const Plan& plan) {
  std::vector<std::pair<std::uint64_t, std::size_t>> keyed;
  keyed.reserve(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) keyed.emplace_back(xxh64(as_byte_span(plan.name(i))), i);
  std::sort(keyed.begin(), keyed.end());
  std::optional<std::pair<std::size_t, std::size_t>> first;
  for (std::size_t i = 1; i < keyed.size(); ++i) {
    const std::size_t one = keyed[i - 1].second, other = keyed[i].second;
    if (keyed[i - 1].first != keyed[i].first || plan.name(one) != plan.name(other)) continue;
    if (!first || one < first->first) first = {one, other};
  }
  if (!first) return std::nullopt;
  const auto [one, other] = *first;
  const Item a = plan.item(one), b = plan.item(other);
  return make_error(fmt::format("two pictures would both be called {}: {}, and {}", plan.name(one),
                                item_text(plan, a), item_text(plan, b)),
                    advice_for(plan, a, b));
}

std::optional<Diagnostic> find_label_collision(const Plan& plan, const std::vector<std::string>& suffixes) {
  // By the name of the picture that has such a label, if there is one.
  std::unordered_map<std::string, std::size_t> called_as_labels;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const std::string name = plan.name(i);
    for (const std::string& suffix : suffixes)
      if (name.ends_with(suffix))
        called_as_labels.emplace(name.substr(0, name.size() - suffix.size()) + name.substr(name.rfind('.')),
                                 i);
  }
  for (std::size_t i = 0; i < plan.size() && !called_as_labels.empty(); ++i) {
    const std::string name = plan.name(i);
    if (const auto found = called_as_labels.find(name); found != called_as_labels.end())
      return make_error(
          fmt::format("{} would be both a picture and a label of {}", plan.name(found->second), name),
          "give another --name, such as {pose}_{index}.png");
  }
  return std::nullopt;
}

}  // namespace mmd
