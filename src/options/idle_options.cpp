#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/errors.h"
#include "options/command_line.h"
#include "options/output_file.h"

namespace mmd {
namespace {

/// An option and a condition under which it has no effect.
struct IdleRow {
  Command command;
  std::string_view option;
  bool (*is_idle)(const Options& options);
  std::string_view why, hint;
};

bool looks_nowhere(const Options& o) {
  return !o.look_at;
}

bool has_no_random_views(const Options& o) {
  return o.batch.random.count == 0;
}

bool has_no_video(const Options& o) {
  return o.batch.video.empty();
}

bool has_views_of_its_own(const Options& o) {
  return o.turntable == 0 && (!o.batch.views.empty() || o.batch.random.count > 0);
}

bool stands_in_a_t(const Options& o) {
  return has_extension(o.output, ".vrm");
}

bool writes_no_names(const Options& o) {
  return !has_extension(o.output, ".glb") && !has_extension(o.output, ".vrm") &&
         !has_extension(o.output, ".vrma");
}

bool writes_no_glb(const Options& o) {
  return o.output == "-" || !has_extension(o.output, ".glb");
}

bool has_no_bone_axes(const Options& o) {
  return writes_no_glb(o) || !o.skin;
}

bool writes_no_vrm(const Options& o) {
  return !has_extension(o.output, ".vrm");
}

bool checks_no_vrm(const Options& o) {
  return o.check_for != "vrm";
}

bool writes_one_pose(const Options& o) {
  return o.frame || !o.skin || o.output == "-" || stands_in_a_t(o) || has_extension(o.output, ".vpd") ||
         has_extension(o.output, ".obj");
}

bool writes_no_vertices(const Options& o) {
  return has_extension(o.output, ".vpd") || has_extension(o.output, ".vmd") ||
         has_extension(o.output, ".vrma");
}

bool writes_no_expressions(const Options& o) {
  return writes_no_vrm(o) && !has_extension(o.output, ".vrma");
}

constexpr std::string_view no_random_views = "there are no random views", how_random = "add --views random:N",
                           no_video = "there is no video", how_video = "add --video FILE",
                           no_sampling = "a single pose is written, so nothing is sampled",
                           how_sampled = "write a .vmd, or a .glb of a motion without --frame";
constexpr IdleRow idle_rows[] = {
    {Command::batch, "--seed", has_no_random_views, no_random_views, how_random},
    {Command::batch, "--azimuth", has_no_random_views, no_random_views, how_random},
    {Command::batch, "--elevation", has_no_random_views, no_random_views, how_random},
    {Command::batch, "--distance", has_no_random_views, no_random_views, how_random},
    {Command::batch, "--random-fov", has_no_random_views, no_random_views, how_random},
    {Command::batch, "--random-roll", has_no_random_views, no_random_views, how_random},
    {Command::batch, "--random-light", has_no_random_views, no_random_views, how_random},
    {Command::batch, "--audio", has_no_video, no_video, how_video},
    {Command::batch, "--audio-offset", has_no_video, no_video, how_video},
    {Command::batch, "--no-audio", has_no_video, no_video, how_video},
    {Command::batch, "--camera", has_views_of_its_own, "--views sets its own cameras",
     "remove --camera or --views"},
    {Command::check, "--names-of", checks_no_vrm, "only a VRM is checked with such names", "add --for vrm"},
    {Command::export_, "--bake", stands_in_a_t, "a VRM is written in its T-pose",
     "write a .glb to keep the pose"},
    {Command::export_, "--settle", stands_in_a_t, "a VRM is written in its T-pose, with bodies at rest",
     "write a .glb to keep the pose"},
    {Command::export_, "--bake-rate", writes_one_pose, no_sampling, how_sampled},
    {Command::export_, "--bake-error", writes_one_pose, no_sampling, how_sampled},
    {Command::export_, "--lit", writes_no_glb, "only a .glb can be lit", "write a .glb"},
    {Command::export_, "--bones", has_no_bone_axes, "only a .glb with bones has other axes", "write a .glb"},
    {Command::export_, "--edges", writes_no_glb, "only a .glb has edges as faces", "write a .glb"},
    {Command::export_, "--attach", writes_no_glb, "only a .glb has several models", "write a .glb"},
    {Command::export_, "--place", writes_no_glb, "only a .glb has several models", "write a .glb"},
    {Command::export_, "--names", writes_no_names, "this file format has the names of MMD",
     "write a .glb or .vrm"},
    {Command::export_, "--vrm", writes_no_vrm, "only a VRM has such a version", "write a .vrm"},
    {Command::shot, "--look-share", looks_nowhere, "nothing is looked at", "add --look-at camera"},
    {Command::view, "--look-share", looks_nowhere, "nothing is looked at", "add --look-at camera"},
    {Command::bones, "--look-share", looks_nowhere, "nothing is looked at", "add --look-at camera"},
    {Command::batch, "--look-share", looks_nowhere, "nothing is looked at", "add --look-at camera"},
    {Command::export_, "--vrm-expressions", writes_no_expressions, "this file format has no expressions",
     "write a .vrm"},
    {Command::export_, "--arkit", writes_no_vrm, "only a VRM has such expressions", "write a .vrm"},
    {Command::export_, "--vrm-meta", writes_no_vrm, "only a VRM has such terms", "write a .vrm"},
    {Command::export_, "--no-skin", writes_no_vertices, "this file format has no vertices", "write a .glb"},
};

}  // namespace

Diagnostics idle_options(const Options& options, std::span<const std::string_view> given) {
  Diagnostics out;
  for (const IdleRow& row : idle_rows) {
    if (row.command != options.command || !row.is_idle(options)) continue;
    if (std::find(given.begin(), given.end(), row.option) == given.end()) continue;
    out.push_back(
        make_warning(fmt::format("{} has no effect: {}", row.option, row.why), std::string(row.hint)));
  }
  return out;
}

}  // namespace mmd
