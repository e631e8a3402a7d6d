// Which file tests a source: the one of its name in tests/, or what the table below says.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace mmd {
namespace {

namespace fs = std::filesystem;

struct Row {
  std::string_view source;  ///< in src/
  std::string_view test;    ///< in tests/
};

/// Sources that are tested with others: parts of something that has one way in, kernels that the same test
/// runs one by one, panels that are clicked through, what only the whole program shows.
constexpr Row tested_elsewhere[] = {
    {"app/action_lookup.cpp", "app/action_table_test.cpp"},
    {"app/bones_panel.cpp", "app/viewer_edit_test.cpp"},
    {"app/dock_windows.cpp", "app/viewer_docks_test.cpp"},
    {"app/gizmo_control.cpp", "app/viewer_edit_test.cpp"},
    {"app/gizmo_view.cpp", "app/viewer_edit_test.cpp"},
    {"document/held_file_posix.cpp", "document/library_store_test.cpp"},
    {"app/history_panel.cpp", "app/viewer_edit_test.cpp"},
    {"app/panel_table.cpp", "app/docks_test.cpp"},
    {"labels/depth_exr.cpp", "labels/depth_label_test.cpp"},
    {"labels/no_depth_exr.cpp", "labels/depth_label_test.cpp"},
    {"document/state_pose.cpp", "commands/state_file_test.cpp"},
    {"app/action_words.cpp", "app/action_table_test.cpp"},
    {"app/palette_panel.cpp", "app/viewer_palette_test.cpp"},
    {"app/said.cpp", "app/message_board_test.cpp"},
    {"app/search_field.cpp", "app/viewer_palette_test.cpp"},
    {"app/actions_camera.cpp", "app/action_table_test.cpp"},
    {"app/actions_edit.cpp", "app/action_table_test.cpp"},
    {"app/actions_look.cpp", "app/action_table_test.cpp"},
    {"app/actions_motion.cpp", "app/action_table_test.cpp"},
    {"app/actions_physics.cpp", "app/action_table_test.cpp"},
    {"app/actions_pose.cpp", "app/action_table_test.cpp"},
    {"app/actions_window.cpp", "app/action_table_test.cpp"},
    {"app/actions_browse.cpp", "app/viewer_browser_test.cpp"},
    {"app/all_panels.cpp", "app/viewer_panels_test.cpp"},
    {"app/arrivals.cpp", "app/viewer_test.cpp"},
    {"app/body_labels.cpp", "app/viewer_bones_test.cpp"},
    {"app/bone_labels.cpp", "app/viewer_bones_test.cpp"},
    {"app/browser.cpp", "app/viewer_browser_test.cpp"},
    {"app/camera_section.cpp", "app/viewer_panels_test.cpp"},
    {"app/compare_overlay.cpp", "app/viewer_compare_test.cpp"},
    {"app/compare_panes.cpp", "app/viewer_compare_test.cpp"},
    {"app/compare_section.cpp", "app/viewer_compare_test.cpp"},
    {"app/compare_view.cpp", "app/viewer_compare_test.cpp"},
    {"app/desktop_dpi_x11.cpp", "app/desktop_dpi_test.cpp"},
    {"app/display_loss_x11.cpp", "app/display_lost.sh"},
    {"app/child_process_posix.cpp", "app/desktop_dialog_test.cpp"},
    {"app/dbus_library.cpp", "app/file_portal_test.cpp"},
    {"app/desktop_bus.cpp", "app/file_portal_test.cpp"},
    {"app/perform_dialog.cpp", "app/viewer_opening_test.cpp"},
    {"app/window_handle_x11.cpp", "app/window_test.cpp"},
    {"app/file_panel.cpp", "app/file_chooser_test.cpp"},
    {"app/help_panel.cpp", "app/viewer_keys_test.cpp"},
    {"app/actions_figures.cpp", "app/action_table_test.cpp"},
    {"app/figure_drag.cpp", "app/viewer_figures_test.cpp"},
    {"app/figure_pick.cpp", "app/viewer_figures_test.cpp"},
    {"app/figures_panel.cpp", "app/viewer_figures_test.cpp"},
    {"app/perform_figures.cpp", "app/viewer_figures_test.cpp"},
    {"app/stage_figures.cpp", "app/figures_test.cpp"},
    {"document/beside.cpp", "app/figures_test.cpp"},
    {"scene/surface_pick.cpp", "app/viewer_figures_test.cpp"},
    {"app/hot_reload.cpp", "app/viewer_reload_test.cpp"},
    {"app/light_section.cpp", "app/viewer_panels_test.cpp"},
    {"app/material_list.cpp", "app/model_panel_test.cpp"},
    {"app/menu_bar.cpp", "app/viewer_menu_test.cpp"},
    {"app/message_line.cpp", "app/viewer_test.cpp"},
    {"app/morph_panel.cpp", "app/viewer_panels_test.cpp"},
    {"app/motion_panel.cpp", "app/viewer_timeline_test.cpp"},
    {"app/timeline_panel.cpp", "app/viewer_timeline_test.cpp"},
    {"app/icon_button.cpp", "app/viewer_timeline_test.cpp"},
    {"app/mouse.cpp", "app/viewer_actions_test.cpp"},
    {"app/parts.cpp", "app/stage_test.cpp"},
    {"app/perform_browse.cpp", "app/viewer_browser_test.cpp"},
    {"app/perform_camera.cpp", "app/viewer_actions_test.cpp"},
    {"app/perform_edit.cpp", "app/viewer_edit_test.cpp"},
    {"app/perform_look.cpp", "app/viewer_actions_test.cpp"},
    {"app/perform_motion.cpp", "app/viewer_actions_test.cpp"},
    {"app/perform_physics.cpp", "app/viewer_physics_test.cpp"},
    {"app/perform_morphs.cpp", "app/viewer_panels_test.cpp"},
    {"app/perform_pose.cpp", "app/viewer_actions_test.cpp"},
    {"app/perform_save.cpp", "app/viewer_edit_test.cpp"},
    {"app/perform_select.cpp", "app/viewer_edit_test.cpp"},
    {"app/perform_window.cpp", "app/viewer_actions_test.cpp"},
    {"app/physics_section.cpp", "app/viewer_panels_test.cpp"},
    {"app/picture_file_section.cpp", "app/viewer_panels_test.cpp"},
    {"app/picture_section.cpp", "app/viewer_panels_test.cpp"},
    {"app/playback_panel.cpp", "app/viewer_motion_test.cpp"},
    {"app/progress_panel.cpp", "app/viewer_test.cpp"},
    {"app/scene_panel.cpp", "app/viewer_panels_test.cpp"},
    {"app/screen.cpp", "app/viewer_test.cpp"},
    {"app/shown_names.cpp", "app/viewer_test.cpp"},
    {"app/title_bar.cpp", "app/viewer_test.cpp"},
    {"app/view.cpp", "app/keys_from_outside.sh"},
    {"app/welcome_panel.cpp", "app/viewer_test.cpp"},
    {"assets/archive_late.cpp", "cli/startup_test.cpp"},
    {"assets/archive_reader.cpp", "assets/archive_set_test.cpp"},
    {"commands/fontconfig_late.cpp", "cli/startup_test.cpp"},
    {"assets/image.cpp", "render/textures_test.cpp"},
    {"assets/image_encode_jpeg.cpp", "assets/image_encode_lossy_test.cpp"},
    {"assets/image_encode_webp.cpp", "assets/image_encode_lossy_test.cpp"},
    {"assets/png_unfilter.cpp", "assets/png_decode_test.cpp"},
    {"assets/png_unfilter_sse41.cpp", "assets/png_decode_test.cpp"},
    {"sandbox/call_walls_linux.cpp", "sandbox/sandbox_test.cpp"},
    {"sandbox/file_walls_linux.cpp", "sandbox/sandbox_test.cpp"},
    {"sandbox/sandbox_linux.cpp", "sandbox/sandbox_test.cpp"},
    {"sandbox/time_limit_posix.cpp", "cli/thumbnail_test.cpp"},
    {"base/host_name_posix.cpp", "base/file_uri_test.cpp"},
    {"base/late_library_posix.cpp", "base/late_library_test.cpp"},
    {"base/mapped_pages_linux.cpp", "base/large_blocks_test.cpp"},
    {"base/free_memory_linux.cpp", "base/free_memory_test.cpp"},
    {"base/huge_pages_linux.cpp", "base/large_blocks_test.cpp"},
    {"batch/leftovers_posix.cpp", "batch/leftovers_test.cpp"},
    {"batch/manifest_posix.cpp", "batch/manifest_test.cpp"},
    {"batch/video_file_posix.cpp", "cli/batch_video_test.cpp"},
    {"batch/stop_signals_posix.cpp", "cli/batch_test.cpp"},
    {"commands/absent_file.cpp", "cli/slips_test.cpp"},
    {"commands/bake_options.cpp", "commands/option_table_test.cpp"},
    {"commands/batch.cpp", "cli/batch_test.cpp"},
    {"commands/batch_guard.cpp", "cli/batch_test.cpp"},
    {"commands/batch_merge.cpp", "cli/batch_test.cpp"},
    {"commands/batch_model.cpp", "cli/batch_test.cpp"},
    {"commands/batch_options.cpp", "commands/option_table_test.cpp"},
    {"commands/batch_overview.cpp", "cli/batch_test.cpp"},
    {"commands/batch_plan.cpp", "cli/batch_test.cpp"},
    {"commands/batch_poser.cpp", "cli/batch_test.cpp"},
    {"commands/batch_report.cpp", "cli/batch_test.cpp"},
    {"commands/batch_run.cpp", "cli/batch_test.cpp"},
    {"commands/batch_video.cpp", "cli/batch_video_test.cpp"},
    {"commands/compare.cpp", "commands/pictures_test.cpp"},
    {"commands/camera_options.cpp", "commands/option_table_test.cpp"},
    {"commands/file_options.cpp", "commands/option_table_test.cpp"},
    {"scene/load_limits_posix.cpp", "scene/texture_files_test.cpp"},
    {"assets/system_files_posix.cpp", "assets/file_io_posix_test.cpp"},
    {"commands/completion.cpp", "commands/manual_test.cpp"},
    {"commands/completion_zsh.cpp", "commands/manual_test.cpp"},
    {"commands/heat_legend.cpp", "commands/pictures_test.cpp"},
    {"commands/man_page.cpp", "commands/manual_test.cpp"},
    {"commands/names_to_complete.cpp", "cli/shot_test.cpp"},
    {"commands/option_values.cpp", "commands/option_table_test.cpp"},
    {"commands/output_file.cpp", "commands/pictures_test.cpp"},
    {"commands/physics_options.cpp", "commands/option_table_test.cpp"},
    {"commands/picture_key.cpp", "cli/batch_test.cpp"},
    {"commands/picture_metadata.cpp", "commands/pictures_test.cpp"},
    {"commands/picture_text.cpp", "commands/pictures_test.cpp"},
    {"commands/pose_overlay.cpp", "cli/slips_test.cpp"},
    {"commands/serve.cpp", "cli/serve_test.cpp"},
    {"commands/serve_scene.cpp", "cli/serve_test.cpp"},
    {"commands/shown.cpp", "cli/shot_test.cpp"},
    {"commands/shot.cpp", "cli/shot_test.cpp"},
    {"commands/window_options.cpp", "commands/option_table_test.cpp"},
    {"commands/system_fonts_fontconfig.cpp", "commands/font_test.cpp"},
    {"document/attach_option.cpp", "document/attachments_test.cpp"},
    {"document/bake_block.cpp", "document/bake_test.cpp"},
    {"document/bake_frames.cpp", "document/bake_test.cpp"},
    {"document/compared.cpp", "commands/pictures_test.cpp"},
    {"document/folder_watch_inotify.cpp", "document/folder_watch_test.cpp"},
    {"document/framing.cpp", "document/pose_sampler_test.cpp"},
    {"document/inputs.cpp", "document/document_test.cpp"},
    {"document/key_sink.cpp", "document/bake_test.cpp"},
    {"document/program_folder_linux.cpp", "document/sample_test.cpp"},
    {"document/shown_frames.cpp", "document/bake_test.cpp"},
    {"document/suggest_file.cpp", "cli/slips_test.cpp"},
    {"edit/edit_state.cpp", "edit/perform_test.cpp"},
    {"commands/thumbnail_colours.cpp", "cli/thumbnail_test.cpp"},
    {"commands/thumbnail.cpp", "cli/thumbnail_test.cpp"},
    {"exchange/exchange_bones.cpp", "exchange/gltf_write_test.cpp"},
    {"exchange/exchange_parts.cpp", "exchange/gltf_write_test.cpp"},
    {"exchange/gltf_buffers.cpp", "exchange/gltf_write_test.cpp"},
    {"exchange/gltf_vrm.cpp", "exchange/vrm_avatar_test.cpp"},
    {"exchange/make_exchange.cpp", "exchange/gltf_write_test.cpp"},
    {"exchange/motion_block.cpp", "exchange/exchange_motion_test.cpp"},
    {"exchange/no_gltf_write.cpp", "exchange/gltf_write_test.cpp"},
    {"formats/pmx_read_vertices.cpp", "formats/pmx_read_test.cpp"},
    {"formats/vpd_decode.cpp", "formats/vpd_read_test.cpp"},
    {"assets/bmp_rle.cpp", "assets/image_kinds_test.cpp"},
    {"assets/netpbm.cpp", "assets/image_kinds_test.cpp"},
    {"app/perform_unsaved.cpp", "app/closing_test.cpp"},
    {"app/unsaved_file.cpp", "app/unsaved_test.cpp"},
    {"app/unsaved_panels.cpp", "app/closing_test.cpp"},
    {"physics/bullet_memory.cpp", "cli/limits_test.cpp"},
    {"exchange/vrm_followers.cpp", "exchange/vrm_pose_test.cpp"},
    {"formats/vpd_number.cpp", "formats/vpd_read_test.cpp"},
    {"commands/batch_dry_run.cpp", "cli/batch_plan_test.cpp"},
    {"commands/synonyms.cpp", "commands/slips_test.cpp"},
    {"model/check_bones.cpp", "model/check_model_test.cpp"},
    {"model/model.cpp", "model/build_model_test.cpp"},
    {"model/pmd_bones_to_pmx.cpp", "model/pmd_to_pmx_test.cpp"},
    {"model/stray_vertices.cpp", "model/check_model_test.cpp"},
    {"pose/bone_tracks.cpp", "pose/motion_test.cpp"},
    {"pose/check_motion.cpp", "pose/check_pose_test.cpp"},
    {"pose/frame_index.cpp", "pose/motion_test.cpp"},
    {"pose/key_groups.cpp", "pose/motion_test.cpp"},
    {"pose/mirrored_name.cpp", "pose/tools_test.cpp"},
    {"physics/bullet_joints.cpp", "physics/joints_test.cpp"},
    {"physics/bullet_profile.cpp", "physics/physics_world_test.cpp"},
    {"pose/step_track.cpp", "pose/motion_test.cpp"},
    {"render/context_egl.cpp", "render/context_offscreen_test.cpp"},
    {"render/context_gl.cpp", "render/context_offscreen_test.cpp"},
    {"render/context_sdl.cpp", "render/context_offscreen_test.cpp"},
    {"render/gl_late.cpp", "cli/startup_test.cpp"},
    {"render/sdl_late.cpp", "cli/startup_test.cpp"},
    {"render/gl_state.cpp", "render/renderer_test.cpp"},
    {"render/ground_shadow_pass.cpp", "render/shadow_test.cpp"},
    {"render/overlay_shapes.cpp", "render/skeleton_overlay_test.cpp"},
    {"render/panel_texture.cpp", "app/viewer_browser_test.cpp"},
    {"render/self_shadows.cpp", "render/shadow_test.cpp"},
    {"render/shadow_map.cpp", "render/shadow_test.cpp"},
    {"render/shadows.cpp", "render/shadow_test.cpp"},
    {"render/skinning_feedback.cpp", "render/gpu_model_test.cpp"},
    {"scene/ground_shadow.cpp", "render/shadow_test.cpp"},
    {"scene/qdef_bounds.cpp", "scene/bone_bounds_test.cpp"},
    {"skeleton/dirty_set.cpp", "skeleton/partial_update_test.cpp"},
    {"skeleton/evaluation_plan.cpp", "skeleton/evaluation_order_test.cpp"},
    {"skeleton/ik_limits.cpp", "skeleton/bone_manager_test.cpp"},
    {"skin/skin_kernels.cpp", "skin/skin_plan_test.cpp"},
    {"skin/skin_kernels_avx2.cpp", "skin/skin_plan_test.cpp"},
    {"skin/skin_kernels_portable.cpp", "skin/skin_plan_test.cpp"},
    {"skin/skin_kernels_sse41.cpp", "skin/skin_plan_test.cpp"},
    {"skin/skin_level.cpp", "skin/skin_plan_test.cpp"},
};

fs::path root() {
  return MMDVIEW_SOURCE_DIR;
}

/// tests/X/y_test.cpp for src/X/y.cpp.
fs::path mirror_of(const fs::path& source) {
  return root() / "tests" / source.parent_path() / (source.stem().string() + "_test.cpp");
}

const Row* row_of(const std::string& source) {
  const auto found = std::find_if(std::begin(tested_elsewhere), std::end(tested_elsewhere),
                                  [&](const Row& row) { return row.source == source; });
  return found == std::end(tested_elsewhere) ? nullptr : found;
}

TEST(Mirror, EverySourceHasATestOfItsNameOrARowThatSaysWhereItIsTested) {
  int sources = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root() / "src")) {
    const fs::path source = entry.path().lexically_relative(root() / "src");
    if (source.extension() != ".cpp" || !source.has_parent_path()) continue;
    ++sources;
    EXPECT_TRUE(fs::exists(mirror_of(source)) || row_of(source.generic_string()) != nullptr)
        << source << ": name its test " << mirror_of(source) << ", or add a row";
  }
  EXPECT_GT(sources, 150);
}

TEST(Mirror, EveryRowIsOfFilesThatAreThereAndNeedsToBeThere) {
  for (const Row& row : tested_elsewhere) {
    EXPECT_TRUE(fs::exists(root() / "src" / row.source)) << row.source;
    EXPECT_TRUE(fs::exists(root() / "tests" / row.test)) << row.source << ": " << row.test;
    EXPECT_FALSE(fs::exists(mirror_of(fs::path(row.source)))) << row.source << " has a test of its name";
    EXPECT_EQ(row_of(std::string(row.source)), &row) << row.source << " has two rows";
  }
}

}  // namespace
}  // namespace mmd
