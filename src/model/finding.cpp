#include "model/finding.h"

#include <utility>

#include <fmt/format.h>

#include "model/repairs.h"

namespace mmd {

Finding make_finding(Severity severity, std::string_view rule, std::string_view section,
                     std::optional<std::size_t> element, std::string name, std::string what,
                     std::string hint) {
  Finding f;
  f.severity = severity;
  f.rule = rule;
  f.section = section;
  f.element = element;
  f.name = std::move(name);
  f.what = std::move(what);
  f.hint = std::move(hint);
  return f;
}

void Findings::add(Finding finding) {
  Kept& kept = kept_[{finding.rule, finding.section}];
  if (kept.number == max_rule_bytes) {
    list_[kept.last].count += finding.count;
    return;
  }
  ++kept.number;
  kept.last = list_.size();
  list_.push_back(std::move(finding));
}

void Findings::add(const Diagnostic& diagnostic) {
  Finding finding;
  finding.severity = diagnostic.severity;
  finding.rule = "reading";
  finding.offset = diagnostic.offset;
  finding.line = diagnostic.line;
  finding.what = diagnostic.what;
  finding.hint = diagnostic.hint;
  // The readers limit their lists.
  list_.push_back(std::move(finding));
}

void Findings::locate(const Places& places) {
  for (Finding& f : list_) {
    if (!f.offset && !f.line && f.element) f.offset = places.find(f.section, *f.element);
  }
}

std::size_t Findings::count(Severity severity) const {
  std::size_t out = 0;
  for (const Finding& f : list_) {
    if (f.severity == severity) out += f.count;
  }
  return out;
}

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
