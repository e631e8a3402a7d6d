#include "render/program.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/errors.h"
#include "render/shader_source.h"

namespace mmd {
namespace {

struct Stages {
  std::string_view vertex, fragment;
  unsigned features;  ///< ProgramFeature bits that make a difference
};
constexpr unsigned skins = feature_all_skinning | feature_posed;

/// By ProgramId.
constexpr std::array<Stages, static_cast<std::size_t>(ProgramId::count)> stages = {{
    {"model.vert", "model.frag",
     skins | feature_self_shadow | feature_map_factors | feature_no_sphere | feature_no_specular |
         feature_shared_taps | feature_accessory},
    {"edge.vert", "edge.frag", skins},
    {"model.vert", "normals.frag", skins},
    {"model.vert", "colour.frag", skins},
    {"inspect.vert", "inspect.frag", skins},
    {"shadow.vert", "shadow.frag", skins | feature_opaque},
    {"shadow_map.vert", "shadow_map.frag", skins | feature_opaque},
    {"feedback.vert", {}, feature_all_skinning},
    {"skeleton.vert", "skeleton.frag", feature_none},
    {"model.vert", "ghost.frag", skins},
    {"model.vert", "surface.frag", skins | feature_no_sphere},
    {"background.vert", "background.frag", feature_none},
    {"ground_mask.vert", "ground_mask.frag", feature_none},
    {"effect.vert", "effect_copy.frag", feature_none},
    {"effect.vert", "effect_average.frag", feature_none},
    {"effect.vert", "effect_grade.frag", feature_none},
    {"effect.vert", "effect_distance.frag", feature_none},
    {"effect.vert", "effect_soften.frag", feature_none},
    {"effect.vert", "effect_occlusion.frag", feature_none},
    {"effect.vert", "effect_occlusion_blur.frag", feature_none},
    {"effect.vert", "effect_occlude.frag", feature_none},
    {"effect.vert", "effect_rim.frag", feature_none},
    {"effect.vert", "effect_fog.frag", feature_none},
    {"effect.vert", "effect_focus.frag", feature_none},
    {"effect.vert", "effect_bokeh.frag", feature_none},
    {"effect.vert", "effect_depth_of_field.frag", feature_none},
    {"effect.vert", "effect_foreground.frag", feature_none},
    {"effect.vert", "effect_glow_bright.frag", feature_none},
    {"effect.vert", "effect_blur.frag", feature_none},
    {"effect.vert", "effect_glow.frag", feature_none},
    {"effect.vert", "effect_lines.frag", feature_none},
}};

struct Definition {
  ProgramFeature feature;
  std::string_view text;
};
constexpr Definition definitions[] = {{feature_all_skinning, "#define SKINNING_ALL\n"},
                                      {feature_self_shadow, "#define SELF_SHADOW\n"},
                                      {feature_map_factors, "#define MAP_FACTORS\n"},
                                      {feature_posed, "#define POSED\n"},
                                      {feature_no_sphere, "#define NO_SPHERE\n"},
                                      {feature_no_specular, "#define NO_SPECULAR\n"},
                                      {feature_opaque, "#define OPAQUE\n"},
                                      {feature_shared_taps, "#define SHARED_TAPS\n"},
                                      {feature_accessory, "#define ACCESSORY\n"}};

struct Uniform {
  const char* name;
  GLint LinkedProgram::*location;
};
constexpr Uniform uniforms[] = {{"view_projection", &LinkedProgram::view_projection},
                                {"view", &LinkedProgram::view},
                                {"eye", &LinkedProgram::eye},
                                {"light_direction", &LinkedProgram::light_direction},
                                {"material", &LinkedProgram::material},
                                {"factors", &LinkedProgram::factors},
                                {"edge", &LinkedProgram::edge},
                                {"colour", &LinkedProgram::colour},
                                {"viewport", &LinkedProgram::viewport},
                                {"shadow_matrix", &LinkedProgram::shadow_matrix},
                                {"shadow", &LinkedProgram::shadow},
                                {"shadow_offset", &LinkedProgram::shadow_offset},
                                {"cutoff", &LinkedProgram::cutoff},
                                {"inspect", &LinkedProgram::inspect},
                                {"fade", &LinkedProgram::fade},
                                {"first_face", &LinkedProgram::first_face},
                                {"placement", &LinkedProgram::placement},
                                {"picture", &LinkedProgram::picture},
                                {"effect", &LinkedProgram::effect}};

struct Sampler {
  const char* name;
  TextureUnit unit;
};
constexpr Sampler samplers[] = {{"base_map", unit_base},     {"sphere_map", unit_sphere},
                                {"toon_map", unit_toon},     {"palette", unit_palette},
                                {"shadow_map", unit_shadow}, {"effect_map", unit_sphere},
                                {"depth_map", unit_toon}};

template <class GetLength, class GetLog>
std::string info_log(GLuint id, GetLength get_length, GetLog get_log) {
  GLint length = 0;
  get_length(id, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
  GLsizei written = 0;
  get_log(id, static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  while (!log.empty() && (log.back() == '\n' || log.back() == '\0')) log.pop_back();
  return log;
}

/// Compiles a shader and attaches it; the driver deletes it with the program.
template <GLenum stage>
Result<void> attach(GLuint program, const std::string& dir, std::string_view name, std::string_view defines) {
  MMD_TRY(const auto source, load_shader(dir, name));
  const std::string whole = gl::shader_text(source.text, defines);
  const auto shader = gl::Object<gl::ShaderTraits<stage>>::create();
  const GLchar* text = whole.c_str();
  glShaderSource(shader.id(), 1, &text, nullptr);
  glCompileShader(shader.id());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_FALSE)
    return fail(fmt::format(
        "shader {} does not compile: {}", name,
        name_files_in_log(info_log(shader.id(), glGetShaderiv, glGetShaderInfoLog), source.files)));
  glAttachShader(program, shader.id());
  return {};
}

LinkedProgram find_uniforms(gl::Program program) {
  LinkedProgram linked;
  const GLuint id = program.id();
  for (const Uniform& u : uniforms) linked.*u.location = glGetUniformLocation(id, u.name);
  glUseProgram(id);
  for (const Sampler& s : samplers) glUniform1i(glGetUniformLocation(id, s.name), s.unit);
  glUseProgram(0);
  linked.program = std::move(program);
  return linked;
}

Result<LinkedProgram> link(const std::string& dir, ProgramId id, unsigned features) {
  const Stages& names = stages[static_cast<std::size_t>(id)];
  std::string defines;
  for (const Definition& d : definitions)
    if ((features & d.feature) != 0) defines += d.text;
  auto program = gl::Program::create();
  MMD_TRY(attach<GL_VERTEX_SHADER>(program.id(), dir, names.vertex, defines));
  if (!names.fragment.empty())
    MMD_TRY(attach<GL_FRAGMENT_SHADER>(program.id(), dir, names.fragment, defines));
  if (id == ProgramId::feedback) {
    const char* outputs[] = {"out_position", "out_normal"};
    glTransformFeedbackVaryings(program.id(), 2, outputs, GL_INTERLEAVED_ATTRIBS);
  }
  glLinkProgram(program.id());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &linked);
  if (linked == GL_FALSE)
    return fail(fmt::format("shaders {} and {} do not link: {}", names.vertex, names.fragment,
                            info_log(program.id(), glGetProgramiv, glGetProgramInfoLog)));
  return find_uniforms(std::move(program));
}

}  // namespace

Result<const LinkedProgram*> Programs::get(ProgramId id, unsigned features) {
  features &= stages[static_cast<std::size_t>(id)].features;
  const auto without = [&](ProgramFeature feature) { features &= ~static_cast<unsigned>(feature); };
  if ((features & feature_posed) != 0) without(feature_all_skinning);
  if ((features & feature_self_shadow) == 0) without(feature_shared_taps);
  const unsigned key = feature_combinations * static_cast<unsigned>(id) + features;
  auto found = linked_.find(key);
  if (found == linked_.end()) found = linked_.emplace(key, link(dir_, id, features)).first;
  if (!found->second) return fail(found->second.error());
  return &*found->second;
}

Result<void> Programs::compile_all() {
  for (std::size_t id = 0; id < stages.size(); ++id)
    for (unsigned features = 0; features < feature_combinations; ++features)
      MMD_TRY(get(static_cast<ProgramId>(id), features));
  return {};
}

}  // namespace mmd
