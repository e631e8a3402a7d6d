// gl_view MODEL [POSE.vpd]: a window of its own that draws the posed model with plain OpenGL 3.3: vertices
// that were skinned on the CPU, and each material's colour. Escape ends it.

#include <cstdio>
#include <vector>

#include <GL/glew.h>
#include <SDL.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <mmdview/mmdview.hpp>

namespace {

constexpr const char* vertex_shader = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 camera;
out vec3 n;
void main() { gl_Position = camera * vec4(position, 1.0); n = normal; })";

constexpr const char* fragment_shader = R"(#version 330 core
in vec3 n;
uniform vec4 colour;
out vec4 result;
void main() { result = vec4(colour.rgb * (0.6 + 0.4 * dot(normalize(n), normalize(vec3(1.0, 2.0, 2.0)))), 1.0); })";

GLuint make_program() {
  const GLuint program = glCreateProgram();
  for (const auto& [kind, source] :
       {std::pair(GL_VERTEX_SHADER, vertex_shader), {GL_FRAGMENT_SHADER, fragment_shader}}) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  glLinkProgram(program);
  return program;
}

/// Uploads a vector of the vertices as an attribute.
void attribute(GLuint location, std::span<const mmd::vec3> values) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size_bytes()), values.data(), GL_STATIC_DRAW);
  glVertexAttribPointer(location, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(location);
}

void upload(const mmd::PosedModel& posed) {
  GLuint arrays = 0, indices = 0;
  glGenVertexArrays(1, &arrays);
  glBindVertexArray(arrays);
  attribute(0, posed.positions());
  attribute(1, posed.normals());
  const auto& corners = posed.model().indices;
  glGenBuffers(1, &indices);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof corners[0]),
               corners.data(), GL_STATIC_DRAW);
}

void draw(const mmd::Model& model, GLuint program) {
  glClearColor(0.9f, 0.92f, 0.95f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  std::size_t first = 0;
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    const std::size_t count = model.triangles_of(m).size();
    glUniform4fv(glGetUniformLocation(program, "colour"), 1, glm::value_ptr(model.materials[m].diffuse));
    if (model.materials[m].diffuse.a > 0.0f)
      glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(count), GL_UNSIGNED_INT,
                     reinterpret_cast<const void*>(first * sizeof(std::uint32_t)));
    first += count;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: gl_view MODEL [POSE.vpd]\n"), 2;
  const auto posed = mmd::PosedModel::load(argv[1], argc > 2 ? argv[2] : "");
  if (!posed) return std::fprintf(stderr, "%s\n", mmd::describe(posed.error()).c_str()), 1;
  SDL_Init(SDL_INIT_VIDEO);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_Window* window = SDL_CreateWindow("gl_view", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 600, 800,
                                        SDL_WINDOW_OPENGL);
  if (window == nullptr || SDL_GL_CreateContext(window) == nullptr || glewInit() != GLEW_OK)
    return std::fprintf(stderr, "no OpenGL 3.3: %s\n", SDL_GetError()), 1;
  const GLuint program = make_program();
  glUseProgram(program);
  upload(*posed);
  glEnable(GL_DEPTH_TEST);
  const glm::mat4 camera = glm::perspective(glm::radians(30.0f), 600.0f / 800.0f, 1.0f, 500.0f) *
                           glm::lookAt(glm::vec3(0, 10, 45), glm::vec3(0, 10, 0), glm::vec3(0, 1, 0));
  glUniformMatrix4fv(glGetUniformLocation(program, "camera"), 1, GL_FALSE, glm::value_ptr(camera));
  const auto ends = [](const SDL_Event& event) {
    return event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
  };
  for (SDL_Event event{}; !ends(event); SDL_WaitEvent(&event)) {
    draw(posed->model(), program);
    SDL_GL_SwapWindow(window);
  }
}
