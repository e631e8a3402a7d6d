#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mmd {

/// A value of a report, to be printed as JSON or as a table: a text, a number, a list, or an object with
/// ordered members. Destroying one allocates no memory, so a command that ran out of memory can report that;
/// the JSON library's values do not promise this.
class ReportValue {
 public:
  enum class Kind : std::uint8_t { text, whole, real, list, object };
  struct Member;

  ReportValue(std::string text);       // UTF-8
  ReportValue(std::string_view text);  // UTF-8
  ReportValue(const char* text);       // UTF-8
  ReportValue(double value);           // finite
  ReportValue(float value);            // finite
  template <class Whole, class = std::enable_if_t<std::is_integral_v<Whole>>>
  ReportValue(Whole value);
  static ReportValue list(std::initializer_list<ReportValue> items = {});
  static ReportValue object(std::initializer_list<Member> members = {});

  /// Appends to a list.
  ReportValue& add(ReportValue item);
  /// Adds a member to an object, which must not have this name yet.
  ReportValue& add(std::string_view name, ReportValue value);

  Kind kind() const { return kind_; }
  const std::string& text() const { return text_; }
  std::int64_t whole() const { return whole_; }
  double real() const { return real_; }
  /// The items of a list (without names) or the members of an object.
  const std::vector<Member>& members() const { return members_; }

  /// Indents by one space per level and ends with a line break. Invalid UTF-8 becomes U+FFFD.
  std::string json() const;

 private:
  explicit ReportValue(Kind kind);
  void print(std::string& out, std::size_t depth) const;

  Kind kind_ = Kind::text;
  std::string text_;
  std::int64_t whole_ = 0;
  double real_ = 0.0;
  std::vector<Member> members_;
};

struct ReportValue::Member {
  std::string name;
  ReportValue value;
};

template <class Whole, class>
ReportValue::ReportValue(Whole value) : ReportValue(Kind::whole) {
  whole_ = static_cast<std::int64_t>(value);
}

}  // namespace mmd
