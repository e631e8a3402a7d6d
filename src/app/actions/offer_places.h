#pragma once

#include <string>
#include <vector>

namespace mmd {

/// Places of the notices above the picture, one below the other, in points. While the pointer is over them, a
/// notice that goes leaves its place empty: no other one comes under the pointer.
class OfferPlaces {
 public:
  struct Place {
    std::string id;
    float height = 0.0f;
    bool is_taken = true;  ///< false: its notice is gone
  };

  /// Before the notices of a frame. `keeps`: the pointer is over them.
  void begin(float top, bool keeps) {
    top_ = top;
    if (!keeps) std::erase_if(places_, [](const Place& place) { return !place.is_taken; });
    for (Place& place : places_) place.is_taken = false;
  }
  /// The top of a notice of this frame. New ones are below the others.
  float take(const std::string& id) {
    float top = top_;
    for (Place& place : places_) {
      if (place.id == id) {
        place.is_taken = true;
        return top;
      }
      top += place.height;
    }
    places_.push_back({id});
    return top;
  }
  /// The height that the taken notice has.
  void set_height(const std::string& id, float height) {
    for (Place& place : places_)
      if (place.id == id) place.height = height;
  }
  const std::vector<Place>& places() const { return places_; }
  float height() const {
    float out = 0.0f;
    for (const Place& place : places_) out += place.height;
    return out;
  }
  void forget() { places_.clear(); }

 private:
  float top_ = 0.0f;
  std::vector<Place> places_;
};

}  // namespace mmd
