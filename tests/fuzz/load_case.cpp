#include "tests/fuzz/load_case.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "assets/file_set.h"
#include "formats/pmx.h"
#include "tests/support/archive_samples.h"
#include "tests/support/random_pmx.h"

namespace mmd::fuzz {
namespace {

namespace fs = std::filesystem;

/// `@` is the changed file; `model.pmx` and `pose.vpd` are valid.
struct Form {
  LoadKind kind;  ///< pmx: all model formats
  const char* words;
};
constexpr Form forms[] = {
    {LoadKind::pmx, "info @"},
    {LoadKind::pmx, "info @ --format json"},
    {LoadKind::pmx, "check @"},
    {LoadKind::pmx, "check @ --format json"},
    {LoadKind::pmx, "check @ pose.vpd"},
    {LoadKind::pmx, "bones @"},
    {LoadKind::pmx, "bones @ --format json"},
    {LoadKind::pmx, "bones @ pose.vpd --format csv --space gl"},
    {LoadKind::pmx, "export @ pose.vpd -o out.vpd"},
    {LoadKind::pmx, "export @ pose.vpd -o out.obj"},
#if MMDVIEW_HAS_GLTF
    {LoadKind::pmx, "export @ -o out.glb"},
#endif
    {LoadKind::vpd, "info @"},
    {LoadKind::vpd, "info @ --format json"},
    {LoadKind::vpd, "check @"},
    {LoadKind::vpd, "check model.pmx @ --format json"},
    {LoadKind::vpd, "bones model.pmx @"},
    {LoadKind::vpd, "pose mirror @ -o out.vpd"},
    {LoadKind::vpd, "pose merge pose.vpd @ -o out.vpd"},
    {LoadKind::vpd, "export model.pmx @ -o out.vpd"},
    {LoadKind::vmd, "info @"},
    {LoadKind::vmd, "info @ --format json"},
    {LoadKind::vmd, "check @"},
    {LoadKind::vmd, "check model.pmx @ --format json"},
    {LoadKind::vmd, "bones model.pmx @ --frame 7"},
    {LoadKind::vmd, "bones model.pmx pose.vpd @ --format json --time 0.5"},
    {LoadKind::vmd, "export model.pmx @ --frame 3 --bake --no-physics -o out.vpd"},
};

constexpr const char* names[] = {"m.pmx", "m.pmd", "m.vpd", "m.vmd", "m.zip"};

std::size_t below(std::size_t count, std::mt19937& random) {
  return random() % count;
}

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + to_utf8(path));
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The files below a folder, sorted by name, so that their order is the same on every machine.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

std::string any_bytes(std::size_t count, std::mt19937& random) {
  std::string out(count, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

/// Four bytes that are unlikely as counts, indices and coordinates.
std::string odd_value(std::mt19937& random) {
  constexpr std::uint32_t values[] = {0,          1,          0x7f,       0xff,       0x7fff,     0xffff,
                                      0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000, 0x00010000};
  const std::uint32_t value = values[below(std::size(values), random)];
  std::string out(sizeof value, '\0');
  std::memcpy(out.data(), &value, sizeof value);
  return out.substr(0, std::size_t{1} << below(3, random));
}

void change_once(std::string& bytes, const std::string& other, std::mt19937& random) {
  const std::size_t at = below(bytes.size() + 1, random);
  const std::size_t left = bytes.size() - at;
  const std::size_t few = std::min<std::size_t>(left, 1 + below(16, random));
  const std::size_t from = below(other.size() + 1, random);
  switch (below(8, random)) {
    case 0:
      if (left > 0) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8, random)));
      return;
    case 1:
      bytes.replace(at, few, any_bytes(few, random));
      return;
    case 2: {
      const std::string value = odd_value(random);
      bytes.replace(at, std::min(left, value.size()), value);
      return;
    }
    case 3:
      bytes.erase(at, few);
      return;
    case 4:
      bytes.insert(at, any_bytes(1 + below(16, random), random));
      return;
    case 5:
      bytes.insert(at, bytes.substr(at, 1 + below(64, random)));
      return;
    case 6:
      bytes.replace(at, few, other, from, 1 + below(64, random));
      return;
    default:
      bytes.resize(at);
  }
}

}  // namespace

void change_bytes(std::string& bytes, const std::string& other, std::mt19937& random) {
  for (std::size_t times = 1 + below(6, random); times > 0; --times) change_once(bytes, other, random);
}

LoadCases::LoadCases(const fs::path& source, fs::path folder, std::uint32_t seed)
    : folder_(std::move(folder)), seed_(seed) {
  const fs::path corpus = source / "tests" / "fuzz" / "corpus";
  constexpr std::pair<LoadKind, const char*> corpora[] = {{LoadKind::pmx, "pmx"},
                                                          {LoadKind::pmd, "pmd"},
                                                          {LoadKind::vpd, "vpd"},
                                                          {LoadKind::vmd, "vmd"},
                                                          {LoadKind::zip, "archive"}};
  for (const auto& [kind, name] : corpora)
    for (const fs::path& file : files_below(corpus / name))
      files_[static_cast<std::size_t>(kind)].push_back(content_of(file));
  constexpr std::pair<LoadKind, const char*> extensions[] = {
      {LoadKind::pmx, ".pmx"}, {LoadKind::vpd, ".vpd"}, {LoadKind::vmd, ".vmd"}};
  for (const fs::path& file : files_below(source / "samples"))
    for (const auto& [kind, extension] : extensions)
      if (file.extension() == extension) files_[static_cast<std::size_t>(kind)].push_back(content_of(file));
  for (const fs::path& file : files_below(corpus / "picture")) pictures_.push_back(content_of(file));
  companions_ = {{"model.pmx", content_of(corpus / "road" / "everything.pmx")},
                 {"pose.vpd", content_of(source / "samples" / "poses" / "peace.vpd")}};
}

/// Rarely a large one: these are slow, and small ones have the same sections.
const std::string& LoadCases::one_of(LoadKind kind, std::mt19937& random) const {
  constexpr std::size_t large = 100'000;
  const auto& files = files_[static_cast<std::size_t>(kind)];
  const std::string* drawn = &files[below(files.size(), random)];
  while (drawn->size() > large && below(100, random) != 0) drawn = &files[below(files.size(), random)];
  return *drawn;
}

std::string LoadCases::drawn_pmx(std::mt19937& random) const {
  const auto seed = static_cast<std::uint32_t>(random());
  test::RandomPmx chance(seed);
  const std::size_t what = below(10, random);
  std::string out = one_of(LoadKind::pmx, random);
  if (what < 3) {
    pmx::File fresh = chance.make(1 + static_cast<int>(below(12, random)));
    out = std::string(as_text(test::written(fresh)));
  } else if (what < 7) {
    if (auto file = pmx::read(as_byte_span(out))) {
      for (std::size_t times = 1 + below(4, random); times > 0; --times) chance.change(*file);
      out = std::string(as_text(test::written(*file)));
    }
  }
  const bool is_as_written = what < 7 && below(4, random) != 0;
  if (!is_as_written) change_bytes(out, one_of(LoadKind::pmx, random), random);
  return out;
}

/// A model with files named like its textures, or another archive.
std::string LoadCases::drawn_zip(std::mt19937& random) const {
  std::string out = one_of(LoadKind::zip, random);
  if (below(4, random) != 0) {
    const bool is_packed = below(2, random) == 0;
    const LoadKind model = below(4, random) == 0 ? LoadKind::pmd : LoadKind::pmx;
    std::vector<test::ZipFile> files{{"dir/m.pmx", drawn(model, random), test::zip_utf8, is_packed}};
    for (const char* name : {"dir/体.png", "dir/s.spa", "dir/toon.bmp"}) {
      std::string picture = pictures_[below(pictures_.size(), random)];
      if (below(2, random) == 0) change_bytes(picture, pictures_[below(pictures_.size(), random)], random);
      files.push_back({name, std::move(picture), test::zip_utf8, is_packed});
    }
    out = std::string(as_text(test::zip_file(files)));
    if (below(2, random) == 0) return out;
  }
  change_bytes(out, one_of(LoadKind::zip, random), random);
  return out;
}

std::string LoadCases::drawn(LoadKind kind, std::mt19937& random) const {
  if (kind == LoadKind::pmx) return drawn_pmx(random);
  if (kind == LoadKind::zip) return drawn_zip(random);
  std::string out = one_of(kind, random);
  change_bytes(out, one_of(kind, random), random);
  return out;
}

LoadCase LoadCases::at(std::uint64_t number) const {
  std::seed_seq seeds{seed_, static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
  std::mt19937 random(seeds);
  constexpr std::array kinds = {LoadKind::pmx, LoadKind::pmx, LoadKind::pmx, LoadKind::pmx, LoadKind::pmd,
                                LoadKind::vpd, LoadKind::vpd, LoadKind::vmd, LoadKind::zip, LoadKind::zip};
  const LoadKind kind = kinds[below(kinds.size(), random)];
  const bool is_model = kind != LoadKind::vpd && kind != LoadKind::vmd;
  std::vector<const char*> fitting;
  for (const Form& form : forms)
    if (form.kind == (is_model ? LoadKind::pmx : kind)) fitting.push_back(form.words);
  LoadCase out;
  out.input = names[static_cast<std::size_t>(kind)];
  const std::string words = fitting[below(fitting.size(), random)];
  for (std::size_t first = 0; first < words.size();) {
    const std::size_t end = std::min(words.find(' ', first), words.size());
    std::string word = words.substr(first, end - first);
    first = end + 1;
    if (word == "@") word = out.input;
    if (word.starts_with("out.")) out.output = word;
    const bool is_file = word.find('.') != std::string::npos && word != "0.5";
    out.arguments.push_back(is_file ? to_utf8(folder_ / path_from_utf8(word)) : word);
  }
  out.bytes = drawn(kind, random);
  return out;
}

}  // namespace mmd::fuzz
