#include "app/stage/browser.h"

#include <algorithm>
#include <utility>

#include "options/command_line.h"

namespace mmd {
namespace {

/// Maximum bytes of thumbnails on the GPU.
constexpr std::size_t max_on_gpu = std::size_t{96} << 20;
/// Rows below the visible ones whose thumbnails are also drawn.
constexpr std::size_t rows_ahead = 2;
/// Maximum thumbnails on a contact sheet.
constexpr std::size_t max_on_sheet = 2000;

/// The document if its textures are loaded; otherwise thumbnails would be cached without textures.
std::shared_ptr<const LoadedFigure> whole(const std::shared_ptr<const LoadedFigure>& document) {
  const bool ready = document != nullptr && document->loaded.textures_hash != ContentHash{};
  return ready ? document : nullptr;
}

bool shows_same(const std::shared_ptr<const LoadedFigure>& a, const std::shared_ptr<const LoadedFigure>& b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->loaded.model == b->loaded.model && a->loaded.textures == b->loaded.textures;
}

}  // namespace

Browser::Browser(std::filesystem::path thumbnails, LibraryStore& library, std::function<void()> wake)
    : thumbnails_(std::move(thumbnails)), library_(library), wake_(std::move(wake)) {}
Browser::~Browser() = default;

void Browser::begin_thread() {
  if (thread_ != nullptr) return;
  static_cast<void>(library_.read());
  thread_ = std::make_unique<AssetLibraryThread>(std::string(program_version()), ThumbnailCache(thumbnails_),
                                                 wake_);
  watch_ = std::make_unique<FolderWatch>([this] {
    changed_ = true;
    wake_();
  });
}

void Browser::show_models(const std::vector<std::string>& files) {
  begin_thread();
  view_.kind = AssetLibraryKind::models;
  asset_library_ = AssetLibrary::of_models(files);
  begin_anew();
}

void Browser::open(const std::string& place) {
  begin_thread();
  place_ = place;
  asset_library_.reset();
  error_.reset();
  cursor_.clear();
  chooses_kind_ = true;
  begin_anew();
  thread_->list(place);
}

void Browser::list_again() {
  if (!place_.empty()) thread_->list(place_);
}

void Browser::set_model(const std::shared_ptr<const LoadedFigure>& document) {
  const auto next = whole(document);
  if (shows_same(next, document_)) return;
  document_ = next;
  if (asset_library_ != nullptr && !needs_no_model(view_.kind)) begin_anew();
}

void Browser::set_side(int side) {
  if (std::exchange(choice_.side, side) != side && asset_library_ != nullptr) begin_anew();
}

void Browser::set_view(const AssetLibraryView& view) {
  const bool other_pictures = view.kind != view_.kind || view.thumbnails != view_.thumbnails;
  view_ = view;
  choice_.view = view.thumbnails;
  if (other_pictures && asset_library_ != nullptr) return begin_anew();
  order();
}

const Diagnostics& Browser::warnings() const {
  static const Diagnostics none_yet;
  return asset_library_ != nullptr ? asset_library_->diagnostics() : none_yet;
}

const AssetLibraryEntries& Browser::entries() const {
  static const AssetLibraryEntries none_yet;
  return asset_library_ != nullptr ? asset_library_->entries(view_.kind) : none_yet;
}

std::size_t Browser::count(AssetLibraryKind kind) const {
  return asset_library_ != nullptr ? asset_library_->entries(kind).size() : 0;
}

const EntryReport* Browser::report(std::size_t number) const {
  const auto& report = tiles_[number].report;
  return report ? &*report : nullptr;
}

std::size_t Browser::done() const {
  return static_cast<std::size_t>(std::count_if(tiles_.begin(), tiles_.end(), [](const Tile& tile) {
    return tile.was_pictured || (tile.report && tile.report->problem);
  }));
}

void Browser::take_asset_library(std::shared_ptr<const AssetLibrary> asset_library) {
  const AssetLibraryEntries before = entries();
  const bool again = asset_library_ != nullptr;
  asset_library_ = std::move(asset_library);
  error_.reset();
  if (std::exchange(chooses_kind_, false) && entries().empty()) view_.kind = asset_library_->first_kind();
  watch_->watch(asset_library_->folders());
  begin(again ? entries_kept(before, entries()) : std::vector<std::optional<std::size_t>>());
}

/// Starts reading the entries; `kept`: existing tiles of entries.
void Browser::begin(const std::vector<std::optional<std::size_t>>& kept) {
  const std::size_t count = entries().size();
  std::vector<Tile> tiles(count);
  AssetLibraryTask task{asset_library_, view_.kind, document_, choice_, std::vector<std::uint8_t>(count, 0)};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    tiles[i] = std::move(tiles_[*kept[i]]);
    task.done[i] = tiles[i].report && (tiles[i].texture || tiles[i].report->problem) ? 1 : 0;
  }
  tiles_ = std::move(tiles);
  hung_ = static_cast<std::size_t>(
      std::count_if(tiles_.begin(), tiles_.end(), [](const Tile& tile) { return bool(tile.texture); }));
  facts_.assign(count, {});
  for (std::size_t i = 0; i < count; ++i) {
    facts_[i].favourite = library_.is_favourite(entries()[i].file);
    if (const auto& report = tiles_[i].report)
      facts_[i] = {report->coverage, report->problem.has_value(), facts_[i].favourite};
  }
  task_ = thread_->start(std::move(task));
  wanted_.clear();
  const bool sheet = !sheet_order_.empty();
  sheet_.clear();
  sheet_order_.clear();
  order();
  if (sheet) begin_sheet();
}

void Browser::order() {
  shown_ = entries_shown(entries(), facts_, view_.query);
  want_seen();
}

std::optional<std::size_t> Browser::cursor() const {
  const auto at = std::find_if(shown_.begin(), shown_.end(),
                               [&](std::size_t number) { return entry(number).file == cursor_; });
  if (at == shown_.end()) return std::nullopt;
  return static_cast<std::size_t>(at - shown_.begin());
}

void Browser::put_cursor(std::size_t place) {
  if (place >= shown_.size()) return;
  cursor_ = entry(shown_[place]).file;
  cursor_moved_ = true;
}

void Browser::put_cursor_on(const std::string& file) {
  cursor_ = file;
  cursor_moved_ = true;  // it may be listed only later
}

void Browser::move_cursor(int columns, int rows) {
  if (shown_.empty()) return;
  const auto at = cursor();
  if (!at) return put_cursor(0);
  const auto last = static_cast<std::ptrdiff_t>(shown_.size()) - 1;
  const std::ptrdiff_t step = columns + rows * static_cast<std::ptrdiff_t>(columns_);
  put_cursor(
      static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*at) + step, 0, last)));
}

std::string Browser::file_at_cursor() const {
  const auto at = cursor();
  return at ? cursor_ : std::string();
}

Result<void> Browser::toggle_favourite(const std::string& file) {
  auto written = library_.set_favourite(file, !library_.is_favourite(file));
  for (std::size_t i = 0; i < facts_.size(); ++i)
    facts_[i].favourite = library_.is_favourite(entries()[i].file);
  order();
  return written;
}

void Browser::note_seen(std::size_t first, std::size_t end, std::size_t columns) {
  columns_ = std::max<std::size_t>(columns, 1);
  first_seen_ = first;
  end_seen_ = end;
  want_seen();
}

/// Requests missing thumbnails of visible tiles.
void Browser::want_seen() {
  ++now_seen_;
  std::vector<std::size_t> wanted;
  const std::size_t end = std::min(end_seen_ + rows_ahead * columns_, shown_.size());
  for (std::size_t place = first_seen_; place < end; ++place) {
    const std::size_t number = shown_[place];
    tiles_[number].seen = now_seen_;
    if (!tiles_[number].texture && !facts_[number].broken) wanted.push_back(number);
  }
  for (const std::size_t number : sheet_order_)
    if (waits_for(number) && std::find(wanted.begin(), wanted.end(), number) == wanted.end())
      wanted.push_back(number);
  std::vector<std::size_t> sorted = wanted;
  std::sort(sorted.begin(), sorted.end());
  // Requested thumbnails keep their order.
  if (std::includes(wanted_.begin(), wanted_.end(), sorted.begin(), sorted.end())) return;
  wanted_ = std::move(sorted);
  if (thread_ != nullptr) thread_->want(std::move(wanted));
}

bool Browser::take_news() {
  if (thread_ == nullptr) return false;
  if (changed_.exchange(false)) list_again();
  AssetLibraryNews news = thread_->take_news();
  const bool listed = news.listed && news.listed->place == place_;
  if (listed && news.listed->asset_library) {
    take_asset_library(std::move(*news.listed->asset_library));
    return true;  // what else there is was of the task before
  }
  if (listed) {
    error_ = std::move(news.listed->asset_library.error());
    asset_library_.reset();
    begin_anew();
    return true;
  }
  for (AssetLibraryNews::Report& report : news.reports) {
    facts_[report.entry].coverage = report.report.coverage;
    facts_[report.entry].broken = report.report.problem.has_value();
    tiles_[report.entry].report = std::move(report.report);
  }
  for (const AssetLibraryNews::Thumbnail& thumbnail : news.thumbnails) hang(thumbnail.entry, thumbnail.image);
  if (!news.reports.empty()) order();
  return !news.reports.empty() || !news.thumbnails.empty();
}

bool Browser::draw_pictures(const Draw& draw, double seconds, const Clock& now) {
  if (thread_ == nullptr) return false;
  const double begin = now();
  bool drawn = false;
  do {
    auto sitting = thread_->take_sitting();
    if (!sitting) break;
    auto image = draw(sitting->session->scene(), choice_.side);
    std::shared_ptr<const Image> picture;
    if (image) picture = std::make_shared<const Image>(std::move(*image));
    if (picture != nullptr && sitting->task == task_) hang(sitting->entry, picture);
    thread_->give_back(std::move(*sitting), std::move(picture));
    drawn = true;
  } while (now() - begin < seconds);
  return drawn;
}

void Browser::hang(std::size_t number, const std::shared_ptr<const Image>& image) {
  wanted_.erase(std::remove(wanted_.begin(), wanted_.end(), number), wanted_.end());
  if (const auto asked = sheet_.find(number); asked != sheet_.end()) asked->second = image;
  Tile& tile = tiles_[number];
  tile.was_pictured = true;
  const std::size_t most = max_on_gpu / (4u * static_cast<std::size_t>(choice_.side * choice_.side));
  const bool seen = tile.seen == now_seen_;
  if (!tile.texture && hung_ >= most) {
    if (!seen) return;  // the cache has it
    let_go();
  }
  if (!tile.texture) ++hung_;
  tile.texture = PanelTexture(*image);
}

bool Browser::begin_sheet() {
  sheet_.clear();
  sheet_order_.clear();
  for (const std::size_t number : shown_)
    if (!facts_[number].broken && sheet_order_.size() < max_on_sheet) sheet_order_.push_back(number);
  const bool can = has_model() || needs_no_model(view_.kind);
  if (!can) sheet_order_.clear();
  for (const std::size_t number : sheet_order_) sheet_[number] = nullptr;
  want_seen();
  return !sheet_order_.empty();
}

/// Adds a thumbnail to the contact sheet. Broken entries are left out.
bool Browser::waits_for(std::size_t number) const {
  const auto asked = sheet_.find(number);
  return asked != sheet_.end() && asked->second == nullptr && !facts_[number].broken;
}

std::optional<std::vector<SheetTile>> Browser::take_sheet() {
  const auto comes = [this](std::size_t number) { return waits_for(number); };
  if (sheet_order_.empty() || std::any_of(sheet_order_.begin(), sheet_order_.end(), comes))
    return std::nullopt;
  std::vector<SheetTile> out;
  for (const std::size_t number : sheet_order_)
    if (auto& picture = sheet_[number]; picture != nullptr)
      out.push_back({entry(number).name, std::move(picture)});
  sheet_.clear();
  sheet_order_.clear();
  return out;
}

/// Releases the half of the invisible thumbnails that was out of sight for the longest time.
void Browser::let_go() {
  std::vector<std::pair<std::uint64_t, std::size_t>> hung;
  for (std::size_t i = 0; i < tiles_.size(); ++i)
    if (tiles_[i].texture && tiles_[i].seen != now_seen_) hung.emplace_back(tiles_[i].seen, i);
  std::sort(hung.begin(), hung.end());
  hung.resize((hung.size() + 1) / 2);
  for (const auto& [seen, number] : hung) tiles_[number].texture = PanelTexture();
  hung_ -= hung.size();
}

}  // namespace mmd
