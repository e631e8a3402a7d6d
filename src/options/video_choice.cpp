#include "options/video_choice.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/text.h"

namespace mmd {
namespace {

struct KindRow {
  std::string_view extension;
  VideoKind kind;
  const char *format, *video, *audio;
};
// Codecs that every browser of today plays. The quality numbers are those at which flat colours and outlines
// show no blocks.
constexpr KindRow kinds[] = {
    {".mp4", VideoKind::mp4, "mp4 -movflags +faststart", "libx264 -preset medium -crf 18", "aac -b:a 192k"},
    {".webm", VideoKind::webm, "webm", "libvpx-vp9 -crf 24 -b:v 0 -row-mt 1 -cpu-used 2",
     "libopus -b:a 160k"}};

const KindRow* row_of(std::string_view file) {
  const std::string folded = fold_name(file);
  const auto* row = std::find_if(std::begin(kinds), std::end(kinds), [&](const KindRow& r) {
    return folded.size() > r.extension.size() &&
           folded.compare(folded.size() - r.extension.size(), r.extension.size(), r.extension) == 0;
  });
  return row == std::end(kinds) ? nullptr : row;
}

/// The words of a text, which has none with spaces in it.
void add_words(std::string_view text, std::vector<std::string>& to) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    to.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::optional<VideoKind> video_kind(std::string_view file) {
  const KindRow* row = row_of(file);
  return row == nullptr ? std::nullopt : std::optional(row->kind);
}

std::optional<Diagnostic> video_problem(const VideoChoice& choice) {
  if (video_kind(choice.file) != VideoKind::mp4 || (choice.width % 2 == 0 && choice.height % 2 == 0))
    return std::nullopt;
  return in_file(make_error(fmt::format("MP4 has even sides only, not {}x{}", choice.width, choice.height),
                            "choose another --size, or WebM"),
                 choice.file);
}

std::vector<std::string> ffmpeg_arguments(const VideoChoice& choice, const std::string& output) {
  const KindRow& kind = *row_of(choice.file);
  std::vector<std::string> out;
  add_words("-hide_banner -loglevel error -y -f rawvideo -pix_fmt rgba", out);
  add_words(fmt::format("-video_size {}x{} -framerate {} -i pipe:0", choice.width, choice.height,
                        choice.frame_rate),
            out);
  if (!choice.audio.empty()) {
    if (choice.audio_begin > 0.0) add_words(fmt::format("-ss {:.6f}", choice.audio_begin), out);
    // "file:" in front: a name may hold a colon, or begin with a dash.
    out.insert(out.end(), {"-i", "file:" + choice.audio});
    add_words("-map 0:v:0 -map 1:a:0", out);
    const double seconds = static_cast<double>(choice.pictures) / choice.frame_rate;
    add_words(fmt::format("-af apad=whole_dur={0:.6f},atrim=end={0:.6f} -c:a {1}", seconds, kind.audio), out);
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
