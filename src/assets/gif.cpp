// GIF87a and GIF89a: the first frame on its screen. Pixels are indices into a palette, compressed with LZW.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "assets/image.h"
#include "assets/image_kinds.h"
#include "assets/picture_errors.h"
#include "base/errors.h"

namespace mmd {
namespace {

using Rgba = std::array<std::uint8_t, 4>;
/// Colours that the file does not have are transparent.
using Palette = std::array<Rgba, 256>;

/// Reads forward; past the end it returns zeros and remembers that.
class Cursor {
 public:
  explicit Cursor(ByteSpan bytes) : bytes_(bytes) {}

  std::uint32_t u8() {
    if (at_ >= bytes_.size()) {
      ran_out_ = true;
      return 0;
    }
    return byte_at(bytes_, at_++);
  }
  std::uint32_t u16() {
    const std::uint32_t low = u8();
    return low | u8() << 8;
  }
  void skip(std::size_t count) {
    if (count > bytes_.size() - at_) ran_out_ = true;
    at_ += std::min(count, bytes_.size() - at_);
  }
  void skip_blocks() {
    while (const std::uint32_t size = u8()) skip(size);
  }
  bool ran_out() const { return ran_out_; }

 private:
  ByteSpan bytes_;
  std::size_t at_ = 0;
  bool ran_out_ = false;
};

struct Frame {
  std::size_t x = 0, y = 0, width = 0, height = 0;
  bool is_interlaced = false;
  Palette palette{};
  Rgba background{};  ///< of pixels that the frame does not have
};

Palette read_palette(Cursor& in, std::uint32_t flags) {
  Palette out{};
  const std::size_t colours = std::size_t{2} << (flags & 7);
  for (std::size_t i = 0; i < colours; ++i)
    for (std::size_t c = 0; c < 3; ++c) out[i][c] = static_cast<std::uint8_t>(in.u8());
  for (std::size_t i = 0; i < colours; ++i) out[i][3] = 255;
  return out;
}

constexpr std::uint32_t has_palette = 0x80;

/// The codes of a frame's data, and the strings of indices for which they stand.
class Codes {
 public:
  /// `in`: behind the descriptor of the frame.
  explicit Codes(Cursor in) : in_(in), literal_bits_(in_.u8()) {
    for (std::uint32_t i = 0; i < max_literals; ++i) strings_[i] = {0, 1, i, i};
    if (has_valid_size()) clear();
  }

  enum class Next : std::uint8_t { string, end, damaged };

  /// The next string of indices.
  Next next() {
    if (!has_valid_size()) return Next::damaged;
    for (;;) {
      const auto code = take_code();
      if (!code) return Next::end;
      if (*code == clear_code()) {
        clear();
      } else if (*code == clear_code() + 1) {
        in_.skip(left_);
        in_.skip_blocks();
        return Next::end;
      } else {
        return add(*code) ? Next::string : Next::damaged;
      }
    }
  }
  std::size_t length() const { return strings_[previous_].length; }
  /// Writes the last `length()` indices before `end`.
  void write_before(std::uint8_t* end) const {
    for (std::uint32_t code = previous_;; code = strings_[code].prefix) {
      *--end = static_cast<std::uint8_t>(strings_[code].last);
      if (strings_[code].length == 1) return;
    }
  }
  bool ran_out() const { return in_.ran_out(); }

 private:
  static constexpr std::uint32_t max_bits = 12, max_codes = 1u << max_bits, max_literals = 256;
  static constexpr std::uint32_t none = max_codes;
  struct String {
    std::uint32_t prefix = 0, length = 0, first = 0, last = 0;
  };

  bool has_valid_size() const { return literal_bits_ >= 1 && literal_bits_ <= 8; }
  std::uint32_t clear_code() const { return 1u << literal_bits_; }
  void clear() {
    bits_ = literal_bits_ + 1;
    used_ = clear_code() + 2;
    previous_ = none;
  }

  /// nullopt at the end of the data.
  std::optional<std::uint32_t> take_code() {
    while (held_bits_ < bits_) {
      if (left_ == 0) left_ = in_.u8();
      if (left_ == 0) return std::nullopt;
      --left_;
      held_ |= in_.u8() << held_bits_;
      held_bits_ += 8;
    }
    const std::uint32_t code = held_ & ((1u << bits_) - 1);
    held_ >>= bits_;
    held_bits_ -= bits_;
    return code;
  }

  /// Adds the string before with one index more, and takes the string of `code`.
  bool add(std::uint32_t code) {
    const bool is_new = code == used_;  // the string that this code adds
    if (code > used_ || (is_new && (previous_ == none || used_ == max_codes))) return false;
    if (previous_ != none && used_ < max_codes) {
      const String& before = strings_[previous_];
      strings_[used_] = {previous_, before.length + 1, before.first,
                         is_new ? before.first : strings_[code].first};
      ++used_;
      if ((used_ & ((1u << bits_) - 1)) == 0 && bits_ < max_bits) ++bits_;
    }
    previous_ = code;
    return true;
  }

  Cursor in_;
  std::uint32_t literal_bits_, bits_ = 0, used_ = 0, previous_ = none;
  std::uint32_t held_ = 0, held_bits_ = 0, left_ = 0;
  std::array<String, max_codes + 1> strings_{};
};

/// Writes a frame's indices one after the other into an image.
class Canvas {
 public:
  Canvas(const Frame& frame, Image& image) : frame_(frame), image_(image) {
    for (std::uint8_t* p = image.rgba.data(); p != image.rgba.data() + image.rgba.size(); p += 4)
      std::memcpy(p, frame.background.data(), 4);
  }

  bool is_full() const { return frame_.width == 0 || pass_ >= passes().size() || row() >= frame_.height; }
  void put(std::uint8_t index) {
    const std::size_t width = static_cast<std::size_t>(image_.width);
    const std::size_t pixel = (frame_.y + row()) * width + frame_.x + column_;
    std::memcpy(image_.rgba.data() + pixel * 4, frame_.palette[index].data(), 4);
    if (++column_ == frame_.width) next_row();
  }

 private:
  struct Pass {
    std::size_t first, step;
  };
  std::span<const Pass> passes() const {
    static constexpr std::array<Pass, 1> plain{{{0, 1}}};
    static constexpr std::array<Pass, 4> interlaced{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
    return frame_.is_interlaced ? std::span<const Pass>(interlaced) : std::span<const Pass>(plain);
  }
  std::size_t row() const { return passes()[pass_].first + row_ * passes()[pass_].step; }
  void next_row() {
    column_ = 0;
    ++row_;
    while (pass_ < passes().size() && row() >= frame_.height) {
      ++pass_;
      row_ = 0;
    }
  }

  const Frame& frame_;
  Image& image_;
  std::size_t pass_ = 0, row_ = 0, column_ = 0;
};

/// Whether all codes are valid; before any pixel is stored, because a short file may claim many.
Result<void> check_codes(Codes codes) {
  for (;;) {
    const auto next = codes.next();
    if (codes.ran_out()) return truncated_picture("GIF");
    if (next == Codes::Next::damaged) return damaged_picture("GIF", "its compressed pixels");
    if (next == Codes::Next::end) return {};
  }
}

void draw(Codes codes, Canvas canvas) {
  std::vector<std::uint8_t> string;
  while (!canvas.is_full() && codes.next() == Codes::Next::string) {
    string.resize(codes.length());
    codes.write_before(string.data() + string.size());
    for (std::size_t i = 0; i < string.size() && !canvas.is_full(); ++i) canvas.put(string[i]);
  }
}

class GifReader {
 public:
  explicit GifReader(ByteSpan bytes) : in_(bytes), bytes_(bytes.size()) {}

  Result<Image> read() {
    in_.skip(6);  // signature
    width_ = in_.u16();
    height_ = in_.u16();
    const std::uint32_t flags = in_.u8(), background = in_.u8();
    in_.skip(1);  // aspect ratio
    if (in_.ran_out()) return truncated_picture("GIF");
    if (!is_usable_size(width_, height_)) return bad_picture_size("GIF", width_, height_);
    if (is_too_short(bytes_, width_, height_)) return truncated_picture("GIF");
    if ((flags & has_palette) != 0) {
      palette_ = read_palette(in_, flags);
      // Programs disagree about the background; a first colour stands for "not set".
      if (background > 0) frame_.background = (*palette_)[background];
    }
    MMD_TRY(find_frame());
    MMD_TRY(read_descriptor());
    MMD_TRY(check_codes(Codes(in_)));
    Image image = image_of_size(static_cast<int>(width_), static_cast<int>(height_));
    draw(Codes(in_), Canvas(frame_, image));
    for (std::size_t i = 3; i < image.rgba.size() && !image.has_alpha; i += 4)
      image.has_alpha = image.rgba[i] != 255;
    return image;
  }

 private:
  /// Skips extensions; takes the transparent colour.
  Result<void> find_frame() {
    constexpr std::uint32_t extension = 0x21, frame = 0x2c, control = 0xf9, trailer = 0x3b;
    for (;;) {
      const std::uint32_t tag = in_.u8();
      if (in_.ran_out()) return truncated_picture("GIF");
      if (tag == frame) return {};
      if (tag == trailer) return fail("GIF picture without pixels");
      if (tag != extension) return damaged_picture("GIF", "an unknown block");
      if (in_.u8() == control) read_control();
      in_.skip_blocks();
    }
  }
  void read_control() {
    const std::uint32_t size = in_.u8();
    if (size != 4) return in_.skip(size);
    const bool has_transparent = (in_.u8() & 1) != 0;
    in_.skip(2);  // duration
    const std::uint32_t index = in_.u8();
    transparent_ = has_transparent ? std::optional(index) : std::nullopt;
  }

  Result<void> read_descriptor() {
    frame_.x = in_.u16();
    frame_.y = in_.u16();
    frame_.width = in_.u16();
    frame_.height = in_.u16();
    const std::uint32_t flags = in_.u8();
    frame_.is_interlaced = (flags & 0x40) != 0;
    if ((flags & has_palette) != 0) palette_ = read_palette(in_, flags);
    if (in_.ran_out()) return truncated_picture("GIF");
    if (frame_.x + frame_.width > width_ || frame_.y + frame_.height > height_)
      return damaged_picture("GIF", "a frame larger than the picture");
    if (!palette_) return damaged_picture("GIF", "no colours");
    frame_.palette = *palette_;
    if (transparent_) frame_.palette[*transparent_] = {};
    return {};
  }

  Cursor in_;
  std::size_t bytes_;
  std::uint32_t width_ = 0, height_ = 0;
  std::optional<Palette> palette_;  ///< of the frame, else of the file
  std::optional<std::uint32_t> transparent_;
  Frame frame_;
};

}  // namespace

Result<Image> decode_gif(ByteSpan bytes) {
  return GifReader(bytes).read();
}

}  // namespace mmd
