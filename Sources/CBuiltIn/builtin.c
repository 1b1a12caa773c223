// The files that every server has in itself, so that an app needs neither folder beside it.
#include "builtin.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char tempura_css[] = {
#embed "../../Public/tempura.css"
};
static const unsigned char todo_css[] = {
#embed "../../Public/todo.css"
};
static const unsigned char page_html[] = {
#embed "../../Templates/page.html"
};
static const unsigned char head_html[] = {
#embed "../../Templates/head.html"
};
static const unsigned char notice_html[] = {
#embed "../../Templates/notice.html"
};
static const unsigned char error_html[] = {
#embed "../../Templates/error.html"
};

static const struct builtin_file files[] = {
  {"Public/tempura.css", tempura_css, sizeof tempura_css},
  {"Public/todo.css", todo_css, sizeof todo_css},
  {"Templates/page.html", page_html, sizeof page_html},
  {"Templates/head.html", head_html, sizeof head_html},
  {"Templates/notice.html", notice_html, sizeof notice_html},
  {"Templates/error.html", error_html, sizeof error_html},
  {NULL, NULL, 0},
};

const struct builtin_file *builtin_all(void) { return files; }
