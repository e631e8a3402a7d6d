#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "tests/app/private_bus.h"

extern char** environ;

namespace mmd::test {
namespace {

constexpr const char* variable = "DBUS_SESSION_BUS_ADDRESS";

std::string configuration(const std::string& socket) {
  return R"(<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=)" +
         socket +
         R"(</listen><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>)";
}

/// The line that it writes when it is ready; empty: it has ended.
std::string first_line(int from) {
  std::string out;
  for (char c = 0; ::read(from, &c, 1) == 1 && c != '\n';) out += c;
  return out;
}

}  // namespace

PrivateBus::PrivateBus() {
  if (const char* before = std::getenv(variable)) before_ = before;
  const std::string file =
      "--config-file=" + to_utf8(folder_.put("bus.conf", configuration(to_utf8(folder_.path() / "bus"))));
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, ends[1], 1);
  std::string arguments[] = {"dbus-daemon", file, "--nofork", "--print-address=1"};
  char* argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), arguments[3].data(),
                  nullptr};
  const int error = ::posix_spawnp(&daemon_, argv[0], &files, nullptr, argv, environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  address_ = error == 0 ? first_line(ends[0]) : std::string();
  ::close(ends[0]);
  if (address_.empty()) throw std::runtime_error("dbus-daemon does not start");
  ::setenv(variable, address_.c_str(), 1);
}

void PrivateBus::end() {
  if (daemon_ < 0) return;
  ::kill(daemon_, SIGTERM);
  ::waitpid(daemon_, nullptr, 0);
  daemon_ = -1;
}

PrivateBus::~PrivateBus() {
  end();
  ::setenv(variable, before_.c_str(), 1);
}

}  // namespace mmd::test
