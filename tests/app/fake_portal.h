#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/desktop_bus.h"

namespace mmd::test {

/// What a portal was asked.
struct PortalCall {
  std::string method, parent, title;
  std::map<std::string, std::string> options;  ///< values as describe_value() has them
};

/// How it behaves.
struct PortalScript {
  std::optional<std::uint32_t> version = 4;  ///< nullopt: it has no file chooser
  bool answers = true;                       ///< else it is there and says nothing
  bool says_which = true;                    ///< else it does not say which request a dialog is
  bool responds = true;                      ///< else nobody ever chooses
  bool leaves = false;                       ///< it ends instead of responding
  bool opens = true;                         ///< else it says that it cannot
  bool responds_first = false;               ///< before it has said which request it is
  bool other_handle = false;                 ///< the request is not called as was asked, as with old ones
  bool has_impostor = false;                 ///< someone else responds, before it does
  std::uint32_t response = 0;
  bool response_is_text = false;  ///< its number is none
  std::vector<std::string> uris;
  /// What stands in place of those.
  std::function<void(dbus::Writer& results)> results;
};

/// A portal on the session's bus, on a thread.
class FakePortal {
 public:
  explicit FakePortal(PortalScript script);
  ~FakePortal();
  FakePortal(const FakePortal&) = delete;
  FakePortal& operator=(const FakePortal&) = delete;

  /// Whether any call has reached it.
  bool was_called() const { return called_; }
  /// Whether a call that opens a dialog has.
  bool was_asked();

  // These wait, for some seconds at most: then the test has failed.

  /// For a call that opens a dialog.
  PortalCall asked();
  /// For a request to be closed.
  void wait_for_close();

 private:
  void run();
  void handle(dbus::Message* message);
  void open(dbus::Message* message);
  void respond(dbus::DesktopBus& from, const std::string& request, const std::vector<std::string>& uris,
               const char* to);
  void write_results(dbus::Writer& to, const std::vector<std::string>& uris) const;
  void send_version(dbus::Message* to);
  void send_request(dbus::Message* to, const std::string& request);
  void send_error(dbus::Message* to);

  const PortalScript script_;
  std::atomic<bool> running_ = true;
  std::atomic<bool> called_ = false;
  std::unique_ptr<dbus::DesktopBus> bus_;
  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::optional<PortalCall> asked_;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace mmd::test
