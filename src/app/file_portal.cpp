#include "app/file_portal.h"

#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "app/desktop_bus.h"
#include "base/file_uri.h"
#include "base/text.h"

namespace mmd {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr const char* portal_name = "org.freedesktop.portal.Desktop";
constexpr const char* portal_path = "/org/freedesktop/portal/desktop";
constexpr const char* file_chooser = "org.freedesktop.portal.FileChooser";
constexpr const char* request_interface = "org.freedesktop.portal.Request";
constexpr const char* bus_name = "org.freedesktop.DBus";

/// The first version of FileChooser that can choose folders.
constexpr std::uint32_t version_with_folders = 3;

/// How Response says that a request ended; what is neither was ended by something else than a person.
enum Response : std::uint32_t { response_done = 0, response_cancelled = 1 };

/// One request of one dialog.
class PortalDialog {
 public:
  PortalDialog(std::unique_ptr<dbus::DesktopBus> bus, const std::atomic<bool>& wanted, milliseconds patience)
      : bus_(std::move(bus)), wanted_(wanted), patience_(patience) {}

  /// Of FileChooser; nullopt: there is none.
  std::optional<std::uint32_t> version();
  /// False: it does not open.
  bool open(const DialogQuestion& question, const std::string& parent);
  std::optional<DialogOutcome> wait();

 private:
  dbus::Patience soon() const { return {wanted_, steady_clock::now() + patience_}; }
  void listen(const std::string& rule);
  bool is_end_of_portal(dbus::Message* message) const;
  std::optional<DialogOutcome> outcome_in(dbus::Message* response) const;
  void close();

  std::unique_ptr<dbus::DesktopBus> bus_;
  const std::atomic<bool>& wanted_;
  const milliseconds patience_;
  std::string request_;  ///< its object
  std::string portal_;   ///< the portal's own name on the bus
};

std::optional<std::uint32_t> PortalDialog::version() {
  const dbus::Library& library = bus_->library();
  auto call = bus_->new_call(portal_name, portal_path, "org.freedesktop.DBus.Properties", "Get");
  if (!call) return std::nullopt;
  dbus::Writer arguments(library, call.get());
  arguments.string(file_chooser);
  arguments.string("version");
  if (!arguments.whole()) return std::nullopt;
  const auto reply = bus_->call(std::move(call), soon());
  if (!reply || library.message_get_type(reply.get()) != dbus::kind_reply) return std::nullopt;
  const auto value = dbus::Reader(library, reply.get()).inside(dbus::type_variant);
  return value ? value->number() : std::nullopt;
}

/// Without waiting for the bus to say that it does.
void PortalDialog::listen(const std::string& rule) {
  auto call = bus_->new_call(bus_name, "/org/freedesktop/DBus", bus_name, "AddMatch");
  if (!call) return;
  dbus::Writer(bus_->library(), call.get()).string(rule);
  bus_->send(call.get());
}

/// What a request of that token is called, as the portal's documentation has it.
std::string request_path(std::string name, const std::string& token) {
  name.erase(0, name.find_first_not_of(':'));
  std::replace(name.begin(), name.end(), '.', '_');
  return fmt::format("{}/request/{}/{}", portal_path, name, token);
}

void write_filters(dbus::Writer& to, const std::vector<DialogFilter>& filters) {
  constexpr std::uint32_t glob = 0;  // 1 would be a MIME type
  to.container(dbus::type_array, "(sa(us))", [&](dbus::Writer& list) {
    for (const DialogFilter& filter : filters)
      list.container(dbus::type_struct, nullptr, [&](dbus::Writer& row) {
        row.string(std::string(filter.name));
        row.container(dbus::type_array, "(us)", [&](dbus::Writer& patterns) {
          for (const std::string& pattern : filter.patterns)
            patterns.container(dbus::type_struct, nullptr, [&](dbus::Writer& one) {
              one.number(glob);
              one.string(pattern);
            });
        });
      });
  });
}

void write_options(dbus::Writer& to, const DialogQuestion& question, const std::string& token) {
  const auto say = [&](const char* name, const std::string& value) {
    to.entry(name, "s", [&](dbus::Writer& w) { w.string(value); });
  };
  const auto on = [&](const char* name) { to.entry(name, "b", [](dbus::Writer& w) { w.flag(true); }); };
  say("handle_token", token);
  if (question.purpose == DialogPurpose::browse) on("directory");
  if (question.purpose == DialogPurpose::open || question.purpose == DialogPurpose::add) on("multiple");
  if (saves(question.purpose)) say("current_name", utf8_lossy(question.name));
  if (!question.folder.empty())
    to.entry("current_folder", "ay", [&](dbus::Writer& w) { w.bytes(question.folder); });
  if (const auto filters = dialog_filters(question); !filters.empty())
    to.entry("filters", "a(sa(us))", [&](dbus::Writer& w) { write_filters(w, filters); });
}

bool PortalDialog::open(const DialogQuestion& question, const std::string& parent) {
  const dbus::Library& library = bus_->library();
  const std::string token = fmt::format("mmdview{:08x}", std::random_device()());
  listen(fmt::format("type='signal',sender='{0}',interface='{0}',member='NameOwnerChanged',arg0='{1}'",
                     bus_name, portal_name));
  // Of any request: ours may be over before it is known what it is called.
  listen(fmt::format("type='signal',sender='{}',interface='{}',member='Response'", portal_name,
                     request_interface));
  request_ = request_path(bus_->name(), token);
  const char* method = saves(question.purpose) ? "SaveFile" : "OpenFile";
  auto call = bus_->new_call(portal_name, portal_path, file_chooser, method);
  if (!call) return false;
  dbus::Writer arguments(library, call.get());
  arguments.string(parent);
  arguments.string(std::string(dialog_title(question)));
  arguments.container(dbus::type_array, "{sv}",
                      [&](dbus::Writer& options) { write_options(options, question, token); });
  if (!arguments.whole()) return false;
  const auto reply = bus_->call(std::move(call), soon());
  if (!reply) close();  // a dialog that comes too late would be in the way
  if (!reply || library.message_get_type(reply.get()) != dbus::kind_reply) return false;
  const auto request = dbus::Reader(library, reply.get()).path();
  const char* sender = library.message_get_sender(reply.get());
  if (!request || sender == nullptr) return false;
  request_ = *request;
  portal_ = sender;
  return true;
}

bool PortalDialog::is_end_of_portal(dbus::Message* message) const {
  const dbus::Library& library = bus_->library();
  if (library.message_is_signal(message, bus_name, "NameOwnerChanged") == 0) return false;
  dbus::Reader arguments(library, message);  // name, the owner before, the owner now
  if (arguments.string() != portal_name) return false;
  arguments.next();
  return arguments.string() == portal_;
}

std::optional<DialogOutcome> PortalDialog::outcome_in(dbus::Message* response) const {
  DialogOutcome out;
  out.shown = true;
  dbus::Reader arguments(bus_->library(), response);
  const auto code = arguments.number();
  if (code == response_cancelled) return out;
  if (code != response_done) return std::nullopt;
  arguments.next();
  auto results = arguments.inside(dbus::type_array);
  for (; results && results->type() != dbus::type_end; results->next()) {
    auto entry = results->inside(dbus::type_entry);
    if (!entry || entry->string() != "uris") continue;
    entry->next();
    const auto value = entry->inside(dbus::type_variant);
    auto uris = value ? value->inside(dbus::type_array) : std::nullopt;
    for (; uris && uris->type() != dbus::type_end; uris->next()) {
      const std::string uri = uris->string().value_or("");
      if (auto path = path_of_uri(uri)) {
        out.files.push_back(std::move(*path));
      } else {
        out.refused = uri;
      }
    }
  }
  if (out.files.empty() && out.refused.empty()) return std::nullopt;
  return out;
}

void PortalDialog::close() {
  if (bus_->is_gone()) return;
  const auto call = bus_->new_call(portal_name, request_.c_str(), request_interface, "Close");
  bus_->send(call.get());
  bus_->push();
}

std::optional<DialogOutcome> PortalDialog::wait() {
  const dbus::Library& library = bus_->library();
  while (const auto message = bus_->next({wanted_, std::nullopt})) {
    if (is_end_of_portal(message.get())) return std::nullopt;
    const char* sender = library.message_get_sender(message.get());
    if (library.message_is_signal(message.get(), request_interface, "Response") != 0 &&
        library.message_has_path(message.get(), request_.c_str()) != 0 && sender != nullptr &&
        sender == portal_)
      return outcome_in(message.get());
  }
  close();
  return std::nullopt;
}

}  // namespace

std::optional<DialogOutcome> ask_portal(const DialogQuestion& question, const std::string& parent,
                                        const std::atomic<bool>& wanted, milliseconds patience) {
  auto bus = dbus::DesktopBus::connect(dbus::session_bus_address(), {wanted, steady_clock::now() + patience});
  if (!bus) return std::nullopt;
  PortalDialog dialog(std::move(bus), wanted, patience);
  const auto version = dialog.version();
  if (!version || (question.purpose == DialogPurpose::browse && *version < version_with_folders))
    return std::nullopt;
  if (!dialog.open(question, parent)) return std::nullopt;
  return dialog.wait();
}

}  // namespace mmd
