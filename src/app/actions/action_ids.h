// All actions: the enumerators of ActionId (action.h). With dashes they are the names in settings and
// recorded lists, so they must not change. Included where MMD_ACTION is defined.
// clang-format off
MMD_ACTION(view_fit) MMD_ACTION(view_mmd) MMD_ACTION(view_front) MMD_ACTION(view_back) MMD_ACTION(view_left)
MMD_ACTION(view_right) MMD_ACTION(view_top) MMD_ACTION(view_three_quarter) MMD_ACTION(view_face_or_bust)
MMD_ACTION(view_left_hand) MMD_ACTION(view_right_hand) MMD_ACTION(view_feet) MMD_ACTION(frame_selected)
MMD_ACTION(start_camera) MMD_ACTION(next_pose) MMD_ACTION(previous_pose) MMD_ACTION(toggle_playing)
MMD_ACTION(next_frame) MMD_ACTION(previous_frame) MMD_ACTION(first_frame) MMD_ACTION(last_frame)
MMD_ACTION(toggle_repeat) MMD_ACTION(next_key) MMD_ACTION(previous_key) MMD_ACTION(play_faster)
MMD_ACTION(play_slower) MMD_ACTION(play_usual_speed) MMD_ACTION(range_from_here) MMD_ACTION(range_to_here)
MMD_ACTION(whole_range) MMD_ACTION(toggle_mute) MMD_ACTION(ask_sound) MMD_ACTION(copy_credits) MMD_ACTION(toggle_onion_skins) MMD_ACTION(take_frame) MMD_ACTION(ask_frame_name)
MMD_ACTION(ask_recording_name) MMD_ACTION(cancel_recording)
MMD_ACTION(toggle_motion_camera) MMD_ACTION(toggle_work_camera) MMD_ACTION(toggle_follow_bone) MMD_ACTION(toggle_rest_pose) MMD_ACTION(toggle_append)
MMD_ACTION(toggle_ik) MMD_ACTION(toggle_edges) MMD_ACTION(next_bones) MMD_ACTION(toggle_bone_names)
MMD_ACTION(toggle_bodies) MMD_ACTION(toggle_grid) MMD_ACTION(toggle_axes) MMD_ACTION(next_comparison)
MMD_ACTION(toggle_physics) MMD_ACTION(reset_physics) MMD_ACTION(toggle_ground)
MMD_ACTION(toggle_scene_panel) MMD_ACTION(toggle_camera_panel) MMD_ACTION(toggle_light_panel)
MMD_ACTION(toggle_picture_alone) MMD_ACTION(toggle_self_shadow) MMD_ACTION(toggle_ground_shadow)
MMD_ACTION(dismiss_messages) MMD_ACTION(toggle_morph_panel) MMD_ACTION(toggle_browser_panel)
MMD_ACTION(row_above) MMD_ACTION(row_below) MMD_ACTION(open_at_cursor) MMD_ACTION(save_contact_sheet)
MMD_ACTION(toggle_model_panel) MMD_ACTION(open_dialog) MMD_ACTION(open_pose_dialog) MMD_ACTION(open_motion_dialog) MMD_ACTION(browse_dialog)
MMD_ACTION(save_selected) MMD_ACTION(save_hands) MMD_ACTION(save_face)
MMD_ACTION(freeze_physics) MMD_ACTION(look_at_camera) MMD_ACTION(toggle_keep_looking)
MMD_ACTION(toggle_hands_panel) MMD_ACTION(open_over_dialog) MMD_ACTION(add_instead) MMD_ACTION(replace_instead)
MMD_ACTION(toggle_file_panel) MMD_ACTION(reload_files) MMD_ACTION(keep_camera) MMD_ACTION(next_camera)
MMD_ACTION(toggle_motion_panel) MMD_ACTION(toggle_menu_bar) MMD_ACTION(toggle_tool_bar) MMD_ACTION(toggle_status_bar) MMD_ACTION(save_picture)
MMD_ACTION(ask_picture_name) MMD_ACTION(copy_picture) MMD_ACTION(show_in_folder) MMD_ACTION(toggle_thirds)
MMD_ACTION(toggle_reference) MMD_ACTION(ask_reference) MMD_ACTION(ask_background)
MMD_ACTION(open_export) MMD_ACTION(ask_export_name)
MMD_ACTION(toggle_help) MMD_ACTION(toggle_language) MMD_ACTION(toggle_theme) MMD_ACTION(toggle_palette)
MMD_ACTION(larger_text) MMD_ACTION(smaller_text) MMD_ACTION(usual_text) MMD_ACTION(reset_morphs)
MMD_ACTION(undo) MMD_ACTION(redo) MMD_ACTION(toggle_motion) MMD_ACTION(save_pose) MMD_ACTION(ask_pose_name)
MMD_ACTION(toggle_only_changed) MMD_ACTION(copy_pose) MMD_ACTION(paste_pose) MMD_ACTION(paste_mirrored)
MMD_ACTION(select_all) MMD_ACTION(select_frame) MMD_ACTION(select_mirrored)
MMD_ACTION(reset_selected) MMD_ACTION(reset_pose) MMD_ACTION(mirror_pose) MMD_ACTION(mirror_selected)
MMD_ACTION(copy_to_other_side) MMD_ACTION(toggle_symmetry) MMD_ACTION(pin)
MMD_ACTION(restore_unsaved) MMD_ACTION(discard_unsaved) MMD_ACTION(next_gizmo_axes)
MMD_ACTION(toggle_gizmo_axes) MMD_ACTION(tool_select) MMD_ACTION(tool_rotate) MMD_ACTION(tool_move)
MMD_ACTION(tool_all)
MMD_ACTION(toggle_bones_panel) MMD_ACTION(toggle_history_panel) MMD_ACTION(add_model)
MMD_ACTION(toggle_beside) MMD_ACTION(next_figure) MMD_ACTION(remove_figure) MMD_ACTION(toggle_figures_panel)
MMD_ACTION(begin_gesture) MMD_ACTION(end_gesture) MMD_ACTION(cancel_gesture) MMD_ACTION(confirm_terms)
MMD_ACTION(escape) MMD_ACTION(quit) MMD_ACTION(save_and_quit) MMD_ACTION(discard_and_quit)
MMD_ACTION(cancel_quit) MMD_ACTION(save_poses_and_quit) MMD_ACTION(ask_closing_name) MMD_ACTION(ask_picture_folder)
MMD_ACTION(save_in_pictures) MMD_ACTION(do_not_save) MMD_ACTION(undo_discard) MMD_ACTION(hide_discarded)
MMD_ACTION(cancel_dialog)
MMD_ACTION(toggle_bones) MMD_ACTION(mouse_mmd) MMD_ACTION(mouse_blender) MMD_ACTION(mouse_mmdview)
MMD_ACTION(toggle_mmd_keys) MMD_ACTION(save_scene) MMD_ACTION(ask_scene_name)
MMD_ACTION(fit_to_model) MMD_ACTION(ask_made_for) MMD_ACTION(keep_fit) MMD_ACTION(toggle_penetration)
MMD_ACTION(save_model) MMD_ACTION(show_problems)
// Actions with a value of this type.
MMD_ACTION(open_files)              ///< std::vector<std::string>
MMD_ACTION(open_over)               ///< std::vector<std::string>: poses over the present one
MMD_ACTION(save_scene_as)           ///< std::string, a name
MMD_ACTION(add_files)               ///< std::vector<std::string>: models to add to the scene
MMD_ACTION(activate_figure)         ///< std::int32_t, index into the list of figures
MMD_ACTION(toggle_figure)           ///< std::int32_t, index into the list: show or hide
MMD_ACTION(place_figure)            ///< FigurePlace
MMD_ACTION(put_figure)              ///< FigurePut
MMD_ACTION(browse)                  ///< std::string, a folder or an archive
MMD_ACTION(set_asset_library_view)          ///< AssetLibraryView
MMD_ACTION(open_entry)              ///< std::string, a file of the browser
MMD_ACTION(preview_entry)           ///< std::string, a file of the browser; empty: end the preview
MMD_ACTION(rename_entry)            ///< std::vector<std::string>: a file of the browser, its new name
MMD_ACTION(trash_entry)             ///< std::string, a file of the browser
MMD_ACTION(toggle_favourite)        ///< std::string, a file of the browser
MMD_ACTION(list_files)              ///< std::string: a folder or archive
MMD_ACTION(set_view)                ///< View
MMD_ACTION(set_camera)              ///< MmdCamera
MMD_ACTION(keep_camera_as)          ///< std::string, a name
MMD_ACTION(go_to_camera)            ///< std::string, name of a camera bookmark
MMD_ACTION(forget_camera)           ///< std::string
MMD_ACTION(move_camera)             ///< Camera
MMD_ACTION(set_look)                ///< RenderSettings
MMD_ACTION(set_background_picture)  ///< std::string: a picture; empty: none
MMD_ACTION(save_effects)            ///< std::string: a name for the present effects
MMD_ACTION(remove_effects)          ///< std::string: a file of own effects
MMD_ACTION(set_reference)           ///< ReferencePicture; without a file: none
MMD_ACTION(set_light)               ///< LightChoice
MMD_ACTION(repair_model)            ///< std::vector<std::string>: rules of mend(), instead of those before
MMD_ACTION(export_as)               ///< std::string, a path or name
MMD_ACTION(save_picture_as)         ///< std::string, a path or name
MMD_ACTION(set_picture_file)        ///< PictureFile
MMD_ACTION(preview_label)           ///< std::int32_t: a Label; Label::count ends the preview
MMD_ACTION(set_evaluation)          ///< Evaluation
MMD_ACTION(set_compare_mode)        ///< CompareMode
MMD_ACTION(set_compared)            ///< std::string, a value of --compare
MMD_ACTION(move_divider)            ///< double, 0-1 of the width
MMD_ACTION(set_morph)               ///< MorphWeight
MMD_ACTION(reset_morph)             ///< std::int32_t
MMD_ACTION(show_morph)              ///< std::int32_t: open the Morphs panel at it
MMD_ACTION(mark_morph)              ///< MorphMark
MMD_ACTION(save_expression)         ///< std::string: its name
MMD_ACTION(load_expression)         ///< std::string: a file
MMD_ACTION(set_camera_look)         ///< CameraLook
MMD_ACTION(save_hands_as)           ///< std::string: its name
MMD_ACTION(go_to_frame)             ///< double
MMD_ACTION(go_to_played_frame)      ///< PlayedFrames
MMD_ACTION(set_speed)               ///< double, 1: normal speed
MMD_ACTION(set_range)               ///< FrameRange
MMD_ACTION(open_sound)              ///< std::string: a file; empty: the sound of the motion's name
MMD_ACTION(set_volume)              ///< double, 0-1
MMD_ACTION(set_sound_offset)        ///< double: the frame at which the sound begins
MMD_ACTION(set_onion_skins)         ///< OnionChoice
MMD_ACTION(set_physics)             ///< PhysicsControls
MMD_ACTION(select_bone)             ///< std::int32_t
MMD_ACTION(edit_pose)               ///< edit::Command
MMD_ACTION(go_to_step)              ///< std::int32_t: number of done steps
MMD_ACTION(save_pose_as)            ///< std::string, a name
MMD_ACTION(save_frame_as)           ///< std::string, a name
MMD_ACTION(record_motion)           ///< std::string, a name
MMD_ACTION(save_in_folder)          ///< std::string, a folder
MMD_ACTION(find_missing)            ///< asks for the first missing file of the scene
MMD_ACTION(leave_out_missing)       ///< asks no longer
MMD_ACTION(take_found)              ///< std::string, the missing file
MMD_ACTION(paste_text)              ///< std::string, a pose as text
MMD_ACTION(fit_made_for)            ///< std::string, a model
MMD_ACTION(blend_with)              ///< BlendWith
MMD_ACTION(take_part)               ///< PartOfPose
MMD_ACTION(check_vrm)               ///< for the Export dialog
MMD_ACTION(choose_human_bone)       ///< std::vector<std::string>, VRM's name and the model's bone; no bone: as found
MMD_ACTION(choose_expression)       ///< std::vector<std::string>, VRM's name and the morph, which may be empty; no morph: as found
MMD_ACTION(pick_human_bone)         ///< std::string, VRM's name: the next selected bone is that one
MMD_ACTION(take_human_bone)         ///< the selected bone is the one
MMD_ACTION(end_human_bone)          ///< back to the Export dialog without it
MMD_ACTION(preview_t_pose)          ///< TPoseChoice: the active model as a VRM
MMD_ACTION(end_t_pose)              ///< back to the Export dialog
MMD_ACTION(select_bones)            ///< std::vector<std::int32_t>, the active one last
MMD_ACTION(select_matching)         ///< std::string, a pattern of names
MMD_ACTION(hide_materials)          ///< std::vector<std::int32_t>, ascending: all hidden materials
MMD_ACTION(show_panel)              ///< std::int32_t: a Panel, to the front of its dock
MMD_ACTION(set_dock_sizes)          ///< DockSizes
                                // clang-format on
