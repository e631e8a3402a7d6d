#pragma once

// Labels of pictures as numpy arrays and dicts.

#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "annotations/labels.h"

namespace mmd::python {

/// Parses Model.render's `labels`; None is an empty choice. Raises ValueError for unknown words.
LabelChoice label_choice(const pybind11::object& labels);

/// A dict with the endings of `shot`'s label files: images are arrays, JSON is as json.loads makes it.
pybind11::dict labels_dict(std::vector<LabelValue> labels);

/// The pictures' names in labels, from Model.render's `names`: None, a str for one picture, or a sequence of
/// `count`. Raises TypeError and ValueError.
std::vector<std::string> label_names_of(const pybind11::object& names, std::size_t count, bool is_one);

}  // namespace mmd::python
