# SPDX-License-Identifier: Apache-2.0
"""Markdown prose of at most 120 columns: checks the files given, or rewraps them with --fix. Code blocks, tables,
headings, HTML, paragraphs with a comment, and a word that is longer by itself stay as they are. Used by lint.sh."""
import re, sys

WIDTH = 120


def wrapped(text, first, rest):
    lines, line = [], first
    for word in text.split():
        if line.strip() and line != first and line != rest and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = rest + word
        else:
            line += word if line in (first, rest) else " " + word
    return [*lines, line]


def rewrap(lines):
    """Paragraphs and list items that have a line beyond WIDTH, anew; everything else as it is."""
    out, paragraph, code = [], [], False

    def flush():
        if paragraph and any(len(line) > WIDTH for line in paragraph) and not any("<!--" in line for line in paragraph):
            first = re.match(r"\s*(?:[-*] |\d+\. |> )?", paragraph[0])[0]
            rest = "> " if first.startswith(">") else " " * len(first)
            body = [re.sub(r"^> ?", "", line) if first.startswith(">") else line for line in paragraph]
            out.extend(wrapped(" ".join([body[0][len(first):] if not first.startswith(">") else body[0], *body[1:]]), first, rest))
        else:
            out.extend(paragraph)
        paragraph.clear()

    for line in lines:
        if line.lstrip().startswith("```"):
            flush()
            code = not code
            out.append(line)
        elif code or not line.strip() or re.match(r"\s*(\||#|<|!\[)", line):
            flush()
            out.append(line)
        else:
            if re.match(r"\s*([-*] |\d+\. )", line) or (line.startswith(">") != bool(paragraph and paragraph[0].startswith(">"))):
                flush()
            paragraph.append(line)
    flush()
    return out


def main():
    fix = sys.argv[1:2] == ["--fix"]
    wrong = []
    for path in sys.argv[1 + fix:]:
        with open(path) as f:
            lines = f.read().split("\n")
        new = rewrap(lines)
        if new == lines:
            continue
        wrong.append(path)
        if fix:
            with open(path, "w") as f:
                f.write("\n".join(new))
    if wrong and not fix:
        sys.exit(f"prose beyond {WIDTH} columns (python3 scripts/wrap_docs.py --fix FILE...): " + " ".join(wrong))


if __name__ == "__main__":
    main()
