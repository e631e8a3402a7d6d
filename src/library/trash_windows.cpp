// The recycle bin of Windows.
#include <string>
#include <system_error>

#include <shlobj.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/windows_api.h"
#include "library/trash.h"

namespace mmd {

Result<void> move_to_trash(const std::filesystem::path& file) {
  std::error_code error;
  std::wstring names = std::filesystem::absolute(file, error).make_preferred().wstring();
  names.push_back(L'\0');  // the list ends with a second one
  SHFILEOPSTRUCTW move{};
  move.wFunc = FO_DELETE;
  move.pFrom = names.c_str();
  // Windows asks where there is no recycle bin, as on network drives: the file would be lost.
  move.fFlags = FOF_ALLOWUNDO | FOF_NOCONFIRMATION | FOF_WANTNUKEWARNING | FOF_SILENT | FOF_NOERRORUI;
  if (!error && SHFileOperationW(&move) == 0 && move.fAnyOperationsAborted == 0) return {};
  return fail(to_utf8(file.filename()) + " cannot be moved to the recycle bin",
              "delete it in the file manager");
}

}  // namespace mmd
