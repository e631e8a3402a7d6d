#include "model/repairs.h"

#include <utility>

#include <fmt/format.h>

namespace mmd {

void Repairs::add(std::string_view section, std::string_view kind, std::size_t element, std::string_view name,
                  Severity severity, std::string_view hint) {
  for (Entry& e : entries_) {
    if (e.section == section && e.kind == kind) {
      ++e.count;
      return;
    }
  }
  entries_.push_back({section, kind, hint, severity, element, 1, std::string(name)});
}

Diagnostics Repairs::diagnostics() const {
  return diagnostics(Places{});
}

Diagnostics Repairs::diagnostics(const Places& places) const {
  Diagnostics out;
  out.reserve(entries_.size());
  for (const Entry& e : entries_) {
    std::string what = fmt::format("{}: {}: element {}", e.section, e.kind, e.first);
    if (!e.name.empty()) what += fmt::format(" ({})", e.name);
    if (e.count > 1) what += fmt::format(" and {} more", e.count - 1);
    Diagnostic d = make_warning(std::move(what), std::string(e.hint));
    d.severity = e.severity;
    d.offset = places.find(e.section, e.first);
    out.push_back(std::move(d));
  }
  return out;
}

}  // namespace mmd
