#pragma once

#include <string>

#include "tests/assets/temporary_folder.h"

namespace mmd::test {

/// A bus that nobody else is on, which starts no programs; DBUS_SESSION_BUS_ADDRESS is its address as long as
/// it lives.
class PrivateBus {
 public:
  PrivateBus();
  ~PrivateBus();
  PrivateBus(const PrivateBus&) = delete;
  PrivateBus& operator=(const PrivateBus&) = delete;

  const std::string& address() const { return address_; }
  /// As when the session ends.
  void end();

 private:
  TemporaryFolder folder_;
  std::string address_, before_;
  int daemon_ = -1;
};

}  // namespace mmd::test
