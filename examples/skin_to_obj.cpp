// skin_to_obj MODEL [POSE.vpd] > OUT.obj: writes the model's mesh in a pose, skinned on the CPU.

#include <cstdio>

#include <mmdview/mmdview.hpp>

namespace {

int give_up(const mmd::Diagnostic& error) {
  std::fprintf(stderr, "%s\n", mmd::describe(error).c_str());
  return 1;
}

void print_obj(const mmd::Model& model, std::span<const mmd::vec3> positions,
               std::span<const mmd::vec3> normals) {
  for (const mmd::vec3& p : positions) std::printf("v %.6g %.6g %.6g\n", p.x, p.y, p.z);
  for (const mmd::vec2& uv : model.vertices.uv) std::printf("vt %.6g %.6g\n", uv.x, 1.0f - uv.y);
  for (const mmd::vec3& n : normals) std::printf("vn %.6g %.6g %.6g\n", n.x, n.y, n.z);
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    std::printf("g material%zu\n", m);
    const auto corners = model.triangles_of(m);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const unsigned v = corners[i] + 1;  // OBJ counts from 1
      std::printf("%s %u/%u/%u%s", i % 3 == 0 ? "f" : "", v, v, v, i % 3 == 2 ? "\n" : "");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return give_up(mmd::make_error("usage: skin_to_obj MODEL [POSE.vpd] > OUT.obj"));
  const auto posed = mmd::PosedModel::load(argv[1], argc > 2 ? argv[2] : "");
  if (!posed) return give_up(posed.error());
  print_obj(posed->model(), posed->positions(), posed->normals());
}
