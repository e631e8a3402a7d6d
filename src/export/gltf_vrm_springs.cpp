#include "export/gltf_buffers.h"
#include "export/make_exchange.h"

namespace mmd {
namespace {

using tinygltf::Value;

Value metres_value(float units) {
  return Value(static_cast<double>(units) * metres_per_unit);
}

Value collider_value(const VrmCollider& collider) {
  Value::Object shape{{"offset", vector_value(in_metres(collider.from))},
                      {"radius", metres_value(collider.radius)}};
  const bool is_sphere = collider.from == collider.to;
  if (!is_sphere) shape.emplace("tail", vector_value(in_metres(collider.to)));
  return Value(Value::Object{
      {"node", Value(node_of_bone(collider.bone))},
      {"shape", Value(Value::Object{{is_sphere ? "sphere" : "capsule", Value(std::move(shape))}})}});
}

/// All numbers are written: programs disagree about those that are missing.
Value joint_value(const VrmSpring& chain, std::size_t joint) {
  return Value(Value::Object{{"node", Value(node_of_bone(chain.bones[joint]))},
                             {"stiffness", number_value(chain.numbers.stiffness)},
                             {"dragForce", number_value(chain.numbers.drag)},
                             {"gravityPower", number_value(chain.numbers.gravity)},
                             {"gravityDir", vector_value({0.0f, -1.0f, 0.0f})},
                             {"hitRadius", metres_value(chain.hit_radii[joint])}});
}

Value indices_value(const std::vector<std::size_t>& indices) {
  Value::Array out;
  for (const std::size_t index : indices) out.emplace_back(static_cast<int>(index));
  return Value(std::move(out));
}

}  // namespace

Value springs_value(const VrmSprings& springs, const std::vector<int>& tails,
                    const std::vector<std::string>& names) {
  Value::Array colliders, groups, chains;
  for (const VrmCollider& collider : springs.colliders) colliders.push_back(collider_value(collider));
  for (std::size_t c = 0; c < springs.chains.size(); ++c) {
    const VrmSpring& chain = springs.chains[c];
    Value::Array joints;
    for (std::size_t j = 0; j < chain.bones.size(); ++j) joints.push_back(joint_value(chain, j));
    joints.emplace_back(Value::Object{{"node", Value(tails[c])}});
    Value::Object spring{{"name", Value(names[c])}, {"joints", Value(std::move(joints))}};
    if (!chain.colliders.empty()) {  // groups may not be empty
      spring.emplace("colliderGroups", indices_value({groups.size()}));
      groups.emplace_back(
          Value::Object{{"name", Value(names[c])}, {"colliders", indices_value(chain.colliders)}});
    }
    chains.emplace_back(std::move(spring));
  }
  Value::Object out{{"specVersion", Value(std::string("1.0"))}, {"springs", Value(std::move(chains))}};
  if (!groups.empty()) {
    out.emplace("colliders", Value(std::move(colliders)));
    out.emplace("colliderGroups", Value(std::move(groups)));
  }
  return Value(std::move(out));
}

}  // namespace mmd
