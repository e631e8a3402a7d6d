#include <cerrno>
#include <cstdint>
#include <system_error>

#include <fmt/format.h>

#include "sandbox/file_walls.h"

#if defined(__linux__)
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mmd {
#if defined(__linux__)
namespace {

// Of linux/landlock.h, which older systems have not, or with less in it. Numbers of system calls from 424 on
// are the same on every processor.
constexpr long call_create_ruleset = 444, call_add_rule = 445, call_restrict_self = 446;
constexpr std::uint32_t ask_version = 1;
constexpr int path_beneath = 1;

struct RulesetAttributes {
  std::uint64_t files = 0, network = 0, scoped = 0;
};
struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed;
  std::int32_t parent;
};

enum Right : std::uint64_t {
  right_execute = 1u << 0,
  right_write_file = 1u << 1,
  right_read_file = 1u << 2,
  right_read_folder = 1u << 3,
  right_remove_folder = 1u << 4,
  right_remove_file = 1u << 5,
  right_make_device = 1u << 6,
  right_make_folder = 1u << 7,
  right_make_file = 1u << 8,
  right_make_socket = 1u << 9,
  right_make_pipe = 1u << 10,
  right_make_block_device = 1u << 11,
  right_make_link = 1u << 12,
  right_refer = 1u << 13,
  right_truncate = 1u << 14,
  right_ask_device = 1u << 15
};

/// What each version brought. All of it is forbidden; rules allow some again.
struct Version {
  long number;
  RulesetAttributes handled;
};
constexpr Version versions[] = {
    {1,
     {right_execute | right_write_file | right_read_file | right_read_folder | right_remove_folder |
          right_remove_file | right_make_device | right_make_folder | right_make_file | right_make_socket |
          right_make_pipe | right_make_block_device | right_make_link,
      0, 0}},
    {2, {right_refer, 0, 0}},
    {3, {right_truncate, 0, 0}},
    {4, {0, 3, 0}},  // TCP: to bind, to connect
    {5, {right_ask_device, 0, 0}},
    {6, {0, 0, 3}},  // sockets that have no file, signals: only of processes behind the same wall
};

RulesetAttributes handled_by(long version) {
  RulesetAttributes out;
  for (const Version& v : versions) {
    if (v.number > version) break;
    out.files |= v.handled.files;
    out.network |= v.handled.network;
    out.scoped |= v.handled.scoped;
  }
  return out;
}

/// What a rule allows for a file; a folder may be listed, too.
constexpr std::uint64_t to_read = right_read_file | right_read_folder,
                        to_write =
                            to_read | right_write_file | right_truncate | right_make_file | right_remove_file,
                        to_use_devices = to_read | right_write_file | right_ask_device,
                        of_files = right_read_file | right_write_file | right_truncate | right_ask_device;

/// A file descriptor that closes itself.
struct Descriptor {
  explicit Descriptor(int of) : number(of) {}
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  const int number;
};

/// The ruleset that is being made.
class Ruleset {
 public:
  Ruleset(int descriptor, std::uint64_t handled) : descriptor_(descriptor), handled_(handled) {}

  void allow(const std::vector<std::filesystem::path>& paths, std::uint64_t rights) {
    for (const std::filesystem::path& path : paths) {
      const Descriptor there(open(path.c_str(), O_PATH | O_CLOEXEC));
      struct stat status {};
      if (there.number < 0 || fstat(there.number, &status) != 0) continue;
      PathBeneath rule{rights & handled_ & (S_ISDIR(status.st_mode) ? ~std::uint64_t{0} : of_files),
                       there.number};
      const bool added = syscall(call_add_rule, descriptor_.number, path_beneath, &rule, 0u) == 0;
      // What has no place in the tree of files, like a pipe, needs no rule.
      if (!added && errno != EBADFD) error_ = errno;
    }
  }
  /// 0, or what went wrong; a rule that could not be added leaves walls that hold more.
  int restrict_self() {
    if (syscall(call_restrict_self, descriptor_.number, 0u) != 0) return errno;
    return error_;
  }

 private:
  const Descriptor descriptor_;
  const std::uint64_t handled_;
  int error_ = 0;
};

std::string no_landlock(int error) {
  if (error == ENOSYS) return "the kernel has no Landlock";
  if (error == EOPNOTSUPP) return "the kernel was started without Landlock";
  return fmt::format("Landlock: {}", std::generic_category().message(error));
}

}  // namespace

std::optional<std::string> wall_off_files(const SandboxRules& rules) {
  const long version = syscall(call_create_ruleset, nullptr, std::size_t{0}, ask_version);
  if (version < 1) return no_landlock(errno);
  const RulesetAttributes handled = handled_by(version);
  const int descriptor = static_cast<int>(syscall(call_create_ruleset, &handled, sizeof(handled), 0u));
  if (descriptor < 0) return no_landlock(errno);
  Ruleset ruleset(descriptor, handled.files);
  ruleset.allow(rules.read, to_read);
  ruleset.allow(rules.write, to_write);
  ruleset.allow(rules.caches, to_write | right_make_folder | right_remove_folder);
  ruleset.allow(rules.devices, to_use_devices);
  const int error = ruleset.restrict_self();
  return error == 0 ? std::nullopt : std::optional(no_landlock(error));
}

#else

std::optional<std::string> wall_off_files(const SandboxRules&) {
  return "this system has no Landlock";
}

#endif
}  // namespace mmd
