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
static const unsigned char public_tempura_css[] = {
#embed "../../Public/tempura.css"
};
static const unsigned char public_todo_css[] = {
#embed "../../Public/todo.css"
};
static const unsigned char public_undoicon_svg[] = {
#embed "../../Public/undoIcon.svg"
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
  {"Public/tempura.css", public_tempura_css, sizeof public_tempura_css},
  {"Public/todo.css", public_todo_css, sizeof public_todo_css},
  {"Public/undoIcon.svg", public_undoicon_svg, sizeof public_undoicon_svg},
  {"Templates/error.html", templates_error_html, sizeof templates_error_html},
  {"Templates/head.html", templates_head_html, sizeof templates_head_html},
  {"Templates/notice.html", templates_notice_html, sizeof templates_notice_html},
  {"Templates/page.html", templates_page_html, sizeof templates_page_html},
  {NULL, NULL, 0},
};

const struct builtin_file *builtin_all(void) { return files; }
