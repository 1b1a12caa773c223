// The files that every server has in itself, so that an app needs neither folder beside it.
#include "builtin.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char public_add_svg[] = {
#embed "../../Public/add.svg"
};
static const unsigned char public_archivesectionicon_svg[] = {
#embed "../../Public/archiveSectionIcon.svg"
};
static const unsigned char public_archivesectionicons_svg[] = {
#embed "../../Public/archiveSectionIconS.svg"
};
static const unsigned char public_archivesectioniconsmall_svg[] = {
#embed "../../Public/archiveSectionIconSmall.svg"
};
static const unsigned char public_archivesectioniconsmalls_svg[] = {
#embed "../../Public/archiveSectionIconSmallS.svg"
};
static const unsigned char public_checkoff_svg[] = {
#embed "../../Public/checkOff.svg"
};
static const unsigned char public_checkon_svg[] = {
#embed "../../Public/checkOn.svg"
};
static const unsigned char public_clearicon_svg[] = {
#embed "../../Public/clearIcon.svg"
};
static const unsigned char public_icon_svg[] = {
#embed "../../Public/icon.svg"
};
static const unsigned char public_rewards_css[] = {
#embed "../../Public/rewards.css"
};
static const unsigned char public_symbols_arrow_clockwise_svg[] = {
#embed "../../Public/symbols/arrow.clockwise.svg"
};
static const unsigned char public_symbols_arrow_counterclockwise_svg[] = {
#embed "../../Public/symbols/arrow.counterclockwise.svg"
};
static const unsigned char public_symbols_arrow_down_svg[] = {
#embed "../../Public/symbols/arrow.down.svg"
};
static const unsigned char public_symbols_arrow_left_svg[] = {
#embed "../../Public/symbols/arrow.left.svg"
};
static const unsigned char public_symbols_arrow_right_svg[] = {
#embed "../../Public/symbols/arrow.right.svg"
};
static const unsigned char public_symbols_arrow_up_svg[] = {
#embed "../../Public/symbols/arrow.up.svg"
};
static const unsigned char public_symbols_bell_svg[] = {
#embed "../../Public/symbols/bell.svg"
};
static const unsigned char public_symbols_bell_fill_svg[] = {
#embed "../../Public/symbols/bell.fill.svg"
};
static const unsigned char public_symbols_bookmark_svg[] = {
#embed "../../Public/symbols/bookmark.svg"
};
static const unsigned char public_symbols_calendar_svg[] = {
#embed "../../Public/symbols/calendar.svg"
};
static const unsigned char public_symbols_camera_svg[] = {
#embed "../../Public/symbols/camera.svg"
};
static const unsigned char public_symbols_cart_svg[] = {
#embed "../../Public/symbols/cart.svg"
};
static const unsigned char public_symbols_checkmark_svg[] = {
#embed "../../Public/symbols/checkmark.svg"
};
static const unsigned char public_symbols_checkmark_circle_svg[] = {
#embed "../../Public/symbols/checkmark.circle.svg"
};
static const unsigned char public_symbols_checkmark_circle_fill_svg[] = {
#embed "../../Public/symbols/checkmark.circle.fill.svg"
};
static const unsigned char public_symbols_chevron_backward_svg[] = {
#embed "../../Public/symbols/chevron.backward.svg"
};
static const unsigned char public_symbols_chevron_down_svg[] = {
#embed "../../Public/symbols/chevron.down.svg"
};
static const unsigned char public_symbols_chevron_forward_svg[] = {
#embed "../../Public/symbols/chevron.forward.svg"
};
static const unsigned char public_symbols_chevron_left_svg[] = {
#embed "../../Public/symbols/chevron.left.svg"
};
static const unsigned char public_symbols_chevron_right_svg[] = {
#embed "../../Public/symbols/chevron.right.svg"
};
static const unsigned char public_symbols_chevron_up_svg[] = {
#embed "../../Public/symbols/chevron.up.svg"
};
static const unsigned char public_symbols_circle_svg[] = {
#embed "../../Public/symbols/circle.svg"
};
static const unsigned char public_symbols_circle_fill_svg[] = {
#embed "../../Public/symbols/circle.fill.svg"
};
static const unsigned char public_symbols_clock_svg[] = {
#embed "../../Public/symbols/clock.svg"
};
static const unsigned char public_symbols_cloud_bolt_rain_fill_svg[] = {
#embed "../../Public/symbols/cloud.bolt.rain.fill.svg"
};
static const unsigned char public_symbols_cloud_fill_svg[] = {
#embed "../../Public/symbols/cloud.fill.svg"
};
static const unsigned char public_symbols_cloud_fog_fill_svg[] = {
#embed "../../Public/symbols/cloud.fog.fill.svg"
};
static const unsigned char public_symbols_cloud_rain_fill_svg[] = {
#embed "../../Public/symbols/cloud.rain.fill.svg"
};
static const unsigned char public_symbols_cloud_snow_fill_svg[] = {
#embed "../../Public/symbols/cloud.snow.fill.svg"
};
static const unsigned char public_symbols_cloud_sun_fill_svg[] = {
#embed "../../Public/symbols/cloud.sun.fill.svg"
};
static const unsigned char public_symbols_doc_svg[] = {
#embed "../../Public/symbols/doc.svg"
};
static const unsigned char public_symbols_ellipsis_svg[] = {
#embed "../../Public/symbols/ellipsis.svg"
};
static const unsigned char public_symbols_ellipsis_circle_svg[] = {
#embed "../../Public/symbols/ellipsis.circle.svg"
};
static const unsigned char public_symbols_envelope_svg[] = {
#embed "../../Public/symbols/envelope.svg"
};
static const unsigned char public_symbols_exclamationmark_circle_svg[] = {
#embed "../../Public/symbols/exclamationmark.circle.svg"
};
static const unsigned char public_symbols_exclamationmark_triangle_svg[] = {
#embed "../../Public/symbols/exclamationmark.triangle.svg"
};
static const unsigned char public_symbols_eye_svg[] = {
#embed "../../Public/symbols/eye.svg"
};
static const unsigned char public_symbols_flag_svg[] = {
#embed "../../Public/symbols/flag.svg"
};
static const unsigned char public_symbols_folder_svg[] = {
#embed "../../Public/symbols/folder.svg"
};
static const unsigned char public_symbols_gear_svg[] = {
#embed "../../Public/symbols/gear.svg"
};
static const unsigned char public_symbols_gearshape_svg[] = {
#embed "../../Public/symbols/gearshape.svg"
};
static const unsigned char public_symbols_heart_svg[] = {
#embed "../../Public/symbols/heart.svg"
};
static const unsigned char public_symbols_heart_fill_svg[] = {
#embed "../../Public/symbols/heart.fill.svg"
};
static const unsigned char public_symbols_house_svg[] = {
#embed "../../Public/symbols/house.svg"
};
static const unsigned char public_symbols_house_fill_svg[] = {
#embed "../../Public/symbols/house.fill.svg"
};
static const unsigned char public_symbols_info_circle_svg[] = {
#embed "../../Public/symbols/info.circle.svg"
};
static const unsigned char public_symbols_line_3_horizontal_svg[] = {
#embed "../../Public/symbols/line.3.horizontal.svg"
};
static const unsigned char public_symbols_link_svg[] = {
#embed "../../Public/symbols/link.svg"
};
static const unsigned char public_symbols_list_bullet_svg[] = {
#embed "../../Public/symbols/list.bullet.svg"
};
static const unsigned char public_symbols_lock_svg[] = {
#embed "../../Public/symbols/lock.svg"
};
static const unsigned char public_symbols_magnifyingglass_svg[] = {
#embed "../../Public/symbols/magnifyingglass.svg"
};
static const unsigned char public_symbols_minus_svg[] = {
#embed "../../Public/symbols/minus.svg"
};
static const unsigned char public_symbols_minus_circle_svg[] = {
#embed "../../Public/symbols/minus.circle.svg"
};
static const unsigned char public_symbols_pause_fill_svg[] = {
#embed "../../Public/symbols/pause.fill.svg"
};
static const unsigned char public_symbols_pencil_svg[] = {
#embed "../../Public/symbols/pencil.svg"
};
static const unsigned char public_symbols_person_svg[] = {
#embed "../../Public/symbols/person.svg"
};
static const unsigned char public_symbols_person_circle_svg[] = {
#embed "../../Public/symbols/person.circle.svg"
};
static const unsigned char public_symbols_person_fill_svg[] = {
#embed "../../Public/symbols/person.fill.svg"
};
static const unsigned char public_symbols_photo_svg[] = {
#embed "../../Public/symbols/photo.svg"
};
static const unsigned char public_symbols_play_fill_svg[] = {
#embed "../../Public/symbols/play.fill.svg"
};
static const unsigned char public_symbols_plus_svg[] = {
#embed "../../Public/symbols/plus.svg"
};
static const unsigned char public_symbols_plus_circle_svg[] = {
#embed "../../Public/symbols/plus.circle.svg"
};
static const unsigned char public_symbols_plus_circle_fill_svg[] = {
#embed "../../Public/symbols/plus.circle.fill.svg"
};
static const unsigned char public_symbols_questionmark_circle_svg[] = {
#embed "../../Public/symbols/questionmark.circle.svg"
};
static const unsigned char public_symbols_square_and_arrow_down_svg[] = {
#embed "../../Public/symbols/square.and.arrow.down.svg"
};
static const unsigned char public_symbols_square_and_arrow_up_svg[] = {
#embed "../../Public/symbols/square.and.arrow.up.svg"
};
static const unsigned char public_symbols_square_and_pencil_svg[] = {
#embed "../../Public/symbols/square.and.pencil.svg"
};
static const unsigned char public_symbols_star_svg[] = {
#embed "../../Public/symbols/star.svg"
};
static const unsigned char public_symbols_star_fill_svg[] = {
#embed "../../Public/symbols/star.fill.svg"
};
static const unsigned char public_symbols_sun_max_fill_svg[] = {
#embed "../../Public/symbols/sun.max.fill.svg"
};
static const unsigned char public_symbols_thermometer_medium_svg[] = {
#embed "../../Public/symbols/thermometer.medium.svg"
};
static const unsigned char public_symbols_trash_svg[] = {
#embed "../../Public/symbols/trash.svg"
};
static const unsigned char public_symbols_xmark_svg[] = {
#embed "../../Public/symbols/xmark.svg"
};
static const unsigned char public_symbols_xmark_circle_svg[] = {
#embed "../../Public/symbols/xmark.circle.svg"
};
static const unsigned char public_symbols_xmark_circle_fill_svg[] = {
#embed "../../Public/symbols/xmark.circle.fill.svg"
};
static const unsigned char public_tempura_css[] = {
#embed "../../Public/tempura.css"
};
static const unsigned char public_todo_css[] = {
#embed "../../Public/todo.css"
};
static const unsigned char public_undoicon_svg[] = {
#embed "../../Public/undoIcon.svg"
};
static const unsigned char public_weather_css[] = {
#embed "../../Public/weather.css"
};
static const unsigned char templates_error_html[] = {
#embed "../../Templates/error.html"
};
static const unsigned char templates_head_html[] = {
#embed "../../Templates/head.html"
};
static const unsigned char templates_notice_html[] = {
#embed "../../Templates/notice.html"
};
static const unsigned char templates_page_html[] = {
#embed "../../Templates/page.html"
};

static const struct builtin_file files[] = {
  {"Public/add.svg", public_add_svg, sizeof public_add_svg},
  {"Public/archiveSectionIcon.svg", public_archivesectionicon_svg, sizeof public_archivesectionicon_svg},
  {"Public/archiveSectionIconS.svg", public_archivesectionicons_svg, sizeof public_archivesectionicons_svg},
  {"Public/archiveSectionIconSmall.svg", public_archivesectioniconsmall_svg, sizeof public_archivesectioniconsmall_svg},
  {"Public/archiveSectionIconSmallS.svg", public_archivesectioniconsmalls_svg, sizeof public_archivesectioniconsmalls_svg},
  {"Public/checkOff.svg", public_checkoff_svg, sizeof public_checkoff_svg},
  {"Public/checkOn.svg", public_checkon_svg, sizeof public_checkon_svg},
  {"Public/clearIcon.svg", public_clearicon_svg, sizeof public_clearicon_svg},
  {"Public/icon.svg", public_icon_svg, sizeof public_icon_svg},
  {"Public/rewards.css", public_rewards_css, sizeof public_rewards_css},
  {"Public/symbols/arrow.clockwise.svg", public_symbols_arrow_clockwise_svg, sizeof public_symbols_arrow_clockwise_svg},
  {"Public/symbols/arrow.counterclockwise.svg", public_symbols_arrow_counterclockwise_svg, sizeof public_symbols_arrow_counterclockwise_svg},
  {"Public/symbols/arrow.down.svg", public_symbols_arrow_down_svg, sizeof public_symbols_arrow_down_svg},
  {"Public/symbols/arrow.left.svg", public_symbols_arrow_left_svg, sizeof public_symbols_arrow_left_svg},
  {"Public/symbols/arrow.right.svg", public_symbols_arrow_right_svg, sizeof public_symbols_arrow_right_svg},
  {"Public/symbols/arrow.up.svg", public_symbols_arrow_up_svg, sizeof public_symbols_arrow_up_svg},
  {"Public/symbols/bell.svg", public_symbols_bell_svg, sizeof public_symbols_bell_svg},
  {"Public/symbols/bell.fill.svg", public_symbols_bell_fill_svg, sizeof public_symbols_bell_fill_svg},
  {"Public/symbols/bookmark.svg", public_symbols_bookmark_svg, sizeof public_symbols_bookmark_svg},
  {"Public/symbols/calendar.svg", public_symbols_calendar_svg, sizeof public_symbols_calendar_svg},
  {"Public/symbols/camera.svg", public_symbols_camera_svg, sizeof public_symbols_camera_svg},
  {"Public/symbols/cart.svg", public_symbols_cart_svg, sizeof public_symbols_cart_svg},
  {"Public/symbols/checkmark.svg", public_symbols_checkmark_svg, sizeof public_symbols_checkmark_svg},
  {"Public/symbols/checkmark.circle.svg", public_symbols_checkmark_circle_svg, sizeof public_symbols_checkmark_circle_svg},
  {"Public/symbols/checkmark.circle.fill.svg", public_symbols_checkmark_circle_fill_svg, sizeof public_symbols_checkmark_circle_fill_svg},
  {"Public/symbols/chevron.backward.svg", public_symbols_chevron_backward_svg, sizeof public_symbols_chevron_backward_svg},
  {"Public/symbols/chevron.down.svg", public_symbols_chevron_down_svg, sizeof public_symbols_chevron_down_svg},
  {"Public/symbols/chevron.forward.svg", public_symbols_chevron_forward_svg, sizeof public_symbols_chevron_forward_svg},
  {"Public/symbols/chevron.left.svg", public_symbols_chevron_left_svg, sizeof public_symbols_chevron_left_svg},
  {"Public/symbols/chevron.right.svg", public_symbols_chevron_right_svg, sizeof public_symbols_chevron_right_svg},
  {"Public/symbols/chevron.up.svg", public_symbols_chevron_up_svg, sizeof public_symbols_chevron_up_svg},
  {"Public/symbols/circle.svg", public_symbols_circle_svg, sizeof public_symbols_circle_svg},
  {"Public/symbols/circle.fill.svg", public_symbols_circle_fill_svg, sizeof public_symbols_circle_fill_svg},
  {"Public/symbols/clock.svg", public_symbols_clock_svg, sizeof public_symbols_clock_svg},
  {"Public/symbols/cloud.bolt.rain.fill.svg", public_symbols_cloud_bolt_rain_fill_svg, sizeof public_symbols_cloud_bolt_rain_fill_svg},
  {"Public/symbols/cloud.fill.svg", public_symbols_cloud_fill_svg, sizeof public_symbols_cloud_fill_svg},
  {"Public/symbols/cloud.fog.fill.svg", public_symbols_cloud_fog_fill_svg, sizeof public_symbols_cloud_fog_fill_svg},
  {"Public/symbols/cloud.rain.fill.svg", public_symbols_cloud_rain_fill_svg, sizeof public_symbols_cloud_rain_fill_svg},
  {"Public/symbols/cloud.snow.fill.svg", public_symbols_cloud_snow_fill_svg, sizeof public_symbols_cloud_snow_fill_svg},
  {"Public/symbols/cloud.sun.fill.svg", public_symbols_cloud_sun_fill_svg, sizeof public_symbols_cloud_sun_fill_svg},
  {"Public/symbols/doc.svg", public_symbols_doc_svg, sizeof public_symbols_doc_svg},
  {"Public/symbols/ellipsis.svg", public_symbols_ellipsis_svg, sizeof public_symbols_ellipsis_svg},
  {"Public/symbols/ellipsis.circle.svg", public_symbols_ellipsis_circle_svg, sizeof public_symbols_ellipsis_circle_svg},
  {"Public/symbols/envelope.svg", public_symbols_envelope_svg, sizeof public_symbols_envelope_svg},
  {"Public/symbols/exclamationmark.circle.svg", public_symbols_exclamationmark_circle_svg, sizeof public_symbols_exclamationmark_circle_svg},
  {"Public/symbols/exclamationmark.triangle.svg", public_symbols_exclamationmark_triangle_svg, sizeof public_symbols_exclamationmark_triangle_svg},
  {"Public/symbols/eye.svg", public_symbols_eye_svg, sizeof public_symbols_eye_svg},
  {"Public/symbols/flag.svg", public_symbols_flag_svg, sizeof public_symbols_flag_svg},
  {"Public/symbols/folder.svg", public_symbols_folder_svg, sizeof public_symbols_folder_svg},
  {"Public/symbols/gear.svg", public_symbols_gear_svg, sizeof public_symbols_gear_svg},
  {"Public/symbols/gearshape.svg", public_symbols_gearshape_svg, sizeof public_symbols_gearshape_svg},
  {"Public/symbols/heart.svg", public_symbols_heart_svg, sizeof public_symbols_heart_svg},
  {"Public/symbols/heart.fill.svg", public_symbols_heart_fill_svg, sizeof public_symbols_heart_fill_svg},
  {"Public/symbols/house.svg", public_symbols_house_svg, sizeof public_symbols_house_svg},
  {"Public/symbols/house.fill.svg", public_symbols_house_fill_svg, sizeof public_symbols_house_fill_svg},
  {"Public/symbols/info.circle.svg", public_symbols_info_circle_svg, sizeof public_symbols_info_circle_svg},
  {"Public/symbols/line.3.horizontal.svg", public_symbols_line_3_horizontal_svg, sizeof public_symbols_line_3_horizontal_svg},
  {"Public/symbols/link.svg", public_symbols_link_svg, sizeof public_symbols_link_svg},
  {"Public/symbols/list.bullet.svg", public_symbols_list_bullet_svg, sizeof public_symbols_list_bullet_svg},
  {"Public/symbols/lock.svg", public_symbols_lock_svg, sizeof public_symbols_lock_svg},
  {"Public/symbols/magnifyingglass.svg", public_symbols_magnifyingglass_svg, sizeof public_symbols_magnifyingglass_svg},
  {"Public/symbols/minus.svg", public_symbols_minus_svg, sizeof public_symbols_minus_svg},
  {"Public/symbols/minus.circle.svg", public_symbols_minus_circle_svg, sizeof public_symbols_minus_circle_svg},
  {"Public/symbols/pause.fill.svg", public_symbols_pause_fill_svg, sizeof public_symbols_pause_fill_svg},
  {"Public/symbols/pencil.svg", public_symbols_pencil_svg, sizeof public_symbols_pencil_svg},
  {"Public/symbols/person.svg", public_symbols_person_svg, sizeof public_symbols_person_svg},
  {"Public/symbols/person.circle.svg", public_symbols_person_circle_svg, sizeof public_symbols_person_circle_svg},
  {"Public/symbols/person.fill.svg", public_symbols_person_fill_svg, sizeof public_symbols_person_fill_svg},
  {"Public/symbols/photo.svg", public_symbols_photo_svg, sizeof public_symbols_photo_svg},
  {"Public/symbols/play.fill.svg", public_symbols_play_fill_svg, sizeof public_symbols_play_fill_svg},
  {"Public/symbols/plus.svg", public_symbols_plus_svg, sizeof public_symbols_plus_svg},
  {"Public/symbols/plus.circle.svg", public_symbols_plus_circle_svg, sizeof public_symbols_plus_circle_svg},
  {"Public/symbols/plus.circle.fill.svg", public_symbols_plus_circle_fill_svg, sizeof public_symbols_plus_circle_fill_svg},
  {"Public/symbols/questionmark.circle.svg", public_symbols_questionmark_circle_svg, sizeof public_symbols_questionmark_circle_svg},
  {"Public/symbols/square.and.arrow.down.svg", public_symbols_square_and_arrow_down_svg, sizeof public_symbols_square_and_arrow_down_svg},
  {"Public/symbols/square.and.arrow.up.svg", public_symbols_square_and_arrow_up_svg, sizeof public_symbols_square_and_arrow_up_svg},
  {"Public/symbols/square.and.pencil.svg", public_symbols_square_and_pencil_svg, sizeof public_symbols_square_and_pencil_svg},
  {"Public/symbols/star.svg", public_symbols_star_svg, sizeof public_symbols_star_svg},
  {"Public/symbols/star.fill.svg", public_symbols_star_fill_svg, sizeof public_symbols_star_fill_svg},
  {"Public/symbols/sun.max.fill.svg", public_symbols_sun_max_fill_svg, sizeof public_symbols_sun_max_fill_svg},
  {"Public/symbols/thermometer.medium.svg", public_symbols_thermometer_medium_svg, sizeof public_symbols_thermometer_medium_svg},
  {"Public/symbols/trash.svg", public_symbols_trash_svg, sizeof public_symbols_trash_svg},
  {"Public/symbols/xmark.svg", public_symbols_xmark_svg, sizeof public_symbols_xmark_svg},
  {"Public/symbols/xmark.circle.svg", public_symbols_xmark_circle_svg, sizeof public_symbols_xmark_circle_svg},
  {"Public/symbols/xmark.circle.fill.svg", public_symbols_xmark_circle_fill_svg, sizeof public_symbols_xmark_circle_fill_svg},
  {"Public/tempura.css", public_tempura_css, sizeof public_tempura_css},
  {"Public/todo.css", public_todo_css, sizeof public_todo_css},
  {"Public/undoIcon.svg", public_undoicon_svg, sizeof public_undoicon_svg},
  {"Public/weather.css", public_weather_css, sizeof public_weather_css},
  {"Templates/error.html", templates_error_html, sizeof templates_error_html},
  {"Templates/head.html", templates_head_html, sizeof templates_head_html},
  {"Templates/notice.html", templates_notice_html, sizeof templates_notice_html},
  {"Templates/page.html", templates_page_html, sizeof templates_page_html},
  {NULL, NULL, 0},
};

const struct builtin_file *builtin_all(void) { return files; }
