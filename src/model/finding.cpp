#include "model/finding.h"

namespace mmd {

void Findings::add(Finding finding) {
  Kept& kept = kept_[{finding.rule, finding.section}];
  if (kept.number == most_of_a_rule) {
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
  // The readers bound their lists themselves.
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

}  // namespace mmd
