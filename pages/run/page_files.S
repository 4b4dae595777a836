// SPDX-License-Identifier: Apache-2.0
// The files of the page, as they are, in the executable: nothing is looked up at run time. page_files.h names them.
#define PAGE_FILE(symbol, file)        \
  .global tensix_page_##symbol;        \
  .global tensix_page_##symbol##_end;  \
  tensix_page_##symbol: .incbin file;  \
  tensix_page_##symbol##_end: .byte 0

  .section .rodata
PAGE_FILE(frame, "frame.html")
PAGE_FILE(html, "page.html")
PAGE_FILE(css, "page.css")
PAGE_FILE(page_js, "page.js")
PAGE_FILE(wide_tables_js, "wide_tables.js")
PAGE_FILE(path_js, "path.js")
PAGE_FILE(accounts_js, "accounts.js")
PAGE_FILE(profile_js, "profile.js")
PAGE_FILE(roofline_js, "roofline.js")
PAGE_FILE(timeline_js, "timeline.js")
PAGE_FILE(timeline_draw_js, "timeline_draw.js")
PAGE_FILE(timeline_map_js, "timeline_map.js")
PAGE_FILE(timeline_use_js, "timeline_use.js")
PAGE_FILE(memory_js, "memory.js")
PAGE_FILE(links_js, "links.js")
PAGE_FILE(costs_js, "costs.js")
PAGE_FILE(tables_js, "tables.js")
PAGE_FILE(echarts, "echarts.min.js")
PAGE_FILE(echarts_notice, "NOTICE")
PAGE_FILE(echarts_license, "LICENSE")

  .section .note.GNU-stack, "", %progbits
