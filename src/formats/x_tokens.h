#pragma once

// Inside of the X reader: text and binary files as the same tokens. The first error is kept; after it every
// token is the end and every number 0.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "formats/x.h"

namespace mmd::x {

inline constexpr std::size_t header_size = 16;
/// Bytes of a name or a string. Windows has paths of 260 characters.
inline constexpr std::size_t max_text_bytes = 4096;
inline constexpr std::size_t max_diagnostics = 20;

inline constexpr const char* damaged_file_hint =
    "the file is damaged or cut off; fetch it again, or convert it once more";
inline constexpr const char* hostile_file_hint = "the file is damaged or malicious";

enum class Token : std::uint8_t {
  end,
  open,    ///< `{`
  close,   ///< `}`
  name,    ///< the type of an object, whose head follows (`take_head`)
  string,  ///< skipped
  number,  ///< skipped, or a list of them
  other,   ///< brackets, identifiers, words of templates; skipped
};

/// `Mesh Box {`
struct Head {
  std::string_view type;
  std::string name;  ///< UTF-8; may be empty
};

class Tokens {
 public:
  virtual ~Tokens() = default;

  /// Moves to the next token. Numbers of a list that nobody took are skipped.
  virtual Token next() = 0;
  /// After Token::name: up to the `{` and with it.
  virtual Head take_head() = 0;
  /// After Token::open: the name of a reference, `{ name }`, up to the `}` and with it.
  virtual std::string take_reference() = 0;

  virtual std::uint32_t take_whole() = 0;
  virtual std::string take_string() = 0;
  float take_real() {
    const float value = read_real();
    if (ok() && !std::isfinite(value)) warn("not a finite number");
    return value;
  }

  /// Reads the number of elements, each of `numbers_each` numbers. A count that cannot fit into the rest of
  /// the file is an error, before memory is allocated.
  std::size_t take_count(std::size_t numbers_each);

  /// The largest number of numbers that fits into the rest of the file.
  virtual std::size_t numbers_left() const = 0;

  /// Skips the rest of the object that is open, up to its `}` and with it.
  void skip_object();

  // Errors and warnings; they name the current element and the place of the last token.

  void enter(std::string section) {
    section_ = std::move(section);
    element_.reset();
  }
  void at_element(std::size_t element) { element_ = element; }
  void leave_elements() { element_.reset(); }

  bool ok() const { return status_.has_value(); }
  const Result<void>& status() const { return status_; }
  void fail(const std::string& what, const char* hint = damaged_file_hint);
  void warn(const std::string& what);
  /// The same for a text that is made only if it is kept.
  template <class MakeText>
  void warn_with(const MakeText& make_text) {
    if (warnings_.size() < max_diagnostics) return warn(make_text());
    ++warnings_left_out_;
  }
  /// The warnings; after `max_diagnostics` they are only counted.
  Diagnostics take_warnings();

 protected:
  virtual float read_real() = 0;
  /// Sets line or offset.
  virtual void set_place(Diagnostic& diagnostic) const = 0;

  /// The text as UTF-8, unless it is too long.
  std::string checked_text(std::string_view bytes);

 private:
  std::string message(const std::string& what) const;

  std::string section_;
  std::optional<std::size_t> element_;
  Result<void> status_;
  Diagnostics warnings_;
  std::size_t warnings_left_out_ = 0;
};

/// Tokens after the header. `bytes` is the whole file, unpacked.
std::unique_ptr<Tokens> text_tokens(ByteSpan bytes);
std::unique_ptr<Tokens> binary_tokens(ByteSpan bytes, std::uint8_t float_bits);

/// Reads the rest of a DeclData object: normals and texture coordinates of each vertex.
void read_decl_data(Tokens& in, Mesh& mesh);

/// A compressed file as it was before compression: the 16 bytes of its header and what follows them. The
/// header still names the compressed form.
Result<Bytes> unpack(ByteSpan bytes);

}  // namespace mmd::x
