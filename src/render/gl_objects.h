#pragma once

// Owners of OpenGL objects. Their context must be current when they are destroyed.

#include <utility>

#include "render/gl.h"

namespace mmd::gl {

/// `Traits`: static GLuint create(); static void destroy(GLuint).
template <class Traits>
class Object {
 public:
  Object() = default;
  static Object create() {
    Object object;
    object.id_ = Traits::create();
    return object;
  }
  Object(Object&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Object() {
    if (id_ != 0) Traits::destroy(id_);
  }

  GLuint id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }

 private:
  GLuint id_ = 0;
};

/// One name from a generating function such as glGenBuffers.
template <class Generate>
GLuint first_of(Generate generate) {
  GLuint id = 0;
  generate(1, &id);
  return id;
}

struct BufferTraits {
  static GLuint create() { return first_of(glGenBuffers); }
  static void destroy(GLuint id) { glDeleteBuffers(1, &id); }
};
struct TextureTraits {
  static GLuint create() { return first_of(glGenTextures); }
  static void destroy(GLuint id) { glDeleteTextures(1, &id); }
};
struct SamplerTraits {
  static GLuint create() { return first_of(glGenSamplers); }
  static void destroy(GLuint id) { glDeleteSamplers(1, &id); }
};
struct VertexArrayTraits {
  static GLuint create() { return first_of(glGenVertexArrays); }
  static void destroy(GLuint id) { glDeleteVertexArrays(1, &id); }
};
struct RenderbufferTraits {
  static GLuint create() { return first_of(glGenRenderbuffers); }
  static void destroy(GLuint id) { glDeleteRenderbuffers(1, &id); }
};
struct FramebufferTraits {
  static GLuint create() { return first_of(glGenFramebuffers); }
  static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
};
struct ProgramTraits {
  static GLuint create() { return glCreateProgram(); }
  static void destroy(GLuint id) { glDeleteProgram(id); }
};
template <GLenum stage>
struct ShaderTraits {
  static GLuint create() { return glCreateShader(stage); }
  static void destroy(GLuint id) { glDeleteShader(id); }
};

using Buffer = Object<BufferTraits>;
using Texture = Object<TextureTraits>;
using Sampler = Object<SamplerTraits>;
using VertexArray = Object<VertexArrayTraits>;
using Renderbuffer = Object<RenderbufferTraits>;
using Framebuffer = Object<FramebufferTraits>;
using Program = Object<ProgramTraits>;

}  // namespace mmd::gl
