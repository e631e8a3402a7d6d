#include "app/dbus_library.h"

#include "base/late_library.h"

namespace mmd::dbus {
namespace {

/// False: one of them is not there.
bool find_functions(const LateLibrary& in, Library& out) {
  const auto find = [&in](const char* name, auto& function) { return in.find(name, function); };
  return find("dbus_threads_init_default", out.threads_init_default) &&
         find("dbus_connection_open_private", out.connection_open_private) &&
         find("dbus_connection_set_exit_on_disconnect", out.connection_set_exit_on_disconnect) &&
         find("dbus_connection_close", out.connection_close) &&
         find("dbus_connection_unref", out.connection_unref) &&
         find("dbus_connection_read_write", out.connection_read_write) &&
         find("dbus_connection_pop_message", out.connection_pop_message) &&
         find("dbus_connection_send", out.connection_send) &&
         find("dbus_message_new_method_call", out.message_new_method_call) &&
         find("dbus_message_unref", out.message_unref) &&
         find("dbus_message_get_type", out.message_get_type) &&
         find("dbus_message_get_reply_serial", out.message_get_reply_serial) &&
         find("dbus_message_get_sender", out.message_get_sender) &&
         find("dbus_message_has_path", out.message_has_path) &&
         find("dbus_message_is_signal", out.message_is_signal) &&
         find("dbus_message_iter_init_append", out.message_iter_init_append) &&
         find("dbus_message_iter_append_basic", out.message_iter_append_basic) &&
         find("dbus_message_iter_open_container", out.message_iter_open_container) &&
         find("dbus_message_iter_close_container", out.message_iter_close_container) &&
         find("dbus_message_iter_init", out.message_iter_init) &&
         find("dbus_message_iter_get_arg_type", out.message_iter_get_arg_type) &&
         find("dbus_message_iter_get_basic", out.message_iter_get_basic) &&
         find("dbus_message_iter_recurse", out.message_iter_recurse) &&
         find("dbus_message_iter_next", out.message_iter_next);
}

const Library* load() {
  static const LateLibrary from("libdbus-1.so.3");
  static Library library;
  if (!find_functions(from, library)) return nullptr;
  // SDL asks the same bus for other things, on its own thread.
  return library.threads_init_default() != 0 ? &library : nullptr;
}

}  // namespace

const Library* Library::get() {
  static const Library* const library = load();
  return library;
}

}  // namespace mmd::dbus
