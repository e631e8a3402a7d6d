#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mmd {

/// What a command says of a file, for print as JSON or as a table: a text, a number, a list, or named values
/// in the order they came. To take one apart needs no memory, so that a command which ran out of it can say
/// so; the JSON library's values do not promise that.
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

  /// To a list.
  ReportValue& add(ReportValue item);
  /// To an object. `name` is not there yet.
  ReportValue& add(std::string_view name, ReportValue value);

  Kind kind() const { return kind_; }
  const std::string& text() const { return text_; }
  std::int64_t whole() const { return whole_; }
  double real() const { return real_; }
  /// Of a list without names.
  const std::vector<Member>& members() const { return members_; }

  /// With a space a level and a line break at the end. What is no UTF-8 becomes U+FFFD.
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
