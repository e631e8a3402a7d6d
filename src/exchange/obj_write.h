#pragma once

#include <string>
#include <vector>

#include "exchange/exchange_model.h"

namespace mmd {

/// A Wavefront OBJ and what it names.
struct ObjFiles {
  std::string obj, mtl;
  std::string mtl_name;  ///< in the folder of the OBJ
  struct Picture {
    std::string name;   ///< UTF-8, in the folder of the OBJ
    std::size_t image;  ///< of ExchangeModel::images
  };
  std::vector<Picture> pictures;
};

/// `stem`: how the names of all files begin, UTF-8. Texture coordinates are turned upside down, as OBJ has
/// them.
ObjFiles write_obj(const ExchangeModel& model, const std::string& stem);

}  // namespace mmd
