#pragma once

// Models prepared for export.

#include <memory>

#include <gtest/gtest.h>

#include "document/loaded_figure.h"
#include "export/bake.h"
#include "export/bake_frames.h"
#include "export/gltf_write.h"
#include "export/make_exchange.h"
#include "export/vrm_avatar.h"
#include "tests/assets/temporary_folder.h"
#include "tests/export/arranged.h"
#include "tests/export/glb_reader.h"
#include "tests/support/model_builder.h"

namespace mmd::test {

/// Adds a square with a material, and a bone if there is none.
inline pmx::Material& add_square(FileBuilder& b, const char* name = "material",
                                 const vec3& centre = {0, 1, 0}) {
  if (b.file.bones.empty()) b.bone("首");
  b.square(centre, 1);
  return b.material(name);
}

/// A model file in a folder, next to other files of the test.
struct BuiltFile {
  TemporaryFolder folder;
  std::string put(FileBuilder& builder) const {
    return to_utf8(folder.put("m.pmx", as_text(builder.bytes())));
  }
};

/// A document, its actor and its export.
struct Exchanged {
  LoadedFigure document;
  std::unique_ptr<Actor> actor;
  ExchangeModel model;
  Diagnostics diagnostics;

  explicit Exchanged(const std::vector<std::string>& files, ExchangeShape shape = ExchangeShape::skinned,
                     MaterialTerms terms = MaterialTerms::vertex_coloured) {
    auto loaded = load_document(files, {}, true);
    EXPECT_TRUE(loaded);
    document = std::move(*loaded);
    actor = std::make_unique<Actor>(document.loaded.model, document.loaded.textures);
    actor->pose = document.pose;
    make(shape, terms);
  }
  /// A model without other files.
  explicit Exchanged(FileBuilder& builder, ExchangeShape shape = ExchangeShape::skinned)
      : Exchanged({BuiltFile().put(builder)}, shape) {}
  void stand_in_t_pose() {
    Figure figure;
    figure.loaded = std::make_shared<const LoadedFigure>(document);
    mmd::stand_in_t_pose(figure);
    const auto weights = std::move(actor->pose.morph_weights);
    actor->pose = *figure.edited;
    actor->pose.morph_weights = weights;
    actor->switches.ik_chains = figure.ik_chains;
  }
  /// Exports the current pose.
  void make(ExchangeShape shape = ExchangeShape::skinned,
            MaterialTerms terms = MaterialTerms::vertex_coloured) {
    actor->evaluate();
    auto made = make_exchange(document.loaded, *actor, shape, terms, diagnostics);
    EXPECT_TRUE(made);
    model = std::move(*made);
  }
  Glb glb(const VrmAvatar* avatar = nullptr) const {
    auto bytes = write_glb({&model, 1}, avatar);
    EXPECT_TRUE(bytes);
    return Glb(*bytes);
  }
};

/// Parts in the order of the writer: parts that morphs move come last.
inline std::vector<std::size_t> parts_in_order(const ExchangeModel& model) {
  std::vector<std::size_t> out, morphed;
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const bool moves = std::any_of(model.morphs.begin(), model.morphs.end(),
                                   [&](const ExchangeMorph& morph) { return !morph.parts[p].empty(); });
    (moves ? morphed : out).push_back(p);
  }
  out.insert(out.end(), morphed.begin(), morphed.end());
  return out;
}

/// Largest distance of the vertices of a file from `wanted` (by vertex of the model), MMD units.
inline double farthest(const Glb& glb, const ExchangeModel& model, std::span<const vec3> wanted) {
  double most = 0.0;
  std::size_t part = 0;
  const auto order = parts_in_order(model);
  for (const std::size_t node : glb.mesh_nodes()) {
    const std::size_t count =
        glb.json["meshes"][glb.json["nodes"][node]["mesh"].get<std::size_t>()]["primitives"].size();
    for (std::size_t p = 0; p < count; ++p) {
      const auto& vertices = model.parts[order[part++]].vertices;
      const auto seen = glb.vertices(node, p);
      EXPECT_EQ(seen.size(), vertices.size());
      for (std::size_t v = 0; v < std::min(seen.size(), vertices.size()); ++v)
        most = std::max(most, glm::length(seen[v] / 0.08 - glm::dvec3(wanted[vertices[v]])));
    }
  }
  EXPECT_EQ(part, order.size());
  return most;
}

inline std::string sample(const char* name) {
  return std::string(MMDVIEW_SAMPLES_DIR) + "/" + name;
}

/// The sample with its song, and its frames.
struct ExchangedSong {
  Exchanged e{{sample("figure/figure.pmx"), sample("motions/song.vmd")}};
  Session session{arranged(e.document)};
  const Actor& actor() const { return *session.scene().actors.front(); }
};

}  // namespace mmd::test
