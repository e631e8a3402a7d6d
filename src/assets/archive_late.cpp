// libarchive, with the libraries that it stands on (XML, ICU, cryptography), is looked for when an archive is
// opened. What the program calls of it is defined here and calls the function of that name in the library;
// where that is not installed, archive_read_new() gives nothing, and errno is ELIBACC.
//
// A function that is missing here is missing to the linker.

#include <cerrno>

#include <archive.h>
#include <archive_entry.h>

#include "base/late_forward.h"

namespace {

const mmd::LateLibrary& libarchive() {
  static const mmd::LateLibrary library("libarchive.so.13");
  return library;
}

}  // namespace

#define FORWARD_OR(instead, type, name, parameters, arguments) \
  MMD_FORWARD_OR(libarchive, instead, type, name, parameters, arguments)
#define FORWARD(type, name, parameters, arguments) MMD_FORWARD(libarchive, type, name, parameters, arguments)

// clang-format off
FORWARD(__LA_MODE_T, archive_entry_filetype, (archive_entry* a), (a))
FORWARD(const char*, archive_entry_hardlink, (archive_entry* a), (a))
FORWARD(int, archive_entry_is_encrypted, (archive_entry* a), (a))
FORWARD(const char*, archive_entry_pathname, (archive_entry* a), (a))
FORWARD(const char*, archive_entry_pathname_utf8, (archive_entry* a), (a))
FORWARD(la_int64_t, archive_entry_size, (archive_entry* a), (a))
FORWARD(int, archive_entry_size_is_set, (archive_entry* a), (a))
FORWARD(int, archive_errno, (archive* a), (a))
FORWARD(const char*, archive_error_string, (archive* a), (a))
FORWARD(la_int64_t, archive_filter_bytes, (archive* a, int b), (a, b))
FORWARD(la_ssize_t, archive_read_data, (archive* a, void* b, size_t c), (a, b, c))
FORWARD(int, archive_read_free, (archive* a), (a))
FORWARD(int, archive_read_has_encrypted_entries, (archive* a), (a))
FORWARD_OR((errno = ELIBACC, nullptr), archive*, archive_read_new, (), ())
FORWARD(int, archive_read_next_header, (archive* a, archive_entry** b), (a, b))
FORWARD(int, archive_read_open_memory, (archive* a, const void* buff, size_t size), (a, buff, size))
FORWARD(int, archive_read_set_options, (archive* a, const char* opts), (a, opts))
FORWARD(int, archive_read_support_filter_gzip, (archive* a), (a))
FORWARD(int, archive_read_support_filter_xz, (archive* a), (a))
FORWARD(int, archive_read_support_format_7zip, (archive* a), (a))
FORWARD(int, archive_read_support_format_lha, (archive* a), (a))
FORWARD(int, archive_read_support_format_rar, (archive* a), (a))
FORWARD(int, archive_read_support_format_rar5, (archive* a), (a))
FORWARD(int, archive_read_support_format_tar, (archive* a), (a))
FORWARD(int, archive_read_support_format_zip_seekable, (archive* a), (a))
// clang-format on
