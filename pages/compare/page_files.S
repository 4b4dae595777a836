// SPDX-License-Identifier: Apache-2.0
// The files of the page, as they are, in the executable. page_files.h names them.
#define PAGE_FILE(symbol, file)         \
  .global tensix_compare_##symbol;        \
  .global tensix_compare_##symbol##_end;  \
  tensix_compare_##symbol: .incbin file;  \
  tensix_compare_##symbol##_end: .byte 0

  .section .rodata
PAGE_FILE(html, "compare.html")
PAGE_FILE(css, "compare.css")
PAGE_FILE(page_js, "compare.js")

  .section .note.GNU-stack, "", %progbits
