#include "commands/output/report_value.h"

#include <utility>

#include <fmt/format.h>

#include "options/messages.h"

namespace mmd {

// Defined here, where Member is complete.
ReportValue::ReportValue(Kind kind) : kind_(kind) {}
ReportValue::ReportValue(std::string text) : text_(std::move(text)) {}
ReportValue::ReportValue(std::string_view text) : text_(text) {}
ReportValue::ReportValue(const char* text) : text_(text) {}
ReportValue::ReportValue(double value) : kind_(Kind::real), real_(value) {}
ReportValue::ReportValue(float value) : ReportValue(static_cast<double>(value)) {}

ReportValue ReportValue::list(std::initializer_list<ReportValue> items) {
  ReportValue out(Kind::list);
  for (const ReportValue& item : items) out.add(item);
  return out;
}

ReportValue ReportValue::object(std::initializer_list<Member> members) {
  ReportValue out(Kind::object);
  out.members_ = members;
  return out;
}

ReportValue& ReportValue::add(ReportValue item) {
  members_.push_back({{}, std::move(item)});
  return *this;
}

ReportValue& ReportValue::add(std::string_view name, ReportValue value) {
  members_.push_back({std::string(name), std::move(value)});
  return *this;
}

std::string ReportValue::json() const {
  std::string out;
  print(out, 0);
  out += '\n';
  return out;
}

void ReportValue::print(std::string& out, std::size_t depth) const {
  switch (kind_) {
    case Kind::text:
      out += json_string(text_);
      return;
    case Kind::whole:
      out += fmt::format("{}", whole_);
      return;
    case Kind::real:
      out += fmt::format("{}", real_);
      return;
    case Kind::list:
    case Kind::object:
      break;
  }
  const bool named = kind_ == Kind::object;
  out += named ? '{' : '[';
  for (const Member& member : members_) {
    if (&member != &members_.front()) out += ',';
    out += '\n';
    out.append(depth + 1, ' ');
    if (named) out += json_string(member.name) + ": ";
    member.value.print(out, depth + 1);
  }
  if (!members_.empty()) {
    out += '\n';
    out.append(depth, ' ');
  }
  out += named ? '}' : ']';
}

}  // namespace mmd
