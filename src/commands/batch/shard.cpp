#include "commands/batch/shard.h"

#include <charconv>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "base/errors.h"

namespace mmd {
namespace {

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

/// How a scheduler says which of its tasks this is.
struct Scheduler {
  std::string_view name;
  const char* index;
  const char* count;  ///< null: it does not say
  const char* first;  ///< of the indices; null: 0
  const char* step;   ///< between them; null: 1
};
constexpr Scheduler schedulers[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP"},
    {"Kubernetes", "JOB_COMPLETION_INDEX", nullptr, nullptr, nullptr},
    {"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", nullptr, nullptr}};

/// `otherwise` where it is not set. Error: it is no number.
Result<std::size_t> number_of(const Environment& environment, const char* name, std::size_t otherwise) {
  const auto text = name != nullptr ? environment(name) : std::nullopt;
  if (!text) return otherwise;
  const auto number = number_in(*text);
  if (!number) return fail(fmt::format("{} is \"{}\", no number", name, *text));
  return *number;
}

Result<Shard> shard_of_scheduler(const Scheduler& scheduler, const Environment& environment,
                                 std::size_t count) {
  MMD_TRY(const std::size_t id, number_of(environment, scheduler.index, 0));
  MMD_TRY(const std::size_t first, number_of(environment, scheduler.first, 0));
  MMD_TRY(const std::size_t step, number_of(environment, scheduler.step, 1));
  MMD_TRY(const std::size_t said, number_of(environment, scheduler.count, 0));
  if (count > 0 && said > 0 && count != said)
    return fail(fmt::format("{} is {}, where --shards is {}", scheduler.count, said, count),
                "run all tasks, or give --shard INDEX/COUNT; without --shards the number of tasks counts");
  const Shard out{step > 0 && id >= first ? (id - first) / step : id, count > 0 ? count : said};
  if (out.count == 0)
    return fail(fmt::format("{} says which shard this is, not of how many", scheduler.name),
                "add --shards N");
  if (out.index >= out.count)
    return fail(fmt::format("{} is {}, beyond {} shards", scheduler.index, id, out.count),
                "--shards is to be the number of tasks");
  return out;
}

}  // namespace

Environment process_environment() {
  return [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
  };
}

Result<Shard> shard_of_environment(const Environment& environment, std::size_t count) {
  for (const Scheduler& scheduler : schedulers)
    if (environment(scheduler.index)) return shard_of_scheduler(scheduler, environment, count);
  return fail("--shard auto: neither Slurm, Kubernetes nor AWS Batch says which task this is",
              "give --shard INDEX/COUNT; SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX and "
              "AWS_BATCH_JOB_ARRAY_INDEX are looked at");
}

std::size_t shard_of(const Plan& plan, const Item& item, std::size_t count) {
  if (count < 2) return 0;
  return static_cast<std::size_t>(identity_of(plan, item).low % count);
}

}  // namespace mmd
