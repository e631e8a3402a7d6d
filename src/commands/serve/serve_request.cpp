#include "commands/serve/serve_request.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/serve/request_head.h"
#include "document/framing.h"
#include "formats/vpd.h"

namespace mmd {
namespace {

using RequestJson = nlohmann::json;

Result<std::string> text_of(const RequestJson& json, std::string_view member) {
  if (json.is_string()) return json.get<std::string>();
  return fail(fmt::format("\"{}\" must be a string", member));
}

/// Numbers of a vector or quaternion.
template <class Vector, int N>
Result<Vector> vector_of(const RequestJson& json, const std::string& member) {
  if (!json.is_array() || json.size() != N)
    return fail(fmt::format("\"{}\" must be a list of {} numbers", member, N));
  Vector out;
  for (int i = 0; i < N; ++i) {
    const RequestJson& number = json[static_cast<std::size_t>(i)];
    if (!number.is_number()) return fail(fmt::format("\"{}\" must contain numbers", member));
    out[i] = number.get<float>();
  }
  return out;
}

Result<vpd::Bone> bone_of(const std::string& name, const RequestJson& json) {
  vpd::Bone out;
  out.name = name;
  if (!json.is_object()) return fail(fmt::format("\"{}\" must be an object", name));
  for (const auto& [member, value] : json.items()) {
    if (member == "rotation") {
      MMD_TRY(out.rotation, (vector_of<vec4, 4>(value, member)));
    } else if (member == "translation") {
      MMD_TRY(out.translation, (vector_of<vec3, 3>(value, member)));
    } else {
      return fail(fmt::format("a bone has no \"{}\"; use \"rotation\" and \"translation\"", member));
    }
  }
  return out;
}

Result<void> add_morphs(const RequestJson& json, vpd::File& to) {
  for (const auto& [name, weight] : json.items()) {
    if (!weight.is_number()) return fail(fmt::format("the weight of \"{}\" must be a number", name));
    to.morphs.push_back({name, weight.get<float>(), 0});
  }
  return {};
}

/// The pose as VPD text, or {"bones": {…}, "morphs": {…}}, which is converted to it.
Result<std::string> text_of_pose(const RequestJson& json) {
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_object()) return fail("\"pose\" must be the text of a VPD, or an object");
  vpd::File file;
  file.encoding = vpd::Encoding::utf8;
  file.model_name = "model.osm";
  for (const auto& [member, value] : json.items()) {
    if ((member != "bones" && member != "morphs") || !value.is_object())
      return fail("\"pose\" must contain only the objects \"bones\" and \"morphs\"");
    if (member == "morphs") MMD_TRY(add_morphs(value, file));
    if (member == "bones")
      for (const auto& [name, bone] : value.items()) {
        MMD_TRY(auto parsed, bone_of(name, bone));
        file.bones.push_back(std::move(parsed));
      }
  }
  return vpd::write(file, vpd::Digits::exact);
}

Result<void> take_pose(const RequestJson& json, ServeRequest& to) {
  MMD_TRY(const std::string text, text_of_pose(json));
  InputFile input;
  input.name = "pose";
  input.kind = FileKind::pose;
  input.bytes = bytes_of_text(text);
  to.poses.push_back(std::move(input));
  return {};
}

/// Error for names of standard input and output, which carry requests and answers, and for names that the
/// system would cut.
Result<void> check_name(const std::string& name, std::string_view member) {
  if (name == "-")
    return fail(fmt::format("\"{}\": standard input carries the requests; \"-\" cannot be used", member));
  if (name.find('\0') != std::string::npos)
    return fail(fmt::format("\"{}\": the name contains a zero byte", member));
  if (stands_for_descriptor(path_from_utf8(name)))
    return fail(in_file(
        make_error("stands for an open file of this process, not for a file on disk", "name a file on disk"),
        name));
  return {};
}

/// Limit of a request's files, which stay in memory while it waits.
constexpr std::size_t max_bytes_of_files = std::size_t{256} << 20;

Result<void> take_files(const RequestJson& json, ServeRequest& to) {
  if (!json.is_array()) return fail("\"files\" must be a list of names");
  std::size_t bytes = 0;
  for (const RequestJson& name : json) {
    MMD_TRY(const std::string file, text_of(name, "files"));
    MMD_TRY(check_name(file, "files"));
    MMD_TRY(InputFile input, read_input(file));
    if (input.kind != FileKind::pose && input.kind != FileKind::motion)
      return fail(in_file(make_error("neither a VPD pose nor a VMD motion"), file));
    input.archive.reset();  // only this file is needed
    if ((bytes += input.bytes.size()) > max_bytes_of_files)
      return fail(
          fmt::format("the files of the request are larger than {} MiB in total", max_bytes_of_files >> 20));
    (input.kind == FileKind::pose ? to.poses : to.motions).push_back(std::move(input));
  }
  return {};
}

/// Options of one model and one picture.
const OptionRow* option_of_picture(std::string_view name) {
  static constexpr std::string_view others[] = {"--attach", "--compare", "--turntable", "--state",
                                                "--shader-dir"};
  if (std::find(std::begin(others), std::end(others), name) != std::end(others)) return nullptr;
  const auto rows = option_table();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& r) {
    return r.name == name && r.is_for(Command::shot) &&
           (r.name == "--labels" || (r.group != "Output" && r.group != "General" && r.group != "Files"));
  });
  return row == rows.end() ? nullptr : &*row;
}

/// "physics": false means "no-physics": true; "physics": true is the default.
void take_switch(const std::string& name, bool is_on, ServeRequest& to) {
  const bool is_option = option_of_picture("--" + name) != nullptr;
  if (!is_option && option_of_picture("--no-" + name) != nullptr) {
    if (!is_on) to.options.emplace_back("no-" + name, std::string());
  } else if (is_on || !is_option) {
    to.options.emplace_back(name, std::string());
  }
}

Result<void> take_options(const RequestJson& json, ServeRequest& to) {
  if (!json.is_object()) return fail("\"options\" must be an object, {\"view\": \"face\"}");
  for (const auto& [name, value] : json.items()) {
    if (value.is_array() || value.is_object() || value.is_null())
      return fail(fmt::format("option \"{}\": expected a string, a number, true or false", name));
    if (value.is_boolean()) {
      take_switch(name, value.get<bool>(), to);
    } else {
      to.options.emplace_back(name, value.is_string() ? value.get<std::string>() : json_text(value));
    }
  }
  return {};
}

Result<void> take_answer(const RequestJson& json, ServeRequest& to) {
  if (!json.is_array()) return fail("\"answer\" must be a list of \"picture\" and \"bones\"");
  to.wants_picture = to.wants_bones = false;
  for (const RequestJson& word : json) {
    if (word != "picture" && word != "bones")
      return fail("\"answer\" must be a list of \"picture\" and \"bones\"");
    (word == "picture" ? to.wants_picture : to.wants_bones) = true;
  }
  return {};
}

struct Member {
  const char* name;
  Result<void> (*take)(const RequestJson& json, ServeRequest& to);
};
constexpr Member members[] = {{"id", [](const RequestJson&, ServeRequest&) { return Result<void>(); }},
                              {"model",
                               [](const RequestJson& json, ServeRequest& to) -> Result<void> {
                                 MMD_TRY(to.model, text_of(json, "model"));
                                 return check_name(to.model, "model");
                               }},
                              {"files", take_files},
                              {"pose", take_pose},
                              {"options", take_options},
                              {"answer", take_answer},
                              {"output", [](const RequestJson& json, ServeRequest& to) -> Result<void> {
                                 MMD_TRY(to.output, text_of(json, "output"));
                                 if (to.output.empty() || to.output == "-")
                                   return fail("\"output\" must be a file name");
                                 return check_name(to.output, "output");
                               }}};

Result<void> take_all(const RequestJson& json, ServeRequest& to) {
  std::vector<std::string> known{"cancel"};
  for (const Member& member : members) known.emplace_back(member.name);
  for (const auto& [name, value] : json.items())
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const auto meant = nearest_word(name, known);
      return fail(fmt::format("unknown member in the request: \"{}\"", name),
                  meant ? fmt::format("did you mean {}?", *meant) : std::string());
    }
  // A pose overrides the files.
  for (const Member& member : members)
    if (json.contains(member.name)) MMD_TRY(member.take(json[member.name], to));
  if (to.model.empty()) return fail("a request needs a \"model\"");
  const auto is_labels = [](const auto& option) { return option.first == "labels"; };
  if (!to.output.empty() && !to.wants_picture &&
      std::none_of(to.options.begin(), to.options.end(), is_labels))
    return fail("\"output\" is for a picture or labels, which are not asked for",
                "add \"picture\" to \"answer\"");
  return {};
}

/// As on a command line in the table's order; JSON objects have no order. Unknown options come first.
std::vector<std::pair<std::string, std::string>> in_order_of_table(
    std::vector<std::pair<std::string, std::string>> options) {
  std::stable_sort(options.begin(), options.end(), [](const auto& a, const auto& b) {
    return option_of_picture("--" + a.first) < option_of_picture("--" + b.first);
  });
  return options;
}

}  // namespace

ServeRequest parse_request(std::string_view line) {
  ServeRequest out;
  try {
    if (const auto fits = check_json_limits(line); !fits) {
      out.problem = make_error(fits.error().what);
      if (std::string id = head_of(line).id; check_json_limits(id)) out.id = std::move(id);
      return out;
    }
    const auto parsed = parse_json<RequestJson>(line);
    const bool has_large_number = !parsed && !parsed.error().line;
    if (!has_large_number && (!parsed || !parsed->is_object())) {
      out.problem = make_error("this line is not a JSON object");
      return out;
    }
    RequestHead head = head_of(line);
    out.id = std::move(head.id);
    out.cancels = std::move(head.cancels);
    if (has_large_number) out.problem = parsed.error();
    if (out.cancels || out.problem) return out;
    if (auto taken = take_all(*parsed, out); !taken) out.problem = std::move(taken.error());
  } catch (...) {
    out.problem = error_caught("read the request", "the request cannot be read");
  }
  return out;
}

Result<Options> options_of(const ServeRequest& request, const Options& base) {
  Options out(Command::shot);
  out.limits = base.limits;
  out.metadata = false;
  for (const auto& [name, value] : in_order_of_table(request.options)) {
    const OptionRow* row = option_of_picture("--" + name);
    const bool may_lack_value = row != nullptr && row->value.substr(0, 1) == "[";
    if (row == nullptr || (row->value.empty() != value.empty() && !may_lack_value)) {
      if (row == nullptr) return fail(fmt::format("a picture has no option \"{}\"", name));
      return fail(fmt::format("option \"{}\" {}", name, value.empty() ? "needs a value" : "takes no value"));
    }
    if (row->value == "FILE") MMD_TRY(check_name(value, name));
    if (const std::string problem = row->apply(out, value); !problem.empty())
      return fail(fmt::format("option \"{}\": {}", name, problem));
  }
  MMD_TRY(load_background_picture(out.look));
  return out;
}

std::string answer_text(const std::string& id,
                        const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out = "{\"id\":" + id;
  for (const auto& [name, value] : members) out += fmt::format(",\"{}\":{}", name, value);
  return out + "}\n";
}

std::string error_text(const std::string& id, const Diagnostic& error) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  json["what"] = error.what;
  if (!error.file.empty()) json["file"] = error.file;
  if (!error.hint.empty()) json["hint"] = error.hint;
  if (error.line) json["line"] = *error.line;
  if (error.offset) json["offset"] = *error.offset;
  return answer_text(id, {{"error", json_text(json)}});
}

}  // namespace mmd
