#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/dbus_library.h"

namespace mmd::dbus {

/// How long an answer is waited for.
struct Patience {
  const std::atomic<bool>& wanted;                             ///< false: no longer at all
  std::optional<std::chrono::steady_clock::time_point> until;  ///< nullopt: as long as it takes

  bool ends() const { return !wanted || (until && std::chrono::steady_clock::now() >= *until); }
};

/// A message that was read or is to be sent.
using MessagePointer = std::unique_ptr<Message, void (*)(Message*)>;

/// Fills a message with values, or a container within it.
class Writer {
 public:
  Writer(const Library& library, Message* message) : library_(library) {
    library_.message_iter_init_append(message, &at_);
  }

  /// Valid UTF-8 without zeros.
  void string(const std::string& text);
  void flag(bool value);
  void number(std::uint32_t value);
  /// `signature`: of what it holds; null where the type says it.
  void container(Type type, const char* signature, const std::function<void(Writer&)>& fill);
  /// An entry of a{sv}.
  void entry(const char* name, const char* signature, const std::function<void(Writer&)>& fill);
  /// An array of bytes that ends with a zero: how names of files are sent.
  void bytes(const std::string& name);
  /// False: there was no memory for all of it.
  bool whole() const { return whole_; }

 private:
  explicit Writer(const Library& library) : library_(library) {}
  void basic(Type type, const void* value);

  const Library& library_;
  Iterator at_;
  bool whole_ = true;
};

/// Goes through the values of a message. What is asked for as another type than it has is not there.
class Reader {
 public:
  Reader(const Library& library, Message* message) : library_(library) {
    if (library_.message_iter_init(message, &at_) == 0) ended_ = true;
  }

  Type type() const {
    return ended_ ? type_end : static_cast<Type>(library_.message_iter_get_arg_type(&at_));
  }
  std::optional<std::string> string() const;
  /// Of an object.
  std::optional<std::string> path() const;
  std::optional<std::uint32_t> number() const;
  /// What a container holds.
  std::optional<Reader> inside(Type type) const;
  void next() { ended_ = ended_ || library_.message_iter_next(&at_) == 0; }

 private:
  explicit Reader(const Library& library) : library_(library) {}
  std::optional<std::string> text_of(Type wanted) const;

  const Library& library_;
  mutable Iterator at_;
  bool ended_ = false;
};

/// A connection of our own to the session's bus, for one thread. No function waits longer than its patience,
/// whatever the bus does.
class DesktopBus {
 public:
  /// Null: there is no such bus. `address`: as DBUS_SESSION_BUS_ADDRESS has it.
  static std::unique_ptr<DesktopBus> connect(const std::string& address, const Patience& patience);
  ~DesktopBus();
  DesktopBus(const DesktopBus&) = delete;
  DesktopBus& operator=(const DesktopBus&) = delete;

  const Library& library() const { return library_; }
  /// Our own: ":1.42".
  const std::string& name() const { return name_; }

  MessagePointer new_call(const char* destination, const char* path, const char* interface,
                          const char* method) const;
  /// Its number, by which the reply is known; nullopt: no memory.
  std::optional<std::uint32_t> send(Message* message);
  /// The reply, or an error; null: none came. Other messages that come meanwhile are kept for `next`.
  MessagePointer call(MessagePointer message, const Patience& patience);
  /// The next message; null: none came. Then it may be that the bus is gone.
  MessagePointer next(const Patience& patience);
  bool is_gone() const { return is_gone_; }
  /// Writes what was sent, without waiting.
  void push() { library_.connection_read_write(connection_, 0); }

 private:
  DesktopBus(const Library& library, Connection* connection) : library_(library), connection_(connection) {}
  MessagePointer read(const Patience& patience);
  MessagePointer owned(Message* message) const { return {message, library_.message_unref}; }

  const Library& library_;
  Connection* connection_;
  std::string name_;
  std::deque<MessagePointer> kept_;
  bool is_gone_ = false;
};

/// The address of this session's bus; empty: none is known, or it would have to be started.
std::string session_bus_address();

}  // namespace mmd::dbus
