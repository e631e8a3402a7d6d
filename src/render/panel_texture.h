#pragma once

#include <cstdint>
#include <utility>

#include "assets/image.h"

namespace mmd {

/// A small picture on the GPU, for panels to show. Made and destroyed while the context is current.
class PanelTexture {
 public:
  /// None.
  PanelTexture() = default;
  explicit PanelTexture(const Image& image);
  ~PanelTexture();
  PanelTexture(PanelTexture&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  PanelTexture& operator=(PanelTexture&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  explicit operator bool() const { return name_ != 0; }
  /// What Dear ImGui knows it by.
  std::uintptr_t id() const { return name_; }

 private:
  std::uint32_t name_ = 0;
};

}  // namespace mmd
