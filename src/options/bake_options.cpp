#include <string>

#include "options/option_values.h"

namespace mmd {
namespace {

std::string set_bake_rate(Options& o, Text text) {
  if (!parse_number(text, o.bake.rate) || o.bake.rate < 1.0 || o.bake.rate > 60.0)
    return "expected samples a second from 1 to 60";
  o.bake.on = true;
  return {};
}

std::string set_error(Options& o, Text text) {
  if (!parse_number(text, o.bake.error) || o.bake.error < 0.0f || o.bake.error > 100.0f)
    return "expected MMD units from 0 to 100, for example 0.001";
  o.bake.on = true;
  return {};
}

constexpr Text bake_group = "Baking";
constexpr OptionRow bake_rows[] = {
    {bake_group, "--bake", "", "", "physics, IK and append become a pose or keys of all bones", on_export,
     [](Options& o, Text) {
       o.bake.on = true;
       return std::string();
     }},
    {bake_group, "--bake-rate", "", "HZ",
     "samples a second of the motion, 1 to 30, in .glb 60 (30: every frame)", on_export, set_bake_rate},
    {bake_group, "--bake-error", "", "UNITS",
     "how far left-out keys may take a bone (0.001); 0: none is left out", on_export, set_error},
    {bake_group, "--no-skin", "", "", ".glb: the vertices as they are posed, without bones and morphs",
     on_export,
     [](Options& o, Text) {
       o.skin = false;
       return std::string();
     }},
};

}  // namespace

std::span<const OptionRow> bake_option_rows() {
  return bake_rows;
}

}  // namespace mmd
