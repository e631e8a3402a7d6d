#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/text.h"
#include "options/batch_choice.h"
#include "options/name_template.h"
#include "options/option_values.h"
#include "options/output_file.h"

namespace mmd {
namespace {

std::string add_place(std::vector<std::string>& to, Text text) {
  return set_text(to.emplace_back(), text,
                  "expected a folder, an archive, a file, a pattern in quotes, or @LIST");
}

std::string set_names(Options& o, Text text) {
  const auto names = NameTemplate::parse(text);
  if (!names) return names.error().what + (names.error().hint.empty() ? "" : "; " + names.error().hint);
  if (text.empty()) return "expected a name, for example {model}/{pose}.png";
  if (text == "-" || !picture_format(std::string(text)))
    return fmt::format("expected a name that ends in one of {}", picture_extensions());
  o.batch.names = text;
  return {};
}

constexpr const char* frames_expected = "expected FIRST:LAST or FIRST:LAST:STEP, for example 0:300:2";

std::string set_frames(Options& o, Text text) {
  constexpr double last_frame = 4294967295.0;
  BatchFrames range;
  const std::size_t first_colon = text.find(':');
  if (first_colon == Text::npos) return frames_expected;
  const Text first = text.substr(0, first_colon), rest = text.substr(first_colon + 1);
  const std::size_t second_colon = rest.find(':');
  const Text last = rest.substr(0, second_colon);
  if (!first.empty() && !parse_number(first, range.first)) return frames_expected;
  if (!last.empty() && !parse_number(last, range.last.emplace())) return frames_expected;
  if (second_colon != Text::npos && !parse_number(rest.substr(second_colon + 1), range.step.emplace()))
    return frames_expected;
  if (range.first < 0.0 || range.first > last_frame || range.last.value_or(range.first) < range.first ||
      range.last.value_or(0.0) > last_frame)
    return "frames must be 0 or more, and the last must not come before the first";
  if (range.step.value_or(1.0) < 1e-3) return "expected a step of at least 0.001 frames";
  o.batch.frames = range;
  return {};
}

std::string set_views(Options& o, Text text) {
  constexpr Text random = "random:";
  constexpr int most = 100000;
  std::vector<View> views;
  int by_chance = 0;
  for (const Text word : split_at(text, ',')) {
    if (const auto view = view_from_name(word)) {
      views.push_back(*view);
    } else if (word.substr(0, random.size()) != random || by_chance > 0 ||
               !parse_number(word.substr(random.size()), by_chance) || by_chance < 1 || by_chance > most) {
      return fmt::format("expected names with commas between them: {}, or random:N", names_of_views());
    }
  }
  o.batch.views = std::move(views);
  o.batch.random.count = static_cast<std::size_t>(by_chance);
  return {};
}

std::string set_seed(Options& o, Text text) {
  return read_whole(text, o.batch.random.seed) ? "" : "expected a whole number from 0";
}

/// "A:B", or one number for both.
std::string set_range(NumberRange& range, Text text, float least, float most) {
  const std::size_t colon = text.find(':');
  const Text low = text.substr(0, colon), high = colon == Text::npos ? low : text.substr(colon + 1);
  NumberRange out;
  if (!parse_number(low, out.low) || !parse_number(high, out.high) || out.low < least || out.high > most ||
      out.high < out.low)
    return fmt::format("expected A:B, A not greater than B, both from {:.10g} to {:.10g}", least, most);
  range = out;
  return {};
}

std::string set_random_fov(Options& o, Text text) {
  return set_range(o.batch.random.fov.emplace(), text, 1.0f, 170.0f);
}

std::string set_file(std::string& to, Text text) {
  return set_text(to, text, "expected a file name");
}

std::string set_sheet(Options& o, Text text) {
  if (!picture_format(std::string(text)) || text == "-")
    return fmt::format("expected a name that ends in one of {}", picture_extensions());
  return set_file(o.batch.sheet, text);
}

std::string set_video(Options& o, Text text) {
  if (!video_kind(text)) return "expected a name that ends in .mp4 or .webm";
  return set_file(o.batch.video, text);
}

std::string set_frame_rate(Options& o, Text text) {
  if (text != "30" && text != "60") return "expected 30 or 60";
  o.batch.frame_rate = text == "30" ? 30 : 60;
  return {};
}

std::string set_shard(Options& o, Text text) {
  o.batch.shard_by_environment = text == "auto";
  if (o.batch.shard_by_environment) return {};
  const auto shard = parse_shard(text);
  if (!shard) return shard.error().what;
  o.batch.shard = *shard;
  return {};
}

std::string set_shards(Options& o, Text text) {
  int count = 0;
  if (!parse_number(text, count) || count < 1) return "expected the number of shards";
  o.batch.shards = static_cast<std::size_t>(count);
  return {};
}

std::string set_most_seconds(Options& o, Text text) {
  if (!parse_number(text, o.batch.max_seconds) || o.batch.max_seconds <= 0.0)
    return "expected seconds above 0, for example 30";
  return {};
}

std::string set_progress(Options& o, Text text) {
  static constexpr Named<ProgressKind> kinds[] = {{"auto", ProgressKind::automatic},
                                                  {"bar", ProgressKind::bar},
                                                  {"lines", ProgressKind::lines},
                                                  {"json", ProgressKind::json},
                                                  {"none", ProgressKind::silent}};
  return choose(o.batch.progress, text, kinds);
}

constexpr Text batch_group = "Batch";
constexpr OptionRow batch_rows[] = {
    {batch_group, "--poses", "", "FILE|DIR|@LIST", "poses to render on each model", "", on_batch, on_batch,
     [](Options& o, Text text) { return add_place(o.batch.poses, text); }, true},
    {batch_group, "--motions", "", "FILE|DIR|@LIST", "motions to render on each model", "", on_batch,
     on_batch, [](Options& o, Text text) { return add_place(o.batch.motions, text); }, true},
    {batch_group, "--frames", "", "A:B[:STEP]", "frames of each motion, B included; without B to the end",
     "only --frame", on_batch, on_batch, set_frames, false, "--frame"},
    {batch_group, "--views", "", "NAME,NAME|random:N", "views of each pose; random:N adds N random ones",
     "--view", on_batch, on_batch, set_views, false, "--view"},
    {batch_group, "--seed", "", "N", "random seed of --views random:N", "0", on_batch, 0, set_seed},
    {batch_group, "--azimuth", "", "A:B",
     "random views: degrees from the front, positive to the model's left", "-180:180", on_batch, 0,
     [](Options& o, Text text) { return set_range(o.batch.random.azimuth, text, -360.0f, 360.0f); }},
    {batch_group, "--elevation", "", "A:B", "random views: degrees above the horizon", "-15:45", on_batch, 0,
     [](Options& o, Text text) { return set_range(o.batch.random.elevation, text, -89.0f, 89.0f); }},
    {batch_group, "--distance", "", "A:B", "random views: multiple of the distance that fits the model",
     "1:1.5", on_batch, 0,
     [](Options& o, Text text) { return set_range(o.batch.random.distance, text, 0.05f, 100.0f); }},
    {batch_group, "--random-fov", "", "A:B", "random views: vertical field of view in degrees", "--fov",
     on_batch, 0, set_random_fov},
    {batch_group, "--random-roll", "", "A:B", "random views: camera roll in degrees", "0:0", on_batch, 0,
     [](Options& o, Text text) { return set_range(o.batch.random.roll, text, -360.0f, 360.0f); }},
    {batch_group, "--random-light", "", "", "random views: random light from above", "", on_batch, 0,
     [](Options& o, Text) { return assign(o.batch.random.light, true); }},
    {batch_group, "--name", "", "TEMPLATE", "file name template below the output folder",
     "{model}/{folder}/{pose}.png", on_batch, on_batch, set_names},
    {batch_group, "--fail-fast", "", "", "stop at the first failure", "", on_batch, 0,
     [](Options& o, Text) { return assign(o.batch.fail_fast, true); }},
    {batch_group, "--keep-going", "", "", "continue after failures (default)", "", on_batch, 0,
     [](Options& o, Text) { return assign(o.batch.fail_fast, false); }, false, "--fail-fast"},
    {batch_group, "--dry-run", "", "", "list pictures to render, pictures to skip and errors; draw nothing",
     "", on_batch, on_batch, [](Options& o, Text) { return assign(o.batch.dry_run, true); }},
    {batch_group, "--skip-existing", "", "", "skip up-to-date pictures", "", on_batch, on_batch,
     [](Options& o, Text) { return assign(o.batch.skip_existing, true); }, false, "--no-metadata"},
    {batch_group, "--manifest", "", "FILE", "append a line of JSON per picture to this file", "", on_batch,
     on_batch, [](Options& o, Text text) { return set_file(o.batch.manifest, text); }},
    {batch_group, "--sheet", "", "FILE", "contact sheet of the pictures (.png, .jpg, .jpeg, .webp)", "",
     on_batch, 0, set_sheet},
    {batch_group, "--index", "", "FILE", "web page with the pictures and their problems (index.html)", "",
     on_batch, 0, [](Options& o, Text text) { return set_file(o.batch.index, text); }},
    {batch_group, "--web", "", "DIR", "website with the pictures, the models and the viewer for browsers", "",
     on_batch, 0, [](Options& o, Text text) { return set_text(o.batch.web, text, "expected a folder"); }},
    {batch_group, "--i-may-publish", "", "", "say that the terms of models and poses allow --web", "",
     on_batch, 0, [](Options& o, Text) { return assign(o.batch.may_publish, true); }},
    {batch_group, "--video", "", "FILE", "one video instead of pictures (.mp4, .webm; needs ffmpeg)", "",
     on_batch, 0, set_video},
    {batch_group, "--frame-rate", "", "30|60", "frames per second of the video", "30", on_batch, 0,
     set_frame_rate},
    {batch_group, "--max-seconds", "", "S", "time limit for posing a picture, in seconds", "no limit",
     on_batch | on_serve, on_serve, set_most_seconds},
    {batch_group, "--progress", "", "KIND", "progress on standard error: auto, bar, lines, json or none",
     "auto", on_batch, 0, set_progress},
    {batch_group, "--shard", "", "I/N|auto",
     "render part I of N, counted from 0; auto: set by Slurm, Kubernetes, AWS", "all", on_batch, 0,
     set_shard},
    {batch_group, "--shards", "", "N", "number of parts, for --shard auto", "", on_batch, 0, set_shards},
    {batch_group, "--merge", "", "FILE|PATTERN", "join shard manifests into --manifest; draw nothing", "",
     on_batch, 0, [](Options& o, Text text) { return set_file(o.batch.merge.emplace_back(), text); }, true},
    {batch_group, "--threads", "", "N", "threads for posing and encoding", "number of processors", on_batch,
     0,
     [](Options& o, Text text) {
       return set_number(o.batch.threads, text, 1, 1024, "expected a number of threads from 1 to 1024");
     }},
};

}  // namespace

std::span<const OptionRow> batch_option_rows() {
  return batch_rows;
}

Result<Shard> parse_shard(std::string_view text) {
  constexpr int max_shards = 1'000'000;
  const std::size_t slash = text.find('/');
  int index = 0, count = 0;
  if (slash == std::string_view::npos || !parse_number(text.substr(0, slash), index) ||
      !parse_number(text.substr(slash + 1), count) || count > max_shards || index < 0 || index >= count)
    return fail("expected INDEX/COUNT, counted from 0, for example 2/8, or auto");
  return Shard{static_cast<std::size_t>(index), static_cast<std::size_t>(count)};
}

namespace {

struct VideoKindRow {
  std::string_view extension;
  VideoKind kind;
  const char *format, *video, *audio;
};
// Current browsers play these codecs. At these quality settings (crf), flat colours and outlines show no
// blocks.
constexpr VideoKindRow video_kinds[] = {
    {".mp4", VideoKind::mp4, "mp4 -movflags +faststart", "libx264 -preset medium -crf 18", "aac -b:a 192k"},
    {".webm", VideoKind::webm, "webm", "libvpx-vp9 -crf 24 -b:v 0 -row-mt 1 -cpu-used 2",
     "libopus -b:a 160k"}};

const VideoKindRow* video_row(std::string_view file) {
  const std::string folded = fold_name(file);
  const auto* row = std::find_if(std::begin(video_kinds), std::end(video_kinds), [&](const VideoKindRow& r) {
    return folded.size() > r.extension.size() && folded.ends_with(r.extension);
  });
  return row == std::end(video_kinds) ? nullptr : row;
}

/// Adds the words of a text that has one space between words.
void add_words(std::string_view text, std::vector<std::string>& to) {
  while (!text.empty()) to.emplace_back(take_until(text, ' '));
}

}  // namespace

std::optional<VideoKind> video_kind(std::string_view file) {
  const VideoKindRow* row = video_row(file);
  return row == nullptr ? std::nullopt : std::optional(row->kind);
}

std::optional<Diagnostic> video_problem(const VideoChoice& choice) {
  if (video_kind(choice.file) != VideoKind::mp4 || (choice.width % 2 == 0 && choice.height % 2 == 0))
    return std::nullopt;
  return in_file(
      make_error(fmt::format("MP4 needs an even width and height, not {}x{}", choice.width, choice.height),
                 "change --size, or write a .webm"),
      choice.file);
}

std::vector<std::string> ffmpeg_arguments(const VideoChoice& choice, const std::string& output) {
  const VideoKindRow& kind = *video_row(choice.file);
  std::vector<std::string> out;
  add_words("-hide_banner -loglevel error -y -f rawvideo -pix_fmt rgba", out);
  add_words(fmt::format("-video_size {}x{} -framerate {} -i pipe:0", choice.width, choice.height,
                        choice.frame_rate),
            out);
  if (!choice.audio.empty()) {
    if (choice.audio_begin > 0.0) add_words(fmt::format("-ss {:.6f}", choice.audio_begin), out);
    // "file:" keeps ffmpeg from reading a colon in the name as a protocol, or a leading dash as an option.
    out.insert(out.end(), {"-i", "file:" + choice.audio});
    add_words("-map 0:v:0 -map 1:a:0", out);
    const double seconds = static_cast<double>(choice.pictures) / choice.frame_rate;
    const std::string later =
        choice.audio_begin < 0.0 ? fmt::format("adelay={:.0f}:all=1,", -1000.0 * choice.audio_begin) : "";
    add_words(
        fmt::format("-af {2}apad=whole_dur={0:.6f},atrim=end={0:.6f} -c:a {1}", seconds, kind.audio, later),
        out);
  }
  const char* pixels = kind.kind == VideoKind::webm && choice.has_alpha ? "yuva420p" : "yuv420p";
  add_words(
      fmt::format("-c:v {} -vf scale=out_color_matrix=bt709:out_range=tv,format={}", kind.video, pixels),
      out);
  add_words("-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv", out);
  add_words(fmt::format("-f {}", kind.format), out);
  out.push_back("file:" + output);
  return out;
}

}  // namespace mmd
