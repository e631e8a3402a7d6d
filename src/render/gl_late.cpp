// OpenGL, with GLX and X11 behind it, is looked for when something is drawn: loading it takes longer than
// reading a model. What the program calls of OpenGL and of GLEW is defined here and is found in the library
// itself, which has functions for all of OpenGL's core, whatever the driver (GLVND). Where the library is not
// installed, there are no functions (load_gl_functions()), and nothing is drawn.
//
// A function that is missing here is missing to the linker.

#include <cstring>
#include <string>

#include <GL/glew.h>

#include "base/late_forward.h"

namespace {

const mmd::LateLibrary& gl() {
  static const mmd::LateLibrary library("libOpenGL.so.0");
  if (library.is_there()) return library;
  static const mmd::LateLibrary older("libGL.so.1");
  return older;
}

/// Of the context that is current.
bool has_extension(const char* name) {
  static auto* const get =
      mmd::late_function<const GLubyte * GLAPIENTRY(GLenum, GLuint)>(gl(), "glGetStringi");
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; get != nullptr && i < count; ++i) {
    const auto* has = reinterpret_cast<const char*>(get(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (has != nullptr && std::strcmp(has, name) == 0) return true;
  }
  return false;
}

}  // namespace

#define FORWARD(type, name, parameters, arguments) MMD_FORWARD(gl, type, name, parameters, arguments)

// clang-format off
FORWARD(void, glBindTexture, (GLenum target, GLuint texture), (target, texture))
FORWARD(void, glClear, (GLbitfield mask), (mask))
FORWARD(void, glClearColor, (GLclampf red, GLclampf green, GLclampf blue, GLclampf alpha), (red, green, blue, alpha))
FORWARD(void, glClearDepth, (GLclampd depth), (depth))
FORWARD(void, glClearStencil, (GLint s), (s))
FORWARD(void, glColorMask, (GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha), (red, green, blue, alpha))
FORWARD(void, glCullFace, (GLenum mode), (mode))
FORWARD(void, glDeleteTextures, (GLsizei n, const GLuint* textures), (n, textures))
FORWARD(void, glDepthFunc, (GLenum func), (func))
FORWARD(void, glDepthMask, (GLboolean flag), (flag))
FORWARD(void, glDepthRange, (GLclampd zNear, GLclampd zFar), (zNear, zFar))
FORWARD(void, glDisable, (GLenum cap), (cap))
FORWARD(void, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
FORWARD(void, glDrawBuffer, (GLenum mode), (mode))
FORWARD(void, glDrawElements, (GLenum mode, GLsizei count, GLenum type, const void* indices), (mode, count, type, indices))
FORWARD(void, glEnable, (GLenum cap), (cap))
FORWARD(void, glFlush, (), ())
FORWARD(void, glFrontFace, (GLenum mode), (mode))
FORWARD(void, glGenTextures, (GLsizei n, GLuint* textures), (n, textures))
FORWARD(GLenum, glGetError, (), ())
FORWARD(void, glGetFloatv, (GLenum pname, GLfloat* params), (pname, params))
FORWARD(void, glGetIntegerv, (GLenum pname, GLint* params), (pname, params))
FORWARD(const GLubyte*, glGetString, (GLenum name), (name))
FORWARD(void, glLineWidth, (GLfloat width), (width))
FORWARD(void, glPixelStorei, (GLenum pname, GLint param), (pname, param))
FORWARD(void, glPointSize, (GLfloat size), (size))
FORWARD(void, glPolygonMode, (GLenum face, GLenum mode), (face, mode))
FORWARD(void, glPolygonOffset, (GLfloat factor, GLfloat units), (factor, units))
FORWARD(void, glReadBuffer, (GLenum mode), (mode))
FORWARD(void, glReadPixels, (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void* pixels), (x, y, width, height, format, type, pixels))
FORWARD(void, glScissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
FORWARD(void, glStencilFunc, (GLenum func, GLint ref, GLuint mask), (func, ref, mask))
FORWARD(void, glStencilMask, (GLuint mask), (mask))
FORWARD(void, glStencilOp, (GLenum fail, GLenum zfail, GLenum zpass), (fail, zfail, zpass))
FORWARD(void, glTexImage2D, (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border, GLenum format, GLenum type, const void* pixels), (target, level, internalformat, width, height, border, format, type, pixels))
FORWARD(void, glTexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param))
FORWARD(void, glTexSubImage2D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels), (target, level, xoffset, yoffset, width, height, format, type, pixels))
FORWARD(void, glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))

#define EACH_POINTER(POINTER) \
  POINTER(PFNGLACTIVETEXTUREPROC, ActiveTexture) \
  POINTER(PFNGLATTACHSHADERPROC, AttachShader) \
  POINTER(PFNGLBEGINTRANSFORMFEEDBACKPROC, BeginTransformFeedback) \
  POINTER(PFNGLBINDBUFFERPROC, BindBuffer) \
  POINTER(PFNGLBINDBUFFERBASEPROC, BindBufferBase) \
  POINTER(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer) \
  POINTER(PFNGLBINDRENDERBUFFERPROC, BindRenderbuffer) \
  POINTER(PFNGLBINDSAMPLERPROC, BindSampler) \
  POINTER(PFNGLBINDVERTEXARRAYPROC, BindVertexArray) \
  POINTER(PFNGLBLENDEQUATIONPROC, BlendEquation) \
  POINTER(PFNGLBLENDFUNCSEPARATEPROC, BlendFuncSeparate) \
  POINTER(PFNGLBLITFRAMEBUFFERPROC, BlitFramebuffer) \
  POINTER(PFNGLBUFFERDATAPROC, BufferData) \
  POINTER(PFNGLBUFFERSUBDATAPROC, BufferSubData) \
  POINTER(PFNGLCHECKFRAMEBUFFERSTATUSPROC, CheckFramebufferStatus) \
  POINTER(PFNGLCLEARBUFFERFIPROC, ClearBufferfi) \
  POINTER(PFNGLCLEARBUFFERUIVPROC, ClearBufferuiv) \
  POINTER(PFNGLCOMPILESHADERPROC, CompileShader) \
  POINTER(PFNGLCREATEPROGRAMPROC, CreateProgram) \
  POINTER(PFNGLCREATESHADERPROC, CreateShader) \
  POINTER(PFNGLDELETEBUFFERSPROC, DeleteBuffers) \
  POINTER(PFNGLDELETEFRAMEBUFFERSPROC, DeleteFramebuffers) \
  POINTER(PFNGLDELETEPROGRAMPROC, DeleteProgram) \
  POINTER(PFNGLDELETERENDERBUFFERSPROC, DeleteRenderbuffers) \
  POINTER(PFNGLDELETESAMPLERSPROC, DeleteSamplers) \
  POINTER(PFNGLDELETESHADERPROC, DeleteShader) \
  POINTER(PFNGLDELETEVERTEXARRAYSPROC, DeleteVertexArrays) \
  POINTER(PFNGLDRAWARRAYSINSTANCEDPROC, DrawArraysInstanced) \
  POINTER(PFNGLENABLEVERTEXATTRIBARRAYPROC, EnableVertexAttribArray) \
  POINTER(PFNGLENDTRANSFORMFEEDBACKPROC, EndTransformFeedback) \
  POINTER(PFNGLFRAMEBUFFERRENDERBUFFERPROC, FramebufferRenderbuffer) \
  POINTER(PFNGLFRAMEBUFFERTEXTURE2DPROC, FramebufferTexture2D) \
  POINTER(PFNGLGENBUFFERSPROC, GenBuffers) \
  POINTER(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers) \
  POINTER(PFNGLGENRENDERBUFFERSPROC, GenRenderbuffers) \
  POINTER(PFNGLGENSAMPLERSPROC, GenSamplers) \
  POINTER(PFNGLGENVERTEXARRAYSPROC, GenVertexArrays) \
  POINTER(PFNGLGETBUFFERSUBDATAPROC, GetBufferSubData) \
  POINTER(PFNGLGETPROGRAMINFOLOGPROC, GetProgramInfoLog) \
  POINTER(PFNGLGETPROGRAMIVPROC, GetProgramiv) \
  POINTER(PFNGLGETSHADERINFOLOGPROC, GetShaderInfoLog) \
  POINTER(PFNGLGETSHADERIVPROC, GetShaderiv) \
  POINTER(PFNGLGETUNIFORMLOCATIONPROC, GetUniformLocation) \
  POINTER(PFNGLLINKPROGRAMPROC, LinkProgram) \
  POINTER(PFNGLMAPBUFFERRANGEPROC, MapBufferRange) \
  POINTER(PFNGLRENDERBUFFERSTORAGEPROC, RenderbufferStorage) \
  POINTER(PFNGLRENDERBUFFERSTORAGEMULTISAMPLEPROC, RenderbufferStorageMultisample) \
  POINTER(PFNGLSAMPLERPARAMETERFPROC, SamplerParameterf) \
  POINTER(PFNGLSAMPLERPARAMETERIPROC, SamplerParameteri) \
  POINTER(PFNGLSHADERSOURCEPROC, ShaderSource) \
  POINTER(PFNGLTEXBUFFERPROC, TexBuffer) \
  POINTER(PFNGLTEXSTORAGE2DPROC, TexStorage2D) \
  POINTER(PFNGLTRANSFORMFEEDBACKVARYINGSPROC, TransformFeedbackVaryings) \
  POINTER(PFNGLUNIFORM1FPROC, Uniform1f) \
  POINTER(PFNGLUNIFORM1IPROC, Uniform1i) \
  POINTER(PFNGLUNIFORM1UIPROC, Uniform1ui) \
  POINTER(PFNGLUNIFORM2FPROC, Uniform2f) \
  POINTER(PFNGLUNIFORM2FVPROC, Uniform2fv) \
  POINTER(PFNGLUNIFORM2IPROC, Uniform2i) \
  POINTER(PFNGLUNIFORM3FVPROC, Uniform3fv) \
  POINTER(PFNGLUNIFORM4FPROC, Uniform4f) \
  POINTER(PFNGLUNIFORM4FVPROC, Uniform4fv) \
  POINTER(PFNGLUNIFORMMATRIX4FVPROC, UniformMatrix4fv) \
  POINTER(PFNGLUNMAPBUFFERPROC, UnmapBuffer) \
  POINTER(PFNGLUSEPROGRAMPROC, UseProgram) \
  POINTER(PFNGLVERTEXATTRIB3FPROC, VertexAttrib3f) \
  POINTER(PFNGLVERTEXATTRIB4FPROC, VertexAttrib4f) \
  POINTER(PFNGLVERTEXATTRIBDIVISORPROC, VertexAttribDivisor) \
  POINTER(PFNGLVERTEXATTRIBIPOINTERPROC, VertexAttribIPointer) \
  POINTER(PFNGLVERTEXATTRIBPOINTERPROC, VertexAttribPointer)
// clang-format on

#define DEFINE(type, name) type __glew##name = nullptr;
EACH_POINTER(DEFINE)
GLboolean __GLEW_ARB_texture_storage = GL_FALSE;
GLboolean __GLEW_EXT_texture_filter_anisotropic = GL_FALSE;
GLboolean glewExperimental = GL_FALSE;

extern "C" GLenum GLEWAPIENTRY glewInit() {
  if (!gl().is_there()) return GLEW_ERROR_NO_GL_VERSION;
#define FIND(type, name) gl().find("gl" #name, __glew##name);
  EACH_POINTER(FIND)
  __GLEW_ARB_texture_storage = has_extension("GL_ARB_texture_storage");
  __GLEW_EXT_texture_filter_anisotropic = has_extension("GL_EXT_texture_filter_anisotropic");
  return GLEW_OK;
}

/// Of glewInit() there is one error.
extern "C" const GLubyte* GLEWAPIENTRY glewGetErrorString(GLenum) {
  static const std::string text =
      "OpenGL cannot be loaded (is libopengl0 or libgl1 installed?): " + gl().error();
  return reinterpret_cast<const GLubyte*>(text.c_str());
}
