// SPDX-License-Identifier: Apache-2.0
// The files of the page, as they are, in the executable. page_files.h names them.
#define PAGE_FILE(symbol, file)         \
  .global tensix_study_##symbol;        \
  .global tensix_study_##symbol##_end;  \
  tensix_study_##symbol: .incbin file;  \
  tensix_study_##symbol##_end: .byte 0

  .section .rodata
PAGE_FILE(html, "study.html")
PAGE_FILE(css, "study.css")
PAGE_FILE(page_js, "study.js")
PAGE_FILE(charts_js, "charts.js")
PAGE_FILE(points_js, "points.js")
PAGE_FILE(levers_js, "levers.js")
PAGE_FILE(columns, "columns.json")

  .section .note.GNU-stack, "", %progbits
