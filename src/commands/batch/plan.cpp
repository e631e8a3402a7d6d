#include "commands/batch/plan.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/content_hash.h"
#include "base/errors.h"
#include "base/text.h"
#include "commands/batch/plan_frames.h"
#include "commands/batch/sources.h"
#include "commands/picture/picture_metadata.h"
#include "options/option_values.h"
#include "options/scene_file.h"

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
  if (a.model != b.model && lacks(NameField::model)) return "add {model} to --name to tell models apart";
  if (a.model != b.model && lacks(NameField::model_folder))
    return "add {model_folder} to --name to tell models apart";
  if (a.source != b.source && lacks(NameField::pose)) return "add {pose} to --name to tell poses apart";
  if (a.source != b.source && plan.sources[a.source].file == plan.sources[b.source].file &&
      a.model == b.model)
    return "remove the pose that is given twice";
  if (a.source != b.source && lacks(NameField::folder)) return "add {folder} to --name to tell poses apart";
  if (a.view != b.view && lacks(NameField::view)) return "add {view} to --name to tell views apart";
  if (a.frame != b.frame && lacks(NameField::frame)) return "add {frame} to --name to tell frames apart";
  return "add {index} to --name to tell all pictures apart";
}

}  // namespace

void Plan::count() {
  items_before_.assign(1, 0);
  for (const auto& own : frames) items_before_.push_back(items_before_.back() + own.size() * views.size());
  items_per_model_ = items_before_.back();
  // Each unpacking reads the archive's directory again, so small files are unpacked together.
  constexpr std::size_t min_files = 512;
  constexpr std::uint64_t min_bytes = std::uint64_t{64} << 20;
  unpacked_from_.clear();
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (i == 0 || (files >= min_files && bytes >= min_bytes)) {
      unpacked_from_.push_back(i);
      files = 0;
      bytes = 0;
    }
    ++files;
    if (sources[i].archive != nullptr) bytes += sources[i].archive->size(sources[i].member);
  }
}

std::size_t Plan::unpacked_with(std::size_t source) const {
  const auto next = std::upper_bound(unpacked_from_.begin(), unpacked_from_.end(), source);
  if (next == unpacked_from_.begin() || next[-1] != source) return source;
  return next == unpacked_from_.end() ? sources.size() : *next;
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
  return make_error(fmt::format("two pictures would get the name {}: {}, and {}", plan.name(one),
                                item_text(plan, a), item_text(plan, b)),
                    advice_for(plan, a, b));
}

std::optional<Diagnostic> find_label_collision(const Plan& plan, const std::vector<std::string>& suffixes) {
  // Look up the picture that has such a label.
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

namespace {

/// The places that were given without an option, by type.
struct NamedFiles {
  std::vector<std::string> models, poses, motions;
};

/// A folder, or an archive without a model, stands for its poses, or for its motions if it has no poses.
/// After
/// --motions, motions come first.
FileKind kind_within(const std::string& place, const Options& options) {
  const bool motions_first = !options.batch.motions.empty() && options.batch.poses.empty();
  const FileKind first = motions_first ? FileKind::motion : FileKind::pose;
  const FileKind second = motions_first ? FileKind::pose : FileKind::motion;
  if (!find_sources({place}, first).found.empty()) return first;
  return find_sources({place}, second).found.empty() ? first : second;
}

bool holds_no_model(InputFile archive) {
  const auto opened = open_archive(std::move(archive.bytes), archive.name);
  return opened && models_in(**opened).empty() &&
         (!(*opened)->list(".vpd").empty() || !(*opened)->list(".vmd").empty());
}

FileKind kind_of(const std::string& file, const Options& options) {
  std::error_code error;
  if (std::filesystem::is_directory(path_from_utf8(file), error)) return kind_within(file, options);
  const std::string extension = fold_name(to_utf8(path_from_utf8(file).extension()));
  if (extension == ".vpd") return FileKind::pose;
  if (extension == ".vmd") return FileKind::motion;
  if (extension == ".pmx" || extension == ".pmd") return FileKind::model;
  auto input = read_input(file);
  if (!input) return FileKind::model;  // loading the model reports the problem
  if (input->kind != FileKind::archive) return input->kind;
  return holds_no_model(std::move(*input)) ? kind_within(file, options) : FileKind::model;
}

/// Sorts the files and lists (@LIST) next to the models by type.
Result<NamedFiles> sorted_out(const Options& options) {
  NamedFiles out;
  const auto add = [&](const std::string& file) {
    const FileKind kind = kind_of(file, options);
    (kind == FileKind::pose     ? out.poses
     : kind == FileKind::motion ? out.motions
                                : out.models)
        .push_back(file);
  };
  for (const std::string& file : options.files) {
    if (file.size() < 2 || file.front() != '@') {
      add(file);
      continue;
    }
    MMD_TRY(const Bytes bytes, read_file(path_from_utf8(file.substr(1))));
    for (const std::string& name : names_in_list(as_text(bytes))) add(name);
  }
  return out;
}

void add_sources(std::vector<std::string> named, const std::vector<std::string>& places, FileKind kind,
                 Plan& plan, Diagnostics& problems) {
  for (const std::string& place : places) named.push_back(place);
  Sources sources = find_sources(named, kind);
  for (Source& source : sources.found) plan.sources.push_back(std::move(source));
  for (Diagnostic& problem : sources.problems) problems.push_back(std::move(problem));
}

/// Skips unreadable motions.
void add_frames(const Options& options, const SceneMotions& of_scene, Plan& plan, Diagnostics& problems) {
  std::vector<Source> usable;
  for (Source& source : plan.sources) {
    auto frames = frames_of(source, of_scene, options);
    if (!frames) {
      problems.push_back(std::move(frames.error()));
      continue;
    }
    plan.frames.push_back(std::move(*frames));
    usable.push_back(std::move(source));
  }
  plan.sources = std::move(usable);
}

Source rest_pose() {
  Source out;
  out.name = "rest";
  out.kind = FileKind::unknown;
  return out;
}

/// The scene with its own poses and motions.
Source scene_source(const SceneMotions& motions, const Options& options) {
  Source out;
  out.file = options.state;
  out.name = to_utf8(path_from_utf8(options.state).stem());
  out.kind = motions.empty() ? FileKind::unknown : FileKind::motion;
  return out;
}

}  // namespace

std::string usual_names(const Options& options) {
  std::string out = "{model}/{folder}/{pose}";
  if (options.batch.frames || !options.batch.video.empty()) out += "_{frame:05}";
  if (options.batch.views.size() + options.batch.random.count > 1 || options.turntable > 0) out += "_{view}";
  return out + ".png";
}

std::vector<BatchView> batch_views(const Options& options) {
  std::vector<BatchView> out;
  const bool is_own = options.camera.eye_and_target.has_value();
  BatchView plain{is_own ? "camera" : name_of(options.camera.view.value_or(View::fit)), options.camera,
                  std::nullopt, 0.0f, options.given};
  for (int i = 0; i < options.turntable; ++i) {
    plain.name = fmt::format("{:03}", i);
    plain.turn = 2.0f * pi * static_cast<float>(i) / static_cast<float>(options.turntable);
    out.push_back(plain);
  }
  plain.turn = 0.0f;
  for (const View view : options.batch.views) {
    BatchView own = plain;
    own.name = name_of(view);
    own.camera.view = view;
    own.camera.eye_and_target.reset();
    own.given = given_with(options.given, "--view", own.name);
    out.push_back(std::move(own));
  }
  for (std::size_t i = 0; i < options.batch.random.count; ++i) {
    plain.name = fmt::format("random_{:03}", i);
    plain.chance = i;
    out.push_back(plain);
  }
  if (out.empty()) out.push_back(std::move(plain));
  return out;
}

Result<Plan> plan_batch(const Options& options, const std::vector<BatchView>& views, Diagnostics& problems) {
  Plan plan;
  MMD_TRY(NamedFiles named, sorted_out(options));
  if (named.models.empty()) return fail("no model was given", "give a .pmx, a .pmd or an archive with one");
  plan.models = std::move(named.models);
  const bool at_rest = named.poses.empty() && named.motions.empty() && options.batch.poses.empty() &&
                       options.batch.motions.empty();
  add_sources(std::move(named.poses), options.batch.poses, FileKind::pose, plan, problems);
  add_sources(std::move(named.motions), options.batch.motions, FileKind::motion, plan, problems);
  SceneMotions of_scene;
  if (options.batch.plays_scene) {
    MMD_TRY(of_scene, motions_of_scene(plan.models.front(), options));
    plan.sources.push_back(scene_source(of_scene, options));
  } else if (at_rest) {
    plan.sources.push_back(rest_pose());
  }
  add_frames(options, of_scene, plan, problems);
  const std::string names = options.batch.names.empty() ? usual_names(options) : options.batch.names;
  MMD_TRY(plan.names, NameTemplate::parse(names));
  for (const BatchView& view : views) plan.views.push_back(view.name);
  plan.count();
  return plan;
}

std::optional<Diagnostic> idle_frames(const Options& options, const Plan& plan) {
  const auto is_motion = [](const Source& source) { return source.kind == FileKind::motion; };
  if (!options.batch.frames || std::any_of(plan.sources.begin(), plan.sources.end(), is_motion))
    return std::nullopt;
  return make_warning("--frames has no effect: there is no motion", "add a motion (.vmd) or --motions");
}

namespace {

/// The environment variables of a scheduler.
struct Scheduler {
  std::string_view name;
  const char* index;
  const char* count;  ///< number of tasks; null: no such variable
  const char* first;  ///< first index; null: 0
  const char* step;   ///< distance of indices; null: 1
};
constexpr Scheduler schedulers[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP"},
    {"Kubernetes", "JOB_COMPLETION_INDEX", nullptr, nullptr, nullptr},
    {"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", nullptr, nullptr}};

/// A number from the environment; `otherwise` if it is not set. Error: not a number.
Result<std::size_t> number_of(const Environment& environment, const char* name, std::size_t otherwise) {
  const auto text = name != nullptr ? environment(name) : std::nullopt;
  if (!text) return otherwise;
  std::size_t number = 0;
  if (!read_whole(*text, number))
    return fail(fmt::format("{} is \"{}\", which is not a number", name, *text));
  return number;
}

Result<Shard> shard_of_scheduler(const Scheduler& scheduler, const Environment& environment,
                                 std::size_t count) {
  MMD_TRY(const std::size_t id, number_of(environment, scheduler.index, 0));
  MMD_TRY(const std::size_t first, number_of(environment, scheduler.first, 0));
  MMD_TRY(const std::size_t step, number_of(environment, scheduler.step, 1));
  MMD_TRY(const std::size_t said, number_of(environment, scheduler.count, 0));
  if (count > 0 && said > 0 && count != said)
    return fail(fmt::format("{} is {}, but --shards is {}", scheduler.count, said, count),
                "run all tasks, give --shard INDEX/COUNT, or remove --shards");
  const Shard out{step > 0 && id >= first ? (id - first) / step : id, count > 0 ? count : said};
  if (out.count == 0)
    return fail(fmt::format("{} gives the number of this shard, but not how many there are", scheduler.name),
                "add --shards N");
  if (out.index >= out.count)
    return fail(fmt::format("{} is {}, but there are {} shards", scheduler.index, id, out.count),
                "set --shards to the number of tasks");
  return out;
}

}  // namespace

Environment process_environment() {
  return [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
  };
}

Result<Shard> shard_of_environment(const Environment& environment, std::size_t count) {
  for (const Scheduler& scheduler : schedulers)
    if (environment(scheduler.index)) return shard_of_scheduler(scheduler, environment, count);
  return fail("--shard auto: this is not a task of Slurm, Kubernetes or AWS Batch",
              "give --shard INDEX/COUNT, or set SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or "
              "AWS_BATCH_JOB_ARRAY_INDEX");
}

std::size_t shard_of(const Plan& plan, const Item& item, std::size_t count) {
  if (count < 2) return 0;
  return static_cast<std::size_t>(identity_of(plan, item).low % count);
}

}  // namespace mmd
