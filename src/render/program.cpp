#include "render/program.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "render/shader_source.h"

namespace mmd {
namespace {

struct Stages {
  std::string_view vertex, fragment;
};

/// By ProgramId.
constexpr std::array<Stages, static_cast<std::size_t>(ProgramId::count)> stages = {{
    {"model.vert", "model.frag"},
    {"edge.vert", "colour.frag"},
    {"model.vert", "normals.frag"},
    {"model.vert", "colour.frag"},
    {"feedback.vert", {}},
    {"skeleton.vert", "skeleton.frag"},
}};

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

/// Compiles and attaches; the shader goes with the program.
template <GLenum stage>
Result<void> attach(GLuint program, const std::string& dir, std::string_view name, std::string_view defines) {
  auto source = load_shader(dir, name);
  if (!source) return tl::unexpected(source.error());
  // Definitions go behind #version, which has to be the first line.
  const std::size_t first_line = source->text.find('\n') + 1;
  source->text.insert(first_line, fmt::format("{}#line 2 0\n", defines));
  const auto shader = gl::Object<gl::ShaderTraits<stage>>::create();
  const GLchar* text = source->text.c_str();
  glShaderSource(shader.id(), 1, &text, nullptr);
  glCompileShader(shader.id());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_FALSE)
    return fail(fmt::format(
        "shader {} does not compile: {}", name,
        name_files_in_log(info_log(shader.id(), glGetShaderiv, glGetShaderInfoLog), source->files)));
  glAttachShader(program, shader.id());
  return {};
}

LinkedProgram find_uniforms(gl::Program program) {
  LinkedProgram linked;
  const GLuint id = program.id();
  const auto location = [id](const char* name) { return glGetUniformLocation(id, name); };
  linked.view_projection = location("view_projection");
  linked.view = location("view");
  linked.eye = location("eye");
  linked.light_direction = location("light_direction");
  linked.material = location("material");
  linked.edge = location("edge");
  linked.colour = location("colour");
  linked.viewport = location("viewport");
  glUseProgram(id);
  glUniform1i(location("base_map"), unit_base);
  glUniform1i(location("sphere_map"), unit_sphere);
  glUniform1i(location("toon_map"), unit_toon);
  glUniform1i(location("palette"), unit_palette);
  glUseProgram(0);
  linked.program = std::move(program);
  return linked;
}

Result<LinkedProgram> link(const std::string& dir, ProgramId id, SkinningVariant variant) {
  const Stages& names = stages[static_cast<std::size_t>(id)];
  const std::string_view defines = variant == SkinningVariant::all ? "#define SKINNING_ALL\n" : "";
  auto program = gl::Program::create();
  if (auto done = attach<GL_VERTEX_SHADER>(program.id(), dir, names.vertex, defines); !done)
    return tl::unexpected(done.error());
  if (!names.fragment.empty())
    if (auto done = attach<GL_FRAGMENT_SHADER>(program.id(), dir, names.fragment, {}); !done)
      return tl::unexpected(done.error());
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

Result<const LinkedProgram*> Programs::get(ProgramId id, SkinningVariant variant) {
  if (id == ProgramId::skeleton) variant = SkinningVariant::linear;
  Slot& slot = slots_[static_cast<std::size_t>(id)][static_cast<std::size_t>(variant)];
  if (!slot.tried) {
    slot.tried = true;
    auto linked = link(dir_, id, variant);
    if (linked) {
      slot.program = std::move(*linked);
    } else {
      slot.error = linked.error();
    }
  }
  if (!slot.program) return fail(slot.error);
  return &*slot.program;
}

Result<void> Programs::compile_all() {
  for (std::size_t id = 0; id < slots_.size(); ++id)
    for (const SkinningVariant variant : {SkinningVariant::linear, SkinningVariant::all})
      if (auto program = get(static_cast<ProgramId>(id), variant); !program)
        return tl::unexpected(program.error());
  return {};
}

}  // namespace mmd
