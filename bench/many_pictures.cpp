#include "bench/many_pictures.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "commands/batch/batch_run.h"
#include "document/framing.h"
#include "document/loaded_figure.h"
#include "document/pose_sampler.h"
#include "formats/vpd.h"
#include "render/renderer.h"

namespace mmd::bench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void give_up(const Diagnostic& why) {
  std::fprintf(stderr, "%s\n", describe(why).c_str());
  std::exit(1);
}

template <class T>
T or_give_up(Result<T> result) {
  if (!result) give_up(result.error());
  return std::move(*result);
}

std::vector<vpd::File> sample_poses(const std::string& samples) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(samples) / "poses")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<vpd::File> out;
  for (const fs::path& file : files) {
    const Bytes bytes = or_give_up(read_file(file));
    if (vpd::looks_like(bytes)) out.push_back(or_give_up(vpd::read(bytes)).file);
  }
  if (out.empty()) give_up(make_error("no poses in " + samples));
  return out;
}

/// Rotates each bone by up to 15 degrees.
vpd::File shaken(vpd::File pose, std::mt19937& chance) {
  std::uniform_real_distribution<float> half_angle(-0.13f, 0.13f);
  for (vpd::Bone& bone : pose.bones) {
    const quat own(bone.rotation.w, bone.rotation.x, bone.rotation.y, bone.rotation.z);
    const float x = half_angle(chance), y = half_angle(chance), z = half_angle(chance);
    const quat turned = glm::normalize(own * quat(1.0f, x, y, z));
    bone.rotation = vec4(turned.x, turned.y, turned.z, turned.w);
    bone.rotation_beyond = vec4(0.0f);
  }
  return pose;
}

/// The sample in a pose, set up as in `batch`.
std::unique_ptr<Scene> posed_scene(const std::string& samples, const fs::path& pose,
                                   const PictureSettings& settings) {
  const std::string model = to_utf8(fs::path(samples) / "figure" / "figure.pmx");
  static const LoadedFigure loaded = or_give_up(load_document({model}, {}, true));
  const auto document = std::make_shared<LoadedFigure>(loaded);
  InputFile input = or_give_up(read_input(to_utf8(pose)));
  std::vector<InputFile> poses;
  poses.push_back(std::move(input));
  const auto laid = lay(or_give_up(parse_layers(poses, {})), *document);
  if (!laid) give_up(laid.error());
  PoseSampler sampler(document);
  auto scene = std::make_unique<Scene>();
  auto actor = std::make_unique<Actor>(document->loaded.model, document->loaded.textures);
  const PosedState& state = pose_actor(sampler, 0.0, {}, *actor);
  actor->evaluate();
  scene->actors.push_back(std::move(actor));
  scene->settings.self_shadow = settings.self_shadow;
  scene->settings.ground_shadow = settings.ground_shadow;
  scene->settings.edge = settings.edge;
  scene->camera = camera_for({}, state, *scene, 1.0f);
  static_cast<void>(scene->actors.front()->posed_positions());  // skinned before the measurement
  return scene;
}

double processor_seconds(const rusage& usage) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double own_processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return processor_seconds(usage);
}

/// Draws the scenes in turn until `left` is 0.
void draw_on(OffscreenContext& context, const std::vector<std::unique_ptr<Scene>>& scenes,
             const PictureSettings& settings, std::atomic<int>& ready, std::atomic<long>& left) {
  if (!context.enter_thread()) give_up(make_error("a thread cannot have its OpenGL context"));
  auto renderer = or_give_up(Renderer::create());
  const auto draw = [&](std::size_t i) {
    const auto begun =
        renderer->start_picture(*scenes[i % scenes.size()], settings.size, settings.size, settings.samples);
    if (!begun) give_up(begun.error());
    static_cast<void>(or_give_up(renderer->take_picture()));
  };
  for (std::size_t i = 0; i < 3; ++i) draw(i);
  --ready;
  while (ready > 0) std::this_thread::yield();
  for (std::size_t i = 0; left-- > 0; ++i) draw(i);
  renderer.reset();
  context.leave_thread();
}

}  // namespace

std::vector<std::string> words_of(const PictureSettings& settings) {
  const std::string side = std::to_string(settings.size);
  std::vector<std::string> out{"--size", side + "x" + side, "--samples", std::to_string(settings.samples),
                               "--no-physics"};
  if (!settings.self_shadow) out.push_back("--no-self-shadow");
  if (!settings.ground_shadow) out.push_back("--no-ground-shadow");
  if (!settings.edge) out.push_back("--no-edge");
  return out;
}

void write_poses(const std::string& samples, std::size_t count, const fs::path& folder) {
  const std::vector<vpd::File> poses = sample_poses(samples);
  std::mt19937 chance(1);
  fs::create_directories(folder);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = or_give_up(vpd::write(shaken(poses[i % poses.size()], chance)));
    std::string name = std::to_string(i);
    name.insert(0, 6 - std::min<std::size_t>(name.size(), 6), '0');
    const auto written = write_file_atomically(folder / (name + ".vpd"), as_byte_span(text), Lasting::no);
    if (!written) give_up(written.error());
  }
}

std::string pose_text(const std::string& samples) {
  vpd::File pose = sample_poses(samples).front();
  pose.encoding = vpd::Encoding::utf8;
  return or_give_up(vpd::write(pose));
}

Cost drawn_alone(const std::string& samples, const fs::path& poses, const PictureSettings& settings,
                 std::size_t pictures, std::size_t contexts) {
  constexpr std::size_t max_scenes = 16;  // each holds its vertices
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(poses)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  files.resize(std::min(files.size(), max_scenes));
  auto first = or_give_up(OffscreenContext::create());
  if (contexts == 0) contexts = batch_threads(0, std::thread::hardware_concurrency(), draws_on_cpu()).drawing;
  const auto open = contexts_beside(std::move(first), contexts);
  contexts = open.size();
  // Each context has scenes of its own, because caches in a scene are not thread-safe.
  std::vector<std::vector<std::unique_ptr<Scene>>> scenes(contexts);
  for (auto& own : scenes)
    for (const fs::path& file : files) own.push_back(posed_scene(samples, file, settings));
  std::atomic<int> ready(static_cast<int>(contexts) + 1);
  std::atomic<long> left(static_cast<long>(pictures));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < contexts; ++i)
    threads.emplace_back([&, i] { draw_on(*open[i], scenes[i], settings, ready, left); });
  while (ready > 1) std::this_thread::yield();
  const double begun = seconds_now(), begun_processor = own_processor_seconds();
  --ready;
  for (std::thread& thread : threads) thread.join();
  return {seconds_now() - begun, own_processor_seconds() - begun_processor, 0};
}

Child::Child(const std::vector<std::string>& command) : begun_(seconds_now()) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) give_up(make_error("no pipes"));
  id_ = fork();
  if (id_ < 0) give_up(make_error("no further process"));
  if (id_ == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execv(words[0], words.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  in_ = fdopen(in[1], "w");
  out_ = fdopen(out[0], "r");
}

Child::~Child() {
  if (id_ > 0) finish();
}

void Child::send(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), in_);
  std::fflush(in_);
}

std::string Child::receive() {
  char* line = nullptr;
  std::size_t room = 0;
  const ssize_t length = getline(&line, &room, out_);
  std::string out(length > 0 ? line : "", length > 0 ? static_cast<std::size_t>(length) : 0);
  std::free(line);
  return out;
}

Cost Child::finish() {
  std::fclose(in_);
  while (!receive().empty()) {
  }
  std::fclose(out_);
  int status = 0;
  rusage usage{};
  wait4(id_, &status, 0, &usage);
  id_ = -1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) give_up(make_error("the program failed"));
  return {seconds_now() - begun_, processor_seconds(usage), static_cast<std::size_t>(usage.ru_maxrss) * 1024};
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Scratch::Scratch() {
  std::string name = (fs::temp_directory_path() / "mmdview_bench_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) give_up(make_error("no folder for the time being"));
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace mmd::bench
