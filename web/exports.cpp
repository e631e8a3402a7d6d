#include "web/exports.h"

#include <emscripten/emscripten.h>

#include "base/errors.h"

namespace mmd::web {
namespace {

Core& core() {
  static Core one;
  return one;
}

template <auto member>
Result<Json> of_core(Core& core, const Json& call) {
  return (core.*member)(call);
}

Json answered(const std::string& name, const char* json) {
  const auto found = calls().find(name);
  if (found == calls().end()) return {{"error", {{"what", "there is no call " + name}}}};
  const auto run = [&]() -> Result<Json> { return found->second(core(), Json::parse(json)); };
  auto answer = caught("carry this out", "this cannot be carried out", run);
  if (!answer) return {{"error", json_of(answer.error())}};
  return std::move(*answer);
}

}  // namespace

std::map<std::string, Call>& calls() {
  static std::map<std::string, Call> table{{"members", of_core<&Core::members>},
                                           {"unpack", of_core<&Core::unpack>},
                                           {"textures", of_core<&Core::textures>},
                                           {"load", of_core<&Core::load>},
                                           {"openScene", of_core<&Core::open_scene>},
                                           {"add", of_core<&Core::add>},
                                           {"remove", of_core<&Core::remove>},
                                           {"setVisible", of_core<&Core::set_visible>},
                                           {"setPlace", of_core<&Core::set_place>},
                                           {"activate", of_core<&Core::activate>},
                                           {"setMotion", of_core<&Core::set_motion>},
                                           {"setPose", of_core<&Core::set_pose>},
                                           {"setBone", of_core<&Core::set_bone>},
                                           {"setMorph", of_core<&Core::set_morph>},
                                           {"choose", of_core<&Core::choose>},
                                           {"show", of_core<&Core::show>},
                                           {"bones", of_core<&Core::bones>},
                                           {"materials", of_core<&Core::materials>},
                                           {"vpd", of_core<&Core::vpd>},
                                           {"state", of_core<&Core::state>}};
  return table;
}

}  // namespace mmd::web

extern "C" {

/// Carries out a call (docs/user/web.md). `json`: its object. Returns the answer as JSON, valid until the
/// next call.
EMSCRIPTEN_KEEPALIVE const char* mmdview_call(const char* name, const char* json) {
  static std::string answer;
  answer = mmd::web::answered(name, json).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return answer.c_str();
}

/// The file that the last call made.
EMSCRIPTEN_KEEPALIVE const void* mmdview_bytes() {
  return mmd::web::core().bytes().data();
}
EMSCRIPTEN_KEEPALIVE std::size_t mmdview_byte_count() {
  return mmd::web::core().bytes().size();
}

/// An array of the evaluated model (Core::view_of).
EMSCRIPTEN_KEEPALIVE const void* mmdview_array(const char* name) {
  return mmd::web::core().view_of(name).first;
}
EMSCRIPTEN_KEEPALIVE std::size_t mmdview_array_bytes(const char* name) {
  return mmd::web::core().view_of(name).bytes;
}
}
