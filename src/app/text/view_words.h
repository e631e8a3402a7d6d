#pragma once

#include "app/text/texts.h"
#include "scene/choices.h"

namespace mmd {

/// What the sides are called from which a figure is looked at.
struct ViewWords {
  View view;
  Words name;
};
inline constexpr ViewWords view_words[] = {
    {View::fit, text::view_fit},     {View::mmd, text::view_mmd},
    {View::front, text::view_front}, {View::back, text::view_back},
    {View::left, text::view_left},   {View::right, text::view_right},
    {View::top, text::view_top},     {View::three_quarter, text::view_three_quarter},
    {View::bust, text::view_bust},   {View::face, text::view_face}};

}  // namespace mmd
