#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "export/exchange_model.h"

namespace mmd {

/// A Wavefront OBJ and the files that it references.
struct ObjFiles {
  std::string obj, mtl;
  std::string mtl_name;  ///< file name in the OBJ's folder
  struct Picture {
    std::string name;  ///< UTF-8 file name in the OBJ's folder
    Bytes bytes;
  };
  std::vector<Picture> pictures;
};

/// Writes an OBJ. `stem`: start of all file names, UTF-8. V is flipped, because OBJ has its origin at the
/// bottom. Alpha is a separate grey picture, because programs read different channels of a coloured one.
Result<ObjFiles> write_obj(const ExchangeModel& model, const std::string& stem);

}  // namespace mmd
