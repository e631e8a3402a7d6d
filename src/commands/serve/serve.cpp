#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "annotations/labels.h"
#include "assets/file_set.h"
#include "base/base64.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/parallel_for.h"
#include "commands/commands.h"
#include "commands/picture/bounded_queue.h"
#include "commands/picture/picture_models.h"
#include "commands/serve/request_head.h"
#include "commands/serve/serve_request.h"
#include "options/messages.h"
#include "options/opened.h"
#include "options/output_file.h"
#include "render/context.h"
#include "render/drawn_picture.h"
#include "render/renderer.h"

namespace mmd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_models = 4;
/// Largest side, pixels: memory holds the picture and its text.
constexpr int max_pixels = 4096;

double time_since(Clock::time_point then) {
  return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
}

/// The file of a model; the archive of a model in one.
std::filesystem::file_time_type time_of(const std::string& file) {
  const auto in_archive = archive_path(file);
  std::error_code error;
  return std::filesystem::last_write_time(path_from_utf8(in_archive ? in_archive->archive : file), error);
}

std::string warnings_json(const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::warning) out.push_back(json_string(describe(d)));
  return fmt::format("[{}]", fmt::join(out, ","));
}

/// The output of `bones` on one line.
std::string bones_of(const Session& session) {
  std::string text = bones_json(*session.scene().actors.front(), nullptr,
                                *session.arrangement().subject().loaded, Space::mmd);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// The model as a request arranges it.
Result<Arrangement> arranged(const BatchModel& model, const ServeRequest& request, const Options& options,
                             Diagnostics& said) {
  Arrangement out = arrangement_of(options, true);
  out.figures = model.arrangement.figures;
  Figure& figure = out.figures.front();
  MMD_TRY(figure.loaded,
          posed_anew(*figure.loaded, parse_layers(request.poses, request.motions), options, said));
  figure.place = place_of_first(options, figure.loaded->loaded);
  MMD_TRY(take_names(options, options.frame, figure, said));
  MMD_TRY(take_look_at(options, out.figures));
  return out;
}

Result<void> check_size(const Options& options) {
  const auto [width, height] = options.size.value_or(PictureSize());
  if (width <= max_pixels && height <= max_pixels) return {};
  return fail(
      fmt::format("{}x{} pixels are too many; the limit is {}x{}", width, height, max_pixels, max_pixels));
}

/// The name of a request's picture in its labels: the file's, or the id's if that is text or a number.
std::string name_in_labels(const std::string& output, const std::string& id) {
  if (!output.empty()) return to_utf8(path_from_utf8(output).filename());
  const auto json = parse_json<nlohmann::json>(id);
  if (json && json->is_string()) return json->get<std::string>() + ".png";
  return json && json->is_number() ? id + ".png" : "picture.png";
}

/// The labels as a JSON object: each file's ending with its content, or with its name if `output` is not
/// empty.
std::string labels_json(const std::vector<LabelFile>& files, const std::string& output) {
  std::vector<std::string> out;
  out.reserve(files.size());
  for (const LabelFile& file : files) {
    std::string value;
    if (!output.empty()) {
      value = json_string(label_path(output, file.suffix));
    } else if (has_extension(file.suffix, ".json")) {
      value = as_text(file.bytes);
      value.erase(value.find_last_not_of('\n') + 1);
    } else {
      value = fmt::format("\"{}\"", base64(file.bytes));
    }
    out.push_back(fmt::format("{}:{}", json_string(file.suffix.substr(1)), value));
  }
  return fmt::format("{{{}}}", fmt::join(out, ","));
}

/// Keeps models loaded and handles requests, on the renderer's thread.
class ServeScene {
 public:
  /// `options` of `serve`.
  ServeScene(Renderer& renderer, const Options& options) : renderer_(renderer), options_(options) {}

  /// Loads a model in advance. Errors: as load_model().
  Result<void> warm(const std::string& model) {
    Options options(Command::shot);
    options.limits = options_.limits;
    MMD_TRY(served(model, options));
    return {};
  }

  /// Parses a request, poses and draws for it. The returned function encodes the picture and returns the
  /// answer, a line of JSON, also for errors. Call it once, on any thread.
  std::function<std::string()> begin(std::string_view line) {
    auto made = std::make_shared<Unfinished>();
    const ServeRequest request = parse_request(line);
    made->id = request.id;
    if (const auto done = make(request, *made); !done)
      return [id = request.id, why = in_words(done.error())] { return error_text(id, why); };
    return [made] {
      try {
        auto text = finish(*made);
        return text ? std::move(*text) : error_text(made->id, in_words(text.error()));
      } catch (...) {
        return error_text(made->id, error_caught("answer", "the request cannot be answered"));
      }
    };
  }

 private:
  /// An answer without the picture's bytes.
  struct Unfinished {
    Clock::time_point begun = Clock::now();
    std::string id;
    std::optional<DrawnPicture> picture;
    std::optional<LabelSource> labels;
    PictureFormat format = PictureFormat::png;
    std::string output;  ///< empty: the picture and the labels are in the answer
    CheckedOutputs outputs;
    vec4 background{0.0f};
    std::vector<std::pair<std::string, std::string>> members;
  };
  struct Served {
    std::string file;
    std::filesystem::file_time_type time;
    SkinLevel level = SkinLevel::full;
    std::string names;  ///< the table of its bones' names
    std::filesystem::file_time_type names_time;
    SharedBatchModel model;
    std::unique_ptr<Session> session;
  };
  Result<Served*> served(const std::string& file, const Options& options) {
    const auto time = time_of(file);
    const SkinLevel level = options.evaluation.skin_level;
    const auto names_time = time_of(options.names_of);
    const auto found = std::find_if(models_.begin(), models_.end(), [&](const Served& s) {
      return s.file == file && s.time == time && s.level == level && s.names == options.names_of &&
             s.names_time == names_time;
    });
    if (found != models_.end()) {
      models_.splice(models_.begin(), models_, found);
      return &models_.front();
    }
    models_.remove_if([&](const Served& s) { return s.file == file && s.time != time; });
    while (models_.size() >= max_models) models_.pop_back();
    MMD_TRY(SharedBatchModel model, load_batch_model(file, options));
    auto session = std::make_unique<Session>(model->arrangement);
    session->use_skin_plan(model->skin_plan);
    models_.push_front(
        {file, time, level, options.names_of, names_time, std::move(model), std::move(session)});
    return &models_.front();
  }

  Result<void> make(const ServeRequest& request, Unfinished& out) {
    if (request.problem) return fail(*request.problem);
    static_cast<void>(renderer_.take_warnings());  // of an earlier picture that failed
    MMD_TRY(const Options options, options_of(request, options_));
    MMD_TRY(check_size(options));
    MMD_TRY(Served * served_one, served(request.model, options));
    Session& session = *served_one->session;
    Diagnostics warnings;
    MMD_TRY(auto arrangement, arranged(*served_one->model, request, options, warnings));
    session.set(std::move(arrangement));
    const double most = options_.batch.max_seconds;
    const auto too_late = [&] { return most > 0.0 && time_since(out.begun) > 1e3 * most; };
    session.show(session.arrangement().frame, [&] { return !too_late(); });
    if (too_late()) return fail(fmt::format("timeout: posing took longer than {:.10g} s", most));
    session.aim(aspect_of(options), options.turntable > 0 ? Framing::turntable : Framing::still);
    if (request.wants_picture || !options.labels.is_empty()) {
      MMD_TRY(take_output(request, options, session, out));
      MMD_TRY(draw(options, session.scene(), request.wants_picture, out));
    }
    if (request.wants_bones) out.members.emplace_back("evaluation", bones_of(session));
    if (const auto& behind = options.look.background_picture)
      warnings.insert(warnings.end(), behind->diagnostics.begin(), behind->diagnostics.end());
    for (const Diagnostics& more : {served_one->model->diagnostics, physics_notes(session),
                                    scene_notes(session), renderer_.take_warnings()})
      warnings.insert(warnings.end(), more.begin(), more.end());
    out.members.emplace_back("warnings", warnings_json(warnings));
    return {};
  }

  /// Checks that the files of the answer may be written.
  Result<void> take_output(const ServeRequest& request, const Options& options, const Session& session,
                           Unfinished& out) const {
    out.output = request.output;
    if (request.output.empty()) return {};
    const auto format = picture_format(request.output);
    if (!format) return fail(unknown_picture_format(request.output));
    out.format = *format;
    Options own = options;
    own.command = Command::serve;
    own.output = request.output;
    own.files = options_.files;
    own.shader_dir = options_.shader_dir;
    std::vector<std::string> read = files_of(session.arrangement());
    for (const Served& one : models_)  // also of earlier requests
      for (std::string& file : files_of(one.model->arrangement)) read.push_back(std::move(file));
    MMD_TRY(out.outputs, CheckedOutputs::check(own, Written::by_name, std::move(read)));
    return {};
  }

  Result<void> draw(const Options& options, const Scene& scene, bool picture, Unfinished& out) {
    out.background = options.look.background;
    const auto [width, height] = options.size.value_or(PictureSize());
    if (!options.labels.is_empty()) {
      MMD_TRY(out.labels, labeller_.look(renderer_, scene, options.labels, width, height));
    }
    if (!picture) return {};
    MMD_TRY(renderer_.start_picture(scene, width, height, options.samples));
    MMD_TRY(out.picture, renderer_.take_picture());
    return {};
  }

  static Result<std::string> finish(Unfinished& made) {
    auto& members = made.members;
    const bool to_file = !made.output.empty();
    std::vector<LabelFile> labels;
    if (made.labels) {
      MMD_TRY(labels, label_files(*made.labels, name_in_labels(made.output, made.id)));
      made.labels.reset();
      members.insert(members.begin(), {to_file ? "label_files" : "labels", labels_json(labels, made.output)});
    }
    Bytes bytes;
    if (made.picture) {
      const Image image = finished(std::move(*made.picture), threads_for_one_picture());
      MMD_TRY(bytes, encode_picture(image, made.format, {}, made.background));
      members.insert(members.begin(),
                     {to_file ? "file" : "picture",
                      to_file ? json_string(made.output) : fmt::format("\"{}\"", base64(bytes))});
    }
    if (to_file) {
      std::vector<OutputFile> files = picture_files(made.output, bytes, labels);
      if (bytes.empty()) files.pop_back();  // labels alone
      MMD_TRY(made.outputs.write(files, Lasting::no));
    }
    members.emplace_back("ms", fmt::format("{:.1f}", time_since(made.begun)));
    return answer_text(made.id, members);
  }

  Renderer& renderer_;
  const Options& options_;
  Labeller labeller_;
  std::list<Served> models_;  ///< last requested first
};

/// Limits of a line, and of the waiting lines.
constexpr std::size_t max_line_bytes = std::size_t{16} << 20, max_waiting_bytes = std::size_t{64} << 20;
constexpr std::size_t max_waiting = 1024;
/// Number of pictures that may wait for encoding.
constexpr std::size_t max_drawn = 2;

/// A request that waits between the reading and the drawing thread, which parses it: the reading thread stays
/// free for "cancel".
struct WaitingRequest {
  std::string id, line;
};
using RequestQueue = BoundedQueue<WaitingRequest>;

/// Writes answers, one line at a time. Thread-safe.
class Answers {
 public:
  void write(const std::string& line) {
    const std::lock_guard lock(mutex_);
    const bool done =
        std::fwrite(line.data(), 1, line.size(), stdout) == line.size() && std::fflush(stdout) == 0;
    all_written_ = all_written_ && done;
  }
  /// Call when no thread writes any more.
  bool all_written() const { return all_written_; }

 private:
  std::mutex mutex_;
  bool all_written_ = true;
};

/// Reads a line of standard input; returns false at the end. A too long line is truncated, which makes it an
/// invalid request.
bool read_line(std::string& out) {
  out.clear();
  int c = std::getc(stdin);
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = std::getc(stdin))
    if (out.size() <= max_line_bytes) out += static_cast<char>(c);
  return true;
}

void read_requests(RequestQueue& queue, Answers& answers) {
  std::string line;
  while (read_line(line)) {
    if (line.size() > max_line_bytes) {
      answers.write(error_text(
          "null", make_error(fmt::format("the line is longer than {} MiB", max_line_bytes >> 20))));
      continue;
    }
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    RequestHead head = head_of(line);
    if (!head.cancels || !nlohmann::json::accept(line)) {
      queue.push({std::move(head.id), line}, line.size());
      continue;
    }
    const bool done =
        queue.remove([&](const WaitingRequest& waiting) { return waiting.id == *head.cancels; });
    if (done) answers.write(error_text(*head.cancels, make_error("cancelled")));
    answers.write(answer_text(head.id, {{"cancelled", done ? "true" : "false"}}));
  }
}

/// The answer to a request, also after an exception.
std::string text_of(const std::function<std::string()>& finish) {
  try {
    return finish();
  } catch (...) {
    return error_text("null", error_caught("answer a request", "a request cannot be answered"));
  }
}

std::function<std::string()> begun(ServeScene& scene, const WaitingRequest& waiting) {
  try {
    return scene.begin(waiting.line);
  } catch (...) {
    return [text = error_text(waiting.id, error_caught("answer", "the request cannot be answered"))] {
      return text;
    };
  }
}

}  // namespace

int run_serve(const Options& options) {
  refuse_streams();  // standard input and output carry requests and answers
  auto context = OffscreenContext::create();
  if (!context) return stop_with(context.error(), options, status_without_context());
  print_verbose((*context)->description(), options);
  auto renderer = Renderer::create({});
  if (!renderer) return stop_with(renderer.error(), options, exit_no_context);
  bool all_written = true;
  {
    ServeScene scene(**renderer, options);
    for (const std::string& model : options.files)
      if (const auto warmed = scene.warm(model); !warmed) return stop_with(warmed.error(), options);
    RequestQueue queue(max_waiting, max_waiting_bytes);
    Answers answers;
    // The next picture is drawn while this one is encoded; answers keep their order.
    BoundedQueue<std::function<std::string()>> drawn(max_drawn);
    const auto answer = [&] {
      while (const auto finish = drawn.pop()) answers.write(text_of(*finish));
    };
    const auto read = [&] {
      try {
        read_requests(queue, answers);
      } catch (...) {
        answers.write(error_text("null", error_caught("read requests", "requests cannot be read")));
      }
      queue.close();
    };
    std::thread answering, reading;
    try {
      answering = std::thread(answer);
      reading = std::thread(read);
    } catch (const std::system_error&) {
      drawn.close();
      if (answering.joinable()) answering.join();
      return stop_with(make_error("cannot start a thread",
                                  "close other programs; the system's limit of processes is reached"),
                       options, exit_bad_input);
    }
    while (const auto request = queue.pop()) drawn.push(begun(scene, *request));
    drawn.close();
    answering.join();
    reading.join();
    all_written = answers.all_written();
  }
  // As in `shot`: the process ends next.
  static_cast<void>(renderer->release());
  static_cast<void>(context->release());
  return all_written ? exit_done : stop_with(unwritten_output(), options);
}

}  // namespace mmd
