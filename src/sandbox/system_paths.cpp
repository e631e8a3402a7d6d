#include "sandbox/system_paths.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

namespace mmd {
namespace {

constexpr const char* read_by_libraries[] = {
    // Libraries, drivers and what they bring along.
    "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/alternatives", "/opt/amdgpu",
    "/opt/amdgpu-pro", "/run/opengl-driver", "/nix/store", "/gnu/store", "/app",
    // Which driver there is and what it is to do.
    "/etc/drirc", "/etc/glvnd", "/etc/egl", "/etc/nvidia", "/etc/OpenGL",
    // Fonts.
    "/etc/fonts", "/var/cache/fontconfig", "/run/host/fonts",
    // The machine. Of the processes there is only this one.
    "/sys", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/devices", "/proc/modules",
    "/proc/filesystems", "/proc/sys/vm/overcommit_memory", "/proc/driver/nvidia", "/dev/urandom",
    "/dev/random", "/dev/zero"};

/// Below the person's home.
constexpr const char* read_at_home[] = {
    ".fonts", ".fonts.conf", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig", ".drirc"};

/// Files and folders, with colons between them. Who sets them may do anything anyway.
constexpr const char* read_by_variable[] = {
    "LD_LIBRARY_PATH", "LIBGL_DRIVERS_PATH", "GBM_BACKENDS_PATH",  "__EGL_VENDOR_LIBRARY_DIRS",
    "FONTCONFIG_PATH", "FONTCONFIG_FILE",    "FONTCONFIG_SYSROOT", "__EGL_VENDOR_LIBRARY_FILENAMES",
    "VK_DRIVER_FILES", "VK_ICD_FILENAMES",   "DRIRC_CONFIGDIR",    "LOCPATH",
    "GCONV_PATH"};

constexpr const char* devices[] = {
    "/dev/dri",     "/dev/null",    "/dev/nvidiactl",  "/dev/nvidia0",          "/dev/nvidia1",
    "/dev/nvidia2", "/dev/nvidia3", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools", "/dev/nvidia-modeset",
    "/dev/kfd",     "/dev/dxg",     "/dev/mali0",      "/dev/udmabuf"};

void add_parts(std::string_view list, std::vector<std::filesystem::path>& out) {
  while (!list.empty()) {
    const std::size_t colon = std::min(list.find(':'), list.size());
    if (colon > 0) out.emplace_back(list.substr(0, colon));
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
}

}  // namespace

SandboxRules system_rules() {
  SandboxRules out;
  out.read.assign(std::begin(read_by_libraries), std::end(read_by_libraries));
  out.devices.assign(std::begin(devices), std::end(devices));
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    for (const char* path : read_at_home) out.read.push_back(std::filesystem::path(home) / path);
  for (const char* variable : read_by_variable)
    if (const char* value = std::getenv(variable)) add_parts(value, out.read);
  return out;
}

}  // namespace mmd
