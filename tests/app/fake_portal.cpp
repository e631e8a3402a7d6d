#include "tests/app/fake_portal.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <SDL.h>
#include <gtest/gtest.h>

namespace mmd::test {
namespace {

constexpr const char* portal_name = "org.freedesktop.portal.Desktop";
constexpr const char* request_interface = "org.freedesktop.portal.Request";
constexpr const char* bus_name = "org.freedesktop.DBus";

/// What a service needs of the library, and its clients do not.
struct ServiceFunctions {
  ServiceFunctions() {
    void* const object = SDL_LoadObject("libdbus-1.so.3");
    const auto find = [&](const char* name, auto& function) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(SDL_LoadFunction(object, name));
      if (function == nullptr) throw std::runtime_error(name);
    };
    find("dbus_message_new_method_return", reply_to);
    find("dbus_message_new_error", error_to);
    find("dbus_message_new_signal", new_signal);
    find("dbus_message_set_destination", set_destination);
    find("dbus_message_get_member", member);
  }
  dbus::Message* (*reply_to)(dbus::Message* call) = nullptr;
  dbus::Message* (*error_to)(dbus::Message* call, const char* name, const char* text) = nullptr;
  dbus::Message* (*new_signal)(const char* path, const char* interface, const char* name) = nullptr;
  dbus::Flag (*set_destination)(dbus::Message*, const char* name) = nullptr;
  const char* (*member)(dbus::Message*) = nullptr;
};

const ServiceFunctions& service() {
  static const ServiceFunctions functions;
  return functions;
}

constexpr std::chrono::seconds long_enough{20};

dbus::Patience enough(const std::atomic<bool>& wanted) {
  return {wanted, std::chrono::steady_clock::now() + long_enough};
}

/// Any value as text: containers in brackets, bytes as they are but for the zero, which is "\0".
std::string describe_value(const dbus::Library& library, dbus::Iterator& at) {
  const int type = library.message_iter_get_arg_type(&at);
  if (type == dbus::type_string || type == dbus::type_object) {
    const char* text = nullptr;
    library.message_iter_get_basic(&at, &text);
    return text;
  }
  if (type == dbus::type_byte) {
    char byte = 0;
    library.message_iter_get_basic(&at, &byte);
    return byte == 0 ? "\\0" : std::string(1, byte);
  }
  if (type == dbus::type_flag || type == dbus::type_number) {
    std::uint32_t value = 0;
    library.message_iter_get_basic(&at, &value);
    return type == dbus::type_number ? std::to_string(value) : value != 0 ? "true" : "false";
  }
  dbus::Iterator inside;
  library.message_iter_recurse(&at, &inside);
  if (type == dbus::type_variant) return describe_value(library, inside);
  const bool bytes = library.message_iter_get_arg_type(&inside) == dbus::type_byte;
  std::string out;
  while (library.message_iter_get_arg_type(&inside) != dbus::type_end) {
    out += (out.empty() || bytes ? "" : " ") + describe_value(library, inside);
    library.message_iter_next(&inside);
  }
  return bytes ? out : "[" + out + "]";
}

PortalCall read_call(const dbus::Library& library, dbus::Message* message) {
  PortalCall out;
  out.method = service().member(message);
  dbus::Iterator at;
  library.message_iter_init(message, &at);
  out.parent = describe_value(library, at);
  library.message_iter_next(&at);
  out.title = describe_value(library, at);
  library.message_iter_next(&at);
  dbus::Iterator options;
  library.message_iter_recurse(&at, &options);
  while (library.message_iter_get_arg_type(&options) != dbus::type_end) {
    dbus::Iterator entry;
    library.message_iter_recurse(&options, &entry);
    const std::string name = describe_value(library, entry);
    library.message_iter_next(&entry);
    out.options[name] = describe_value(library, entry);
    library.message_iter_next(&options);
  }
  return out;
}

}  // namespace

FakePortal::FakePortal(PortalScript script) : script_(std::move(script)) {
  bus_ = dbus::DesktopBus::connect(dbus::session_bus_address(), enough(running_));
  if (!bus_) throw std::runtime_error("no bus");
  auto call = bus_->new_call(bus_name, "/org/freedesktop/DBus", bus_name, "RequestName");
  dbus::Writer arguments(bus_->library(), call.get());
  arguments.string(portal_name);
  arguments.number(0);
  const auto reply = bus_->call(std::move(call), enough(running_));
  if (!reply || bus_->library().message_get_type(reply.get()) != dbus::kind_reply)
    throw std::runtime_error("the name is taken");
  thread_ = std::thread([this] { run(); });
}

FakePortal::~FakePortal() {
  running_ = false;
  thread_.join();
}

bool FakePortal::was_asked() {
  const std::lock_guard lock(mutex_);
  return asked_.has_value();
}

PortalCall FakePortal::asked() {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, long_enough, [this] { return asked_.has_value(); }))
    ADD_FAILURE() << "no dialog was asked for";
  return asked_.value_or(PortalCall());
}

void FakePortal::wait_for_close() {
  std::unique_lock lock(mutex_);
  EXPECT_TRUE(changed_.wait_for(lock, long_enough, [this] { return closed_; })) << "nothing was closed";
}

void FakePortal::run() {
  while (bus_)
    if (const auto message = bus_->next({running_, std::nullopt})) {
      handle(message.get());
    } else {
      return;
    }
}

void FakePortal::handle(dbus::Message* message) {
  if (bus_->library().message_get_type(message) != dbus::kind_call) return;
  called_ = true;
  if (!script_.answers) return;
  const std::string member = service().member(message);
  if (member == "Get") {
    if (!script_.version) return send_error(message);
    return send_version(message);
  }
  if (member == "OpenFile" || member == "SaveFile") return open(message);
  const std::lock_guard lock(mutex_);
  closed_ |= member == "Close";
  changed_.notify_all();
}

void FakePortal::open(dbus::Message* message) {
  const dbus::Library& library = bus_->library();
  const PortalCall call = read_call(library, message);
  if (!script_.opens) return send_error(message);
  const std::string caller = library.message_get_sender(message);
  std::string name = caller.substr(1);
  std::replace(name.begin(), name.end(), '.', '_');
  std::string request =
      "/org/freedesktop/portal/desktop/request/" + name + "/" + call.options.at("handle_token");
  if (script_.other_handle) request += "_1";
  if (script_.responds_first) respond(*bus_, request, script_.uris, nullptr);
  if (script_.says_which) send_request(message, request);
  if (script_.has_impostor) {
    const auto impostor = dbus::DesktopBus::connect(dbus::session_bus_address(), enough(running_));
    respond(*impostor, request, {"file:///etc/passwd"}, caller.c_str());
  }
  if (script_.responds && !script_.leaves && !script_.responds_first)
    respond(*bus_, request, script_.uris, nullptr);
  if (script_.leaves) {  // once all that it has said is on the bus
    bus_->call(bus_->new_call(bus_name, "/org/freedesktop/DBus", bus_name, "GetId"), enough(running_));
    bus_.reset();
  }
  const std::lock_guard lock(mutex_);
  asked_ = call;
  changed_.notify_all();
}

void FakePortal::write_results(dbus::Writer& to, const std::vector<std::string>& uris) const {
  to.container(dbus::type_array, "{sv}", [&](dbus::Writer& results) {
    if (script_.results) return script_.results(results);
    results.entry("uris", "as", [&](dbus::Writer& value) {
      value.container(dbus::type_array, "s", [&](dbus::Writer& list) {
        for (const std::string& uri : uris) list.string(uri);
      });
    });
  });
}

/// `to`: to that one alone; null: to all who listen.
void FakePortal::respond(dbus::DesktopBus& from, const std::string& request,
                         const std::vector<std::string>& uris, const char* to) {
  const dbus::Library& library = from.library();
  const dbus::MessagePointer signal(service().new_signal(request.c_str(), request_interface, "Response"),
                                    library.message_unref);
  if (to != nullptr) service().set_destination(signal.get(), to);
  dbus::Writer arguments(library, signal.get());
  if (script_.response_is_text) {
    arguments.string("done");
  } else {
    arguments.number(script_.response);
  }
  write_results(arguments, uris);
  from.send(signal.get());
  from.call(from.new_call(bus_name, "/org/freedesktop/DBus", bus_name, "GetId"), enough(running_));
}

void FakePortal::send_version(dbus::Message* to) {
  const dbus::MessagePointer reply(service().reply_to(to), bus_->library().message_unref);
  dbus::Writer(bus_->library(), reply.get()).container(dbus::type_variant, "u", [&](dbus::Writer& value) {
    value.number(*script_.version);
  });
  bus_->send(reply.get());
  bus_->push();
}

void FakePortal::send_request(dbus::Message* to, const std::string& request) {
  const dbus::Library& library = bus_->library();
  const dbus::MessagePointer reply(service().reply_to(to), library.message_unref);
  dbus::Iterator at;
  library.message_iter_init_append(reply.get(), &at);
  const char* const path = request.c_str();
  library.message_iter_append_basic(&at, dbus::type_object, &path);
  bus_->send(reply.get());
  bus_->push();
}

void FakePortal::send_error(dbus::Message* to) {
  const dbus::MessagePointer error(
      service().error_to(to, "org.freedesktop.DBus.Error.InvalidArgs", "No such interface"),
      bus_->library().message_unref);
  bus_->send(error.get());
  bus_->push();
}

}  // namespace mmd::test
