#include "document/user_folders.h"

#include <cstdlib>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

/// Sets a variable of the environment, and puts back what it was.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    put(value);
  }
  ~Variable() { put(before_ ? before_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void put(const char* value) const {
    if (value != nullptr) {
      setenv(name_, value, 1);
    } else {
      unsetenv(name_);
    }
  }
  const char* name_;
  std::optional<std::string> before_;
};

TEST(UserFolder, IsWhatTheVariableSaysOrInTheHome) {
  const Variable home("HOME", "/people/miku"), cache("XDG_CACHE_HOME", "/var/fast"),
      data("XDG_DATA_HOME", nullptr);
  EXPECT_EQ(user_folder(UserFolder::cache), "/var/fast/mmdview");
  EXPECT_EQ(user_folder(UserFolder::data), "/people/miku/.local/share/mmdview");
}

TEST(UserFolder, TakesNoRelativePaths) {
  const Variable home("HOME", "/people/miku"), state("XDG_STATE_HOME", "here");
  EXPECT_EQ(user_folder(UserFolder::state), "/people/miku/.local/state/mmdview");
}

TEST(UserFolder, IsNowhereWithoutAHome) {
  const Variable home("HOME", nullptr), config("XDG_CONFIG_HOME", "");
  EXPECT_TRUE(user_folder(UserFolder::config).empty());
}

}  // namespace
}  // namespace mmd
