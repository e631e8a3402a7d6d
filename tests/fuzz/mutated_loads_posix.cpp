// Runs the program's commands, as main() calls them, on many randomly changed files: nothing crashes or
// hangs, and every run keeps the rules of load_case.h and leaves no file behind.
//
//   mutated_loads [--count N] [--seed N] [--first N] [--timed] [--keep FOLDER]
//
// Seed and number identify a load, so `--first N --count 1` repeats one. Loads run one after another in a
// child process; if it dies, the next child continues after the load that killed it. `--timed`: a load may
// take 1 s of processor time plus 1 s for each megabyte. `--keep` keeps the files that failed. Exits with 1
// on a failure.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "commands/commands.h"
#include "options/command_line.h"
#include "options/messages.h"
#include "scene/input.h"
#include "tests/assets/temporary_folder.h"
#include "tests/fuzz/load_case.h"

namespace {

using namespace mmd;

namespace fs = std::filesystem;

struct Wanted {
  std::uint64_t count = 2000, seed = 1, first = 0;
  bool timed = false;
  std::string keep;
};

/// Shared between the process that runs loads and its parent.
struct Shared {
  std::uint64_t next = 0;  ///< the current or next load
  std::uint64_t broken = 0, refused = 0;
  double slowest = 0.0;  ///< seconds of processor time
  std::uint64_t slowest_load = 0;
};

constexpr unsigned hung_after = 60;  // seconds of wall-clock time
constexpr std::uint64_t max_told = 400;

/// A file that receives standard output or standard error.
class Capture {
 public:
  explicit Capture(FILE* stream) : stream_(stream), file_(std::tmpfile()) {
    if (file_ == nullptr) throw std::runtime_error("there is no room for temporary files");
  }
  void begin() {
    std::fflush(stream_);
    if (dup2(fileno(file_), fileno(stream_)) < 0 || ftruncate(fileno(file_), 0) != 0) std::abort();
    lseek(fileno(file_), 0, SEEK_SET);
  }
  std::string text() {
    std::fflush(stream_);
    const off_t size = lseek(fileno(file_), 0, SEEK_END);
    std::string out(static_cast<std::size_t>(std::max<off_t>(size, 0)), '\0');
    const ssize_t read = pread(fileno(file_), out.data(), out.size(), 0);
    out.resize(static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
    return out;
  }

 private:
  FILE* stream_;
  FILE* file_;
};

/// Runs commands that need neither a window nor a graphics driver, as main() does.
int run_command(const std::vector<std::string>& arguments) try {
  std::vector<const char*> argv{"mmdview"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  const CommandLine line = parse_command_line(static_cast<int>(argv.size()), argv.data());
  set_load_limits(line.options.limits);
  if (line.exit_status) return *line.exit_status;
  const std::map<Command, int (*)(const Options&)> commands = {
      {Command::info, run_info},   {Command::check, run_check}, {Command::fix, run_fix},
      {Command::bones, run_bones}, {Command::pose, run_pose},   {Command::export_, run_export}};
  return commands.at(line.options.command)(line.options);
} catch (const std::bad_alloc&) {
  print(make_error("not enough memory", "is the file much larger than a model should be?"), {});
  return exit_bad_input;
}

void put(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class Loads {
 public:
  Loads(const Wanted& wanted, Shared& shared)
      : wanted_(wanted),
        shared_(shared),
        console_(fdopen(dup(STDERR_FILENO), "w")),
        out_(stdout),
        err_(stderr),
        cases_(MMDVIEW_SOURCE_DIR, folder_.path(), static_cast<std::uint32_t>(wanted.seed)) {
    for (const auto& [name, bytes] : cases_.companions()) put(folder_.path() / name, bytes);
  }

  /// In a child process: runs all remaining loads.
  void run() {
    for (; shared_.next < wanted_.first + wanted_.count; ++shared_.next) {
      alarm(hung_after);
      const fuzz::LoadCase load = cases_.at(shared_.next);
      const std::string broken = run(load);
      if (!broken.empty()) tell(load, broken);
    }
    alarm(0);
    dup2(fileno(console_), STDERR_FILENO);
    std::fflush(console_);
  }

  /// Reports how a child process ended early, and continues after its load.
  void tell_death(int status) {
    const std::string why = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs"
                            : WIFSIGNALED(status) ? "ends by signal " + std::to_string(WTERMSIG(status))
                                                  : "ends with " + std::to_string(WEXITSTATUS(status));
    tell(cases_.at(shared_.next), why + "\n" + err_.text());
    ++shared_.next;
  }

 private:
  /// The broken rule of a run; empty: none.
  std::string run(const fuzz::LoadCase& load) {
    put(folder_.path() / load.input, load.bytes);
    out_.begin();
    err_.begin();
    const std::clock_t begin = std::clock();
    fuzz::Ended ended{load.arguments, run_command(load.arguments), {}, {}};
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    ended.out = out_.text();
    ended.err = err_.text();
    if (ended.status != 0) ++shared_.refused;
    if (seconds > shared_.slowest) {
      shared_.slowest = seconds;
      shared_.slowest_load = shared_.next;
    }
    std::string broken = fuzz::broken_rule(ended);
    const double allowed = 1.0 + static_cast<double>(load.bytes.size()) / 1e6;
    if (broken.empty() && wanted_.timed && seconds > allowed)
      broken = "takes " + std::to_string(seconds) + " s for " + std::to_string(load.bytes.size()) + " bytes";
    const std::string left = left_behind(load, ended.status);
    return broken.empty() ? left : broken;
  }

  /// Removes the files of the load and its command; names unexpected and missing ones.
  std::string left_behind(const fuzz::LoadCase& load, int status) {
    fs::remove(folder_.path() / load.input);
    const bool writes = !load.output.empty() && status == 0;
    if (writes && !fs::remove(folder_.path() / load.output)) return "writes no " + load.output;
    const bool has_more = writes && load.output.ends_with(".obj");  // its materials and their images
    for (const std::string& name : folder_.names()) {
      const auto is_it = [&](const auto& companion) { return companion.first == name; };
      if (std::any_of(cases_.companions().begin(), cases_.companions().end(), is_it)) continue;
      fs::remove_all(folder_.path() / name);
      if (has_more && name.starts_with("out")) continue;
      return "leaves " + name + " behind";
    }
    return {};
  }

  void tell(const fuzz::LoadCase& load, const std::string& broken) {
    if (++shared_.broken > max_told) return;
    std::fprintf(console_, "seed %llu, load %llu:", static_cast<unsigned long long>(wanted_.seed),
                 static_cast<unsigned long long>(shared_.next));
    for (const std::string& argument : load.arguments)
      std::fprintf(console_, " %s", fs::path(argument).filename().c_str());
    std::fprintf(console_, "\n  %s\n", broken.c_str());
    std::fflush(console_);
    if (wanted_.keep.empty()) return;
    fs::create_directories(wanted_.keep);
    put(fs::path(wanted_.keep) /
            (std::to_string(wanted_.seed) + "-" + std::to_string(shared_.next) + "-" + load.input),
        load.bytes);
  }

  const Wanted& wanted_;
  Shared& shared_;
  FILE* console_;
  test::TemporaryFolder folder_;
  Capture out_, err_;
  fuzz::LoadCases cases_;
};

/// Returns false on wrong usage.
bool understand(int argc, char** argv, Wanted& wanted) {
  const std::map<std::string_view, std::uint64_t*> numbers = {
      {"--count", &wanted.count}, {"--seed", &wanted.seed}, {"--first", &wanted.first}};
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    const auto number = numbers.find(name);
    if (name == "--timed") {
      wanted.timed = true;
    } else if (i + 1 < argc && name == "--keep") {
      wanted.keep = argv[++i];
    } else if (i + 1 < argc && number != numbers.end()) {
      *number->second = std::strtoull(argv[++i], nullptr, 10);
    } else {
      return false;
    }
  }
  return true;
}

/// Runs all loads, in as many child processes as needed. Returns false if one could not be started.
bool run_all(Loads& loads, const Wanted& wanted, Shared& shared) {
  while (shared.next < wanted.first + wanted.count) {
    const pid_t process = fork();
    if (process < 0) return false;
    if (process == 0) {
      loads.run();
      std::exit(0);  // runs the leak check
    }
    int status = 0;
    if (waitpid(process, &status, 0) != process) return false;
    if (status == 0) break;
    if (shared.next < wanted.first + wanted.count) {
      loads.tell_death(status);
    } else {
      ++shared.broken;  // already reported
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) try {
  Wanted wanted;
  if (!understand(argc, argv, wanted)) {
    std::fprintf(stderr, "usage: %s [--count N] [--seed N] [--first N] [--timed] [--keep FOLDER]\n", argv[0]);
    return 2;
  }
  void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 2;
  Shared& shared = *new (memory) Shared;
  shared.next = wanted.first;
  bool is_done = false;
  {
    Loads loads(wanted, shared);
    is_done = run_all(loads, wanted, shared);
  }
  std::printf("%llu loads of seed %llu, %llu refused; %llu broke a rule; the slowest, %llu, took %.2f s\n",
              static_cast<unsigned long long>(wanted.count), static_cast<unsigned long long>(wanted.seed),
              static_cast<unsigned long long>(shared.refused), static_cast<unsigned long long>(shared.broken),
              static_cast<unsigned long long>(shared.slowest_load), shared.slowest);
  return is_done && shared.broken == 0 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "mutated_loads: %s\n", error.what());
  return 2;
}
