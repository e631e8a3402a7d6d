#include "commands/batch/batch_dry_run.h"

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "base/text.h"
#include "base/words.h"
#include "commands/batch/batch_model.h"
#include "commands/batch/batch_poser.h"
#include "options/advice.h"
#include "options/messages.h"

namespace mmd {
namespace {

std::string reason_of(const Diagnostic& error) {
  const Diagnostic said = in_words(error);
  return said.hint.empty() ? describe(said) : fmt::format("{} ({})", describe(said), said.hint);
}

class DryRun {
 public:
  explicit DryRun(const BatchOrder& order)
      : order_(order), poser_(order), models_(order.plan.models, order.options, poser_.models_wanted()) {}

  int run() {
    for (std::size_t i = 0; i < order_.plan.job_count() && status_ == exit_done; ++i) {
      prefetch_job(order_.plan, i);
      list(order_.plan.job(i));
      if (text_.size() >= (std::size_t{1} << 16)) flush();
    }
    flush();
    if (status_ != exit_done) return status_;
    if (order_.options.verbosity >= 0)
      print_line(fmt::format("mmdview: {} to make, {} up to date, {} cannot be made",
                             counted(to_make_, "picture"), up_to_date_, failed_));
    return failed_ > 0 ? exit_some_failed : exit_done;
  }

 private:
  void list(const Job& job) {
    const std::vector<std::size_t> items = poser_.wanted(job);
    if (items.empty()) return;
    const auto& model = models_.at(job.model);
    const Result<void> loaded = model ? poser_.load({job, *model, items}, stage_) : fail(model.error());
    for (const std::size_t item : items) {
      const std::string name = escaped_utf8(order_.plan.name(item));
      if (!loaded) {
        ++failed_;
        add(fmt::format("fail\t{}\t{}", name, escaped_utf8(reason_of(loaded.error()))));
      } else if (order_.options.batch.skip_existing && poser_.is_there(poser_.shot_of(item, *stage_.shown))) {
        ++up_to_date_;
        add("skip\t" + name);
      } else {
        ++to_make_;
        add("make\t" + name);
      }
    }
  }

  void add(const std::string& line) { text_ += line + '\n'; }

  void flush() {
    if (status_ == exit_done && !text_.empty()) status_ = print_result(text_, order_.options);
    text_.clear();
  }

  const BatchOrder& order_;
  const BatchPoser poser_;
  BatchModels models_;
  BatchStage stage_;
  std::string text_;  ///< lines that are not printed yet
  std::size_t to_make_ = 0, up_to_date_ = 0, failed_ = 0;
  int status_ = exit_done;  ///< of printing
};

}  // namespace

int list_pictures(const BatchOrder& order) {
  return DryRun(order).run();
}

}  // namespace mmd
