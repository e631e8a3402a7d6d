#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "commands/batch/plan.h"
#include "options/batch_choice.h"

namespace mmd {

/// Asks for an environment variable; nullopt: it is not set.
using Environment = std::function<std::optional<std::string>(const char* name)>;
Environment process_environment();

/// The shard that a scheduler's environment names: a Slurm job array, an indexed job of Kubernetes, an array
/// job of AWS Batch. `count`: how many there are, where the environment does not say; 0: not known. Errors:
/// none of them is there, the count is missing.
Result<Shard> shard_of_environment(const Environment& environment, std::size_t count);

/// The shard, of `count`, that makes a picture: by the names of model and pose and by the frame, so that it
/// stays the same when poses are added. All views of a pose are in one.
std::size_t shard_of(const Plan& plan, const Item& item, std::size_t count);

}  // namespace mmd
