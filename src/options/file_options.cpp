#include <string>

#include "options/option_values.h"

namespace mmd {
namespace {

std::string set_texture_memory(Options& o, Text text) {
  int mib = 0;
  if (!parse_number(text, mib) || mib < 1) return "expected MiB, at least 1, for example 2048";
  o.limits.texture_memory = static_cast<std::uint64_t>(mib) << 20;
  return {};
}

constexpr Text file_group = "Files";
constexpr OptionRow file_rows[] = {
    {file_group, "--texture-memory", "", "MIB",
     "what textures may take; larger ones are decoded smaller (half of the memory)", pictures | on_serve,
     set_texture_memory},
    {file_group, "--allow-outside", "", "", "read textures and follow links outside the model's folder",
     posing | on_info | on_check | on_serve,
     [](Options& o, Text) {
       o.limits.allow_outside = true;
       return std::string();
     }},
    {file_group, "--no-sandbox", "", "", "make the thumbnail without the sandbox", on_thumbnail,
     [](Options& o, Text) {
       o.sandbox = false;
       return std::string();
     }},
    {file_group, "--force", "", "", "overwrite a file of another kind; never an input",
     on_shot | on_batch | on_export | on_pose,
     [](Options& o, Text) {
       o.force = true;
       return std::string();
     }},
};

}  // namespace

std::span<const OptionRow> file_option_rows() {
  return file_rows;
}

}  // namespace mmd
