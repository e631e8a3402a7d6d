// The models on the stage.
#include "app/action_rows.h"
#include "app/perform.h"

namespace mmd {
namespace {

namespace p = perform;
using Id = ActionId;

constexpr ActionRow figure_rows[] = {
    {Id::add_model,
     {SDLK_o, "Ctrl+Shift+O", false, SDLK_UNKNOWN, Held::control_shift},
     Needs::nothing,
     Menu::file,
     {"Add a model …", "モデルを追加…"},
     {"open a model beside those that are there", "モデルを追加して並べる"},
     call<p::add_model>},
    {Id::toggle_beside,
     {},
     Needs::nothing,
     Menu::file,
     {"Opened models stand beside the others", "開いたモデルを並べる"},
     no_help,
     call<p::toggle_beside>,
     [](const Parts& parts) { return parts.panels.tools().beside; }},
    {Id::next_figure,
     {SDLK_F8, "F8"},
     Needs::model,
     Menu::edit,
     {"Work on the next model", "次のモデルを操作"},
     {"work on the next of several models", "操作するモデルを切り替え"},
     call<p::next_figure>},
    {Id::remove_figure,
     {},
     Needs::model,
     Menu::edit,
     {"Remove this model", "このモデルを取り除く"},
     no_help,
     call<p::remove_figure>},
    {Id::toggle_figures_panel,
     {SDLK_F7, "F7"},
     Needs::nothing,
     Menu::view,
     {"Figures: the models that are shown", "登場モデル"},
     {"the models that are shown, in a panel: which is worked on, where it stands",
      "登場モデルのパネル：操作対象、位置"},
     toggle<Panel::figures>,
     is_shown<Panel::figures>},
    with_value(Id::add_files, Needs::nothing, "the dialog chooses files", {"Add models", "モデルを追加"},
               call<p::add_files>),
    with_value(Id::activate_figure, Needs::model, by_panel, {"Work on a model", "操作するモデル"},
               call<p::activate_figure>),
    with_value(Id::toggle_figure, Needs::model, by_panel, {"Show or hide a model", "モデルの表示切り替え"},
               call<p::toggle_figure>),
    with_value(Id::place_figure, Needs::model, by_panel, {"Place a model", "モデルの配置"},
               call<p::place_figure>),
};

}  // namespace

std::span<const ActionRow> figure_actions() {
  return figure_rows;
}

}  // namespace mmd
