#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

namespace mmd::test {

inline int keep_loaded(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_name != nullptr && *info->dlpi_name != '\0')
    dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  return 0;
}

/// Keeps the libraries loaded that are in use while what `open` returns is there.
template <class Open>
class KeepLoaded : public ::testing::Environment {
 public:
  explicit KeepLoaded(Open open) : open_(open) {}
  void SetUp() override {
    if (const auto opened = open_()) dl_iterate_phdr(keep_loaded, nullptr);
  }

 private:
  Open open_;
};

}  // namespace mmd::test
