#pragma once

// OpenGL: 3.3 core, or OpenGL ES 3.0 in a browser (WebGL 2). The passes use what both have; the functions
// below hide the differences. gl_desktop.cpp and gl_web.cpp implement them.

#include <cstddef>
#include <string>
#include <string_view>

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <GL/glew.h>
#endif

namespace mmd::gl {

/// The text of a shader with this OpenGL's `#version` line in place of its own, which must be the first line.
/// `definitions` follow it. Keeps line numbers.
std::string shader_text(std::string_view text, std::string_view definitions);

/// The driver's name for its hardware; "unknown" without one.
std::string renderer_name();

/// Switches state off that only the desktop has and that the passes do not expect; multisampling on.
void reset_desktop_state();
void clear_depth_to_one();
/// Draws the sides of triangles instead of their faces. ES cannot, and draws the faces.
void draw_sides(bool sides_only);

/// Points of `size` drawn pixels, up to max_point_size().
void set_point_size(float size);
float max_point_size();

/// Whether glTexStorage2D exists.
bool has_texture_storage();
/// Whether read_buffer() works.
bool can_read_buffers();
/// Copies the first bytes of the buffer bound to `target`. Returns false if the driver failed.
bool read_buffer(GLenum target, std::size_t bytes, void* to);

}  // namespace mmd::gl
