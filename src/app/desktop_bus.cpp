#include "app/desktop_bus.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"

namespace mmd::dbus {
namespace {

constexpr const char* bus_name = "org.freedesktop.DBus";
constexpr const char* bus_path = "/org/freedesktop/DBus";
constexpr int look_every_ms = 100;  ///< whether it is still wanted

/// A path within an address.
std::string escaped_for_address(const std::string& path) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/.\\*";
  std::string out;
  for (const char c : path)
    out += plain.find(c) != std::string_view::npos ? std::string(1, c)
                                                   : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  return out;
}

/// Of a list of addresses those that are a socket of this machine: others start a program or wait for a
/// network.
std::string sockets_in(std::string_view addresses) {
  std::string out;
  while (!addresses.empty()) {
    const std::size_t end = std::min(addresses.find(';'), addresses.size());
    const std::string_view one = addresses.substr(0, end);
    if (one.rfind("unix:", 0) == 0) out.append(out.empty() ? "" : ";").append(one);
    addresses.remove_prefix(std::min(end + 1, addresses.size()));
  }
  return out;
}

}  // namespace

std::string session_bus_address() {
  if (const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS"); address != nullptr && *address != '\0') {
    return sockets_in(address);
  }
  const char* folder = std::getenv("XDG_RUNTIME_DIR");
  if (folder == nullptr || *folder == '\0') return {};
  const std::filesystem::path socket = path_from_utf8(folder) / "bus";
  std::error_code error;
  return std::filesystem::is_socket(socket, error) ? "unix:path=" + escaped_for_address(to_utf8(socket))
                                                   : std::string();
}

void Writer::basic(Type type, const void* value) {
  whole_ = whole_ && library_.message_iter_append_basic(&at_, type, value) != 0;
}

void Writer::string(const std::string& text) {
  const char* const start = text.c_str();
  basic(type_string, &start);
}

void Writer::flag(bool value) {
  const Flag sent = value ? 1 : 0;
  basic(type_flag, &sent);
}

void Writer::number(std::uint32_t value) {
  basic(type_number, &value);
}

void Writer::container(Type type, const char* signature, const std::function<void(Writer&)>& fill) {
  Writer inner(library_);
  whole_ = whole_ && library_.message_iter_open_container(&at_, type, signature, &inner.at_) != 0;
  if (!whole_) return;
  fill(inner);
  const bool closed = library_.message_iter_close_container(&at_, &inner.at_) != 0;
  whole_ = inner.whole_ && closed;
}

void Writer::entry(const char* name, const char* signature, const std::function<void(Writer&)>& fill) {
  container(type_entry, nullptr, [&](Writer& entry) {
    entry.string(name);
    entry.container(type_variant, signature, fill);
  });
}

void Writer::bytes(const std::string& name) {
  container(type_array, "y", [&](Writer& array) {
    for (const char c : name) array.basic(type_byte, &c);
    constexpr char end = '\0';
    array.basic(type_byte, &end);
  });
}

std::optional<std::string> Reader::text_of(Type wanted) const {
  if (type() != wanted) return std::nullopt;
  const char* text = nullptr;
  library_.message_iter_get_basic(&at_, &text);
  return text;
}

std::optional<std::string> Reader::string() const {
  return text_of(type_string);
}

std::optional<std::string> Reader::path() const {
  return text_of(type_object);
}

std::optional<std::uint32_t> Reader::number() const {
  if (type() != type_number) return std::nullopt;
  std::uint32_t value = 0;
  library_.message_iter_get_basic(&at_, &value);
  return value;
}

std::optional<Reader> Reader::inside(Type wanted) const {
  if (type() != wanted) return std::nullopt;
  Reader out(library_);
  library_.message_iter_recurse(&at_, &out.at_);
  return out;
}

std::unique_ptr<DesktopBus> DesktopBus::connect(const std::string& address, const Patience& patience) {
  const Library* library = address.empty() ? nullptr : Library::get();
  if (library == nullptr) return nullptr;
  Connection* connection = library->connection_open_private(address.c_str(), nullptr);
  if (connection == nullptr) return nullptr;
  library->connection_set_exit_on_disconnect(connection, 0);
  std::unique_ptr<DesktopBus> bus(new DesktopBus(*library, connection));
  // The library's own greeting would wait for up to 25 seconds.
  const MessagePointer reply = bus->call(bus->new_call(bus_name, bus_path, bus_name, "Hello"), patience);
  if (!reply || library->message_get_type(reply.get()) != kind_reply) return nullptr;
  bus->name_ = Reader(*library, reply.get()).string().value_or("");
  return bus->name_.empty() ? nullptr : std::move(bus);
}

DesktopBus::~DesktopBus() {
  kept_.clear();
  library_.connection_close(connection_);
  library_.connection_unref(connection_);
}

MessagePointer DesktopBus::new_call(const char* destination, const char* path, const char* interface,
                                    const char* method) const {
  return owned(library_.message_new_method_call(destination, path, interface, method));
}

std::optional<std::uint32_t> DesktopBus::send(Message* message) {
  std::uint32_t serial = 0;
  if (message == nullptr || library_.connection_send(connection_, message, &serial) == 0) return std::nullopt;
  return serial;
}

/// From the bus, past those that are kept.
MessagePointer DesktopBus::read(const Patience& patience) {
  while (!is_gone_ && !patience.ends()) {
    if (Message* there = library_.connection_pop_message(connection_)) return owned(there);
    if (library_.connection_read_write(connection_, look_every_ms) != 0) continue;
    if (Message* last = library_.connection_pop_message(connection_)) return owned(last);
    is_gone_ = true;
  }
  return owned(nullptr);
}

MessagePointer DesktopBus::call(MessagePointer message, const Patience& patience) {
  const auto serial = send(message.get());
  while (serial) {
    MessagePointer answer = read(patience);
    if (!answer || library_.message_get_reply_serial(answer.get()) == *serial) return answer;
    kept_.push_back(std::move(answer));
  }
  return owned(nullptr);
}

MessagePointer DesktopBus::next(const Patience& patience) {
  if (kept_.empty()) return read(patience);
  MessagePointer first = std::move(kept_.front());
  kept_.pop_front();
  return first;
}

}  // namespace mmd::dbus
