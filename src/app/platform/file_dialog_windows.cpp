// Shows the file dialogs of Windows (IFileOpenDialog, IFileSaveDialog).
#include <utility>

#include <shobjidl.h>

#include "app/platform/file_dialog.h"
#include "assets/file_set.h"
#include "base/windows_api.h"

namespace mmd {
namespace {

/// Milliseconds between checks whether the dialog is still wanted.
constexpr UINT look_ms = 50;

/// COM on this thread while it lives.
class ComApartment {
 public:
  ComApartment() : result_(CoInitializeEx(nullptr, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE)) {}
  ~ComApartment() {
    if (SUCCEEDED(result_)) CoUninitialize();
  }
  ComApartment(const ComApartment&) = delete;
  ComApartment& operator=(const ComApartment&) = delete;

 private:
  HRESULT result_;
};

template <class T>
class ComObject {
 public:
  ComObject() = default;
  ComObject(const ComObject&) = delete;
  ComObject& operator=(const ComObject&) = delete;
  ~ComObject() {
    if (object_ != nullptr) object_->Release();
  }
  T** out() { return &object_; }
  T* get() const { return object_; }
  T* operator->() const { return object_; }

 private:
  T* object_ = nullptr;
};

/// The dialog that this thread shows, and whether it is wanted: a timer's procedure gets no argument.
thread_local IFileDialog* dialog_shown = nullptr;
thread_local const std::atomic<bool>* dialog_wanted = nullptr;

void CALLBACK close_unwanted(HWND, UINT, UINT_PTR, DWORD) {
  if (dialog_shown != nullptr && !*dialog_wanted) dialog_shown->Close(HRESULT_FROM_WIN32(ERROR_CANCELLED));
}

/// Makes the dialog's message loop check whether it is still wanted.
class ClosesWhenUnwanted {
 public:
  ClosesWhenUnwanted(IFileDialog* dialog, const std::atomic<bool>& wanted)
      : timer_(SetTimer(nullptr, 0, look_ms, close_unwanted)) {
    dialog_shown = dialog;
    dialog_wanted = &wanted;
  }
  ~ClosesWhenUnwanted() {
    KillTimer(nullptr, timer_);
    dialog_shown = nullptr;
  }
  ClosesWhenUnwanted(const ClosesWhenUnwanted&) = delete;
  ClosesWhenUnwanted& operator=(const ClosesWhenUnwanted&) = delete;

 private:
  UINT_PTR timer_;
};

/// "*.vpd;*.vmd": Windows' patterns know no case.
std::wstring patterns_of(const DialogFilter& filter) {
  std::wstring out;
  for (const std::string_view extension : filter.extensions)
    out += (out.empty() ? L"*." : L";*.") + windows::to_wide(extension);
  return out.empty() ? L"*.*" : out;
}

void set_filters(IFileDialog& dialog, const DialogQuestion& question) {
  std::vector<std::pair<std::wstring, std::wstring>> texts;
  for (const DialogFilter& filter : dialog_filters(question))
    texts.emplace_back(windows::to_wide(filter.name), patterns_of(filter));
  std::vector<COMDLG_FILTERSPEC> rows;
  for (const auto& [name, patterns] : texts) rows.push_back({name.c_str(), patterns.c_str()});
  dialog.SetFileTypes(static_cast<UINT>(rows.size()), rows.data());
  if (saves(question.purpose))
    dialog.SetDefaultExtension(question.purpose == DialogPurpose::save_scene ? L"mmdscene" : L"vpd");
}

void set_up(IFileDialog& dialog, const DialogQuestion& question) {
  FILEOPENDIALOGOPTIONS options = 0;
  dialog.GetOptions(&options);
  // Only files with a path can be opened, not those of a phone. The current folder does not change.
  options |= FOS_FORCEFILESYSTEM | FOS_NOCHANGEDIR;
  if (question.purpose == DialogPurpose::browse) {
    options |= FOS_PICKFOLDERS | FOS_PATHMUSTEXIST;
  } else if (saves(question.purpose)) {
    options |= FOS_OVERWRITEPROMPT;
  } else {
    options |= FOS_ALLOWMULTISELECT | FOS_FILEMUSTEXIST;
  }
  dialog.SetOptions(options);
  dialog.SetTitle(windows::to_wide(dialog_title(question)).c_str());
  if (question.purpose != DialogPurpose::browse) set_filters(dialog, question);
  if (!question.name.empty()) dialog.SetFileName(windows::to_wide(question.name).c_str());
  ComObject<IShellItem> folder;
  if (SUCCEEDED(SHCreateItemFromParsingName(path_from_utf8(question.folder).make_preferred().c_str(), nullptr,
                                            IID_PPV_ARGS(folder.out()))))
    dialog.SetFolder(folder.get());
}

void add_path(IShellItem& item, std::vector<std::string>& to) {
  wchar_t* path = nullptr;
  if (FAILED(item.GetDisplayName(SIGDN_FILESYSPATH, &path))) return;
  to.push_back(windows::to_utf8(path));
  CoTaskMemFree(path);
}

/// The chosen files; more than one only when opening.
std::vector<std::string> files_of(IFileDialog& dialog, const DialogQuestion& question) {
  std::vector<std::string> out;
  if (saves(question.purpose)) {
    ComObject<IShellItem> item;
    if (SUCCEEDED(dialog.GetResult(item.out()))) add_path(*item.get(), out);
    return out;
  }
  ComObject<IFileOpenDialog> open;
  ComObject<IShellItemArray> items;
  DWORD count = 0;
  if (FAILED(dialog.QueryInterface(IID_PPV_ARGS(open.out()))) || FAILED(open->GetResults(items.out())) ||
      FAILED(items->GetCount(&count)))
    return out;
  for (DWORD i = 0; i < count; ++i) {
    ComObject<IShellItem> item;
    if (SUCCEEDED(items->GetItemAt(i, item.out()))) add_path(*item.get(), out);
  }
  return out;
}

}  // namespace

DialogOutcome show_file_dialog(const DialogQuestion& question, const std::atomic<bool>& wanted) noexcept try {
  const ComApartment com;
  ComObject<IFileDialog> dialog;
  const CLSID& kind = saves(question.purpose) ? CLSID_FileSaveDialog : CLSID_FileOpenDialog;
  if (!wanted || FAILED(CoCreateInstance(kind, nullptr, CLSCTX_INPROC_SERVER, IID_PPV_ARGS(dialog.out()))))
    return {false, {}, question.purpose};
  set_up(*dialog.get(), question);
  const ClosesWhenUnwanted closes(dialog.get(), wanted);
  // The owner's thread keeps handling messages until the dialog has closed (~Viewer).
  const auto owner = static_cast<std::uintptr_t>(question.owner);
  const HRESULT answer = dialog->Show(reinterpret_cast<HWND>(owner));  // NOLINT: the handle of a window
  if (answer == HRESULT_FROM_WIN32(ERROR_CANCELLED)) return {true, {}, question.purpose};
  if (FAILED(answer)) return {false, {}, question.purpose};
  return {true, files_of(*dialog.get(), question), question.purpose};
} catch (...) {
  return {false, {}, question.purpose};
}

}  // namespace mmd
