#include "base/large_blocks.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#include "base/mapped_pages.h"
#include "base/spare_blocks.h"

namespace mmd {
namespace {

struct Block {
  void* begin;
  std::size_t bytes;
};

/// All that there are.
class Blocks {
 public:
  void* take(std::size_t bytes);
  void put_back(void* begin) noexcept;
  void keep(std::size_t bytes) noexcept;

 private:
  void* mapped(std::size_t bytes);
  void drop_spare(std::size_t most) noexcept;

  std::mutex mutex_;
  std::vector<Block> used_, spare_;  ///< each has room for all
  std::size_t kept_ = 0, spare_bytes_ = 0;
};

void* Blocks::take(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::size_t all = used_.size() + spare_.size() + 1;
  used_.reserve(all);
  spare_.reserve(all);
  auto best = spare_.end();
  for (auto i = spare_.begin(); i != spare_.end(); ++i)
    if (i->bytes >= bytes && i->bytes - bytes <= bytes / 4 &&
        (best == spare_.end() || i->bytes < best->bytes))
      best = i;
  if (best != spare_.end()) {
    used_.push_back(*best);
    spare_bytes_ -= best->bytes;
    spare_.erase(best);
  } else {
    used_.push_back({mapped(bytes), bytes});
  }
  return used_.back().begin;
}

/// What is kept makes room where there is none.
void* Blocks::mapped(std::size_t bytes) {
  try {
    return map_pages(bytes);
  } catch (const std::bad_alloc&) {
    if (spare_.empty()) throw;
  }
  drop_spare(0);
  return map_pages(bytes);
}

void Blocks::put_back(void* begin) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(used_.begin(), used_.end(), [begin](const Block& b) { return b.begin == begin; });
  if (found == used_.end()) return;
  spare_.push_back(*found);
  spare_bytes_ += found->bytes;
  used_.erase(found);
  drop_spare(kept_);
}

void Blocks::keep(std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  kept_ = bytes;
  drop_spare(kept_);
}

/// The oldest first.
void Blocks::drop_spare(std::size_t most) noexcept {
  while (spare_bytes_ > most) {
    unmap_pages(spare_.front().begin, spare_.front().bytes);
    spare_bytes_ -= spare_.front().bytes;
    spare_.erase(spare_.begin());
  }
}

/// Never destroyed: what is destroyed when the program ends may still have some.
Blocks& blocks() {
  static Blocks& all = *new Blocks;
  return all;
}

}  // namespace

void* allocate_large_block(std::size_t bytes) {
  if (bytes > PTRDIFF_MAX - large_block_size) throw std::bad_alloc();
  return blocks().take(std::max<std::size_t>(bytes + large_block_size - 1, 1) / large_block_size *
                       large_block_size);
}

void free_large_block(void* block) noexcept {
  blocks().put_back(block);
}

void keep_spare_blocks(std::size_t bytes) {
  blocks().keep(bytes);
}

void give_back_spare_blocks() noexcept {
  blocks().keep(0);
}

}  // namespace mmd
