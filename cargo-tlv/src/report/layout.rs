//! Coloured text in columns.
//!
//! Widths count what is seen: wide characters count twice, colours not at all.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// The space between columns.
const GAP: usize = 2;

/// A piece of text in one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    text: String,
    style: Style,
}

/// A line of pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line(Vec<Span>);

impl Line {
    pub(super) fn new() -> Line {
        Line::default()
    }

    /// A line of one piece.
    pub(super) fn of(text: impl Into<String>, style: Style) -> Line {
        Line::new().with(text, style)
    }

    /// Adds a piece.
    pub(super) fn with(mut self, text: impl Into<String>, style: Style) -> Line {
        self.0.push(Span { text: text.into(), style });
        self
    }

    /// Adds a piece without style.
    pub(super) fn plain(self, text: impl Into<String>) -> Line {
        self.with(text, Style::new())
    }

    /// Adds another line's pieces.
    pub(super) fn join(mut self, other: Line) -> Line {
        self.0.extend(other.0);
        self
    }

    /// How many columns it takes.
    pub(super) fn width(&self) -> usize {
        self.0.iter().map(|span| span.text.width()).sum()
    }

    /// Writes it after `indent` spaces, without blanks at its end.
    pub(super) fn render(&self, indent: usize) -> String {
        let mut spans = self.0.clone();
        while let Some(last) = spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            spans.pop();
        }
        let mut text = if spans.is_empty() { String::new() } else { " ".repeat(indent) };
        for Span { text: piece, style } in spans {
            if style.is_plain() {
                text.push_str(&piece);
            } else {
                text.push_str(&format!("{style}{piece}{style:#}"));
            }
        }
        text
    }

    fn padded(self, width: usize) -> Line {
        let blanks = width.saturating_sub(self.width());
        self.plain(" ".repeat(blanks))
    }
}

/// Cells of one or more lines each, in rows and columns; all rows are equally long.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    rows: Vec<Vec<Vec<Line>>>,
}

impl Grid {
    pub(super) fn new() -> Grid {
        Grid::default()
    }

    /// Adds a row of one-line cells.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = Line>) {
        self.stacked_row(cells.into_iter().map(|cell| vec![cell]));
    }

    /// Adds a row of cells with several lines.
    pub(super) fn stacked_row(&mut self, cells: impl IntoIterator<Item = Vec<Line>>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Rows for columns.
    pub(super) fn transposed(&self) -> Grid {
        let n_columns = self.rows.first().map_or(0, Vec::len);
        let column = |index: usize| self.rows.iter().map(|row| row[index].clone()).collect();
        Grid { rows: (0..n_columns).map(column).collect() }
    }

    /// How many columns of the terminal it takes.
    pub(super) fn width(&self) -> usize {
        let widths = self.column_widths();
        widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
    }

    /// Its lines.
    pub(super) fn lines(&self) -> Vec<Line> {
        let widths = self.column_widths();
        let mut lines = Vec::new();
        for row in &self.rows {
            let height = row.iter().map(Vec::len).max().unwrap_or(0);
            for index in 0..height {
                let cells = row.iter().zip(&widths).map(|(cell, width)| {
                    cell.get(index).cloned().unwrap_or_default().padded(width + GAP)
                });
                lines.push(cells.fold(Line::new(), Line::join));
            }
        }
        lines
    }

    fn column_widths(&self) -> Vec<usize> {
        let n_columns = self.rows.first().map_or(0, Vec::len);
        let cell_width = |cell: &Vec<Line>| cell.iter().map(Line::width).max().unwrap_or(0);
        (0..n_columns)
            .map(|index| self.rows.iter().map(|row| cell_width(&row[index])).max().unwrap_or(0))
            .collect()
    }
}

/// Puts pieces one after the other, with `separator` between them and a new line where one would be
/// wider than `width`. A piece is never cut, so one that is wider stays so.
pub(super) fn flow(
    pieces: impl IntoIterator<Item = Line>,
    separator: &str,
    width: usize,
) -> Vec<Line> {
    // A line that is continued ends with the separator.
    let width = width.saturating_sub(separator.trim_end().width());
    let mut lines: Vec<Line> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(last) if last.width() + separator.width() + piece.width() <= width => {
                *last = std::mem::take(last).plain(separator).join(piece);
            }
            Some(last) => {
                *last = std::mem::take(last).plain(separator.trim_end());
                lines.push(piece);
            }
            None => lines.push(piece),
        }
    }
    lines
}

/// Breaks text between words.
pub(super) fn wrap(text: &str, style: Style, width: usize) -> Vec<Line> {
    flow(text.split_whitespace().map(|word| Line::of(word, style)), " ", width)
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;

    const RED: Style = AnsiColor::Red.on_default();

    fn cell(text: &str) -> Line {
        Line::new().plain(text)
    }

    fn text(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| line.render(0)).collect()
    }

    #[test]
    fn colours_and_wide_characters_do_not_shift_columns() {
        let mut grid = Grid::new();
        grid.row([Line::of("状態", RED), cell("x")]);
        grid.row([cell("ab"), cell("y")]);
        assert_eq!(text(&grid.lines()), ["\u{1b}[31m状態\u{1b}[0m  x", "ab    y"]);
        assert_eq!(grid.width(), 7);
    }

    #[test]
    fn cells_are_stacked() {
        let mut grid = Grid::new();
        grid.stacked_row([vec![cell("a")], vec![cell("1"), cell("2")], vec![cell("z")]]);
        assert_eq!(text(&grid.lines()), ["a  1  z", "   2"]);
        assert_eq!(text(&grid.transposed().lines()), ["a", "1", "2", "z"]);
    }

    #[test]
    fn pieces_flow_to_the_width() {
        let pieces = || ["aa", "bb", "cc"].map(cell);
        assert_eq!(text(&flow(pieces(), ", ", 7)), ["aa, bb,", "cc"]);
        assert_eq!(text(&flow(pieces(), ", ", 6)), ["aa,", "bb,", "cc"]);
        assert_eq!(text(&flow(pieces(), ", ", 1)), ["aa,", "bb,", "cc"]);
        assert_eq!(text(&wrap("to be or not", Style::new(), 8)), ["to be or", "not"]);
    }
}
