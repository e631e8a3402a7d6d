#pragma once

// What is needed of libdbus-1, which is looked for when the program runs: it is no condition of the build,
// and where it is not installed there is no session bus to be asked.

#include <cstddef>
#include <cstdint>

namespace mmd::dbus {

struct Connection;
struct Message;
struct Error;

/// DBusMessageIter, of which the library's ABI says that it is 72 bytes where pointers have eight.
struct Iterator {
  alignas(std::max_align_t) std::byte room[128];
};

/// Its truth values.
using Flag = std::uint32_t;

/// DBUS_TYPE_…: the letter that a signature has for it.
enum Type : int {
  type_end = 0,
  type_flag = 'b',
  type_byte = 'y',
  type_number = 'u',
  type_string = 's',
  type_object = 'o',
  type_array = 'a',
  type_variant = 'v',
  type_struct = 'r',
  type_entry = 'e'
};
/// DBUS_MESSAGE_TYPE_…
enum Kind : int { kind_call = 1, kind_reply = 2, kind_error = 3, kind_signal = 4 };

/// Its functions, called as there but for "dbus_".
struct Library {
  /// Null: it is not here, or lacks one of them. It stays loaded.
  static const Library* get();

  Flag (*threads_init_default)() = nullptr;
  Connection* (*connection_open_private)(const char* address, Error* error) = nullptr;
  void (*connection_set_exit_on_disconnect)(Connection*, Flag exits) = nullptr;
  void (*connection_close)(Connection*) = nullptr;
  void (*connection_unref)(Connection*) = nullptr;
  Flag (*connection_read_write)(Connection*, int milliseconds) = nullptr;
  Message* (*connection_pop_message)(Connection*) = nullptr;
  Flag (*connection_send)(Connection*, Message*, std::uint32_t* serial) = nullptr;
  Message* (*message_new_method_call)(const char* destination, const char* path, const char* interface,
                                      const char* method) = nullptr;
  void (*message_unref)(Message*) = nullptr;
  int (*message_get_type)(Message*) = nullptr;
  std::uint32_t (*message_get_reply_serial)(Message*) = nullptr;
  const char* (*message_get_sender)(Message*) = nullptr;
  Flag (*message_has_path)(Message*, const char* path) = nullptr;
  Flag (*message_is_signal)(Message*, const char* interface, const char* member) = nullptr;
  void (*message_iter_init_append)(Message*, Iterator*) = nullptr;
  Flag (*message_iter_append_basic)(Iterator*, int type, const void* value) = nullptr;
  Flag (*message_iter_open_container)(Iterator*, int type, const char* signature, Iterator* inside) = nullptr;
  Flag (*message_iter_close_container)(Iterator*, Iterator* inside) = nullptr;
  Flag (*message_iter_init)(Message*, Iterator*) = nullptr;
  int (*message_iter_get_arg_type)(Iterator*) = nullptr;
  void (*message_iter_get_basic)(Iterator*, void* value) = nullptr;
  void (*message_iter_recurse)(Iterator*, Iterator* inside) = nullptr;
  Flag (*message_iter_next)(Iterator*) = nullptr;
};

}  // namespace mmd::dbus
