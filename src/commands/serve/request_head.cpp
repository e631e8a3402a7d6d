#include "commands/serve/request_head.h"

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace mmd {
namespace {

using RequestJson = nlohmann::json;

/// Copies the members "id" and "cancel" as they are read. What a damaged line has before the damage counts.
class HeadReader : public nlohmann::json_sax<RequestJson> {
 public:
  explicit HeadReader(RequestHead& out) : out_(out) {}

  bool null() override { return value("null"); }
  bool boolean(bool is_true) override { return value(is_true ? "true" : "false"); }
  bool number_integer(std::int64_t number) override { return value(std::to_string(number)); }
  bool number_unsigned(std::uint64_t number) override { return value(std::to_string(number)); }
  /// `text`: as it stands in the line, with all its digits.
  bool number_float(double, const std::string& text) override { return value(text); }
  bool string(std::string& text) override {
    return value(is_kept() ? json_text(RequestJson(text)) : std::string());
  }
  bool binary(RequestJson::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open('{'); }
  bool start_array(std::size_t) override { return open('['); }
  bool end_object() override { return close('}'); }
  bool end_array() override { return close(']'); }
  bool key(std::string& name) override {
    if (depth_ == 1) {
      name_ = name;
      return true;
    }
    if (!is_kept()) return true;
    separate();
    text_ += json_text(RequestJson(name)) + ":";
    is_after_key_ = true;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const RequestJson::exception&) override { return false; }

 private:
  /// Whether the line is an object, in whose member of interest the reader is.
  bool is_kept() const { return depth_ >= 1 && (name_ == "id" || name_ == "cancel"); }
  /// A comma before all but the first of a list or object.
  void separate() {
    if (!is_after_key_ && !text_.empty() && text_.back() != '[' && text_.back() != '{') text_ += ',';
    is_after_key_ = false;
  }
  bool value(std::string_view text) {
    if (depth_ == 0) return false;  // the line is no object
    if (!is_kept()) return true;
    separate();
    text_ += text;
    return finish();
  }
  bool open(char bracket) {
    if (depth_ == 0 && bracket == '[') return false;
    if (is_kept()) {
      if (depth_ >= max_json_depth) return false;
      separate();
      text_ += bracket;
    }
    ++depth_;
    return true;
  }
  bool close(char bracket) {
    --depth_;
    if (depth_ == 0 || !is_kept()) return true;
    text_ += bracket;
    is_after_key_ = false;
    return finish();
  }
  bool finish() {
    if (depth_ > 1) return true;
    (name_ == "id" ? out_.id : out_.cancels.emplace()) = std::move(text_);
    text_.clear();
    return true;
  }

  RequestHead& out_;
  int depth_ = 0;
  std::string name_;  ///< the member of the line
  std::string text_;  ///< its value so far
  bool is_after_key_ = false;
};

}  // namespace

RequestHead head_of(std::string_view line) {
  RequestHead out;
  HeadReader reader(out);
  static_cast<void>(RequestJson::sax_parse(line, &reader));
  return out;
}

}  // namespace mmd
