//! Standard output as commands see it: a closed pipe is no failure, and no control
//! character reaches a terminal.

use std::io::{self, ErrorKind, Write};

use crate::scenario::visible;

/// Standard output behind a filter.
pub struct Output<'a> {
    inner: &'a mut dyn Write,
    is_closed: bool,
}

impl<'a> Output<'a> {
    /// Filters what is written to `inner`.
    pub fn new(inner: &'a mut dyn Write) -> Self {
        Output { inner, is_closed: false }
    }

    /// Writes unless the pipe is closed. A reader such as `head` may close it early; the command goes
    /// on, because its files and its exit status must not depend on the reader.
    fn unless_closed(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        match write(self.inner) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result,
        }
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // All writers write whole texts.
        let text = String::from_utf8_lossy(bytes);
        self.unless_closed(|inner| inner.write_all(visible(&text).as_bytes()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed(|inner| inner.flush())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let (reader, mut writer) = io::pipe().unwrap();
        drop(reader);
        let mut output = Output::new(&mut writer);
        output.write_all(b"nobody reads this").unwrap();
        output.flush().unwrap();
    }

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        let mut shown = Vec::new();
        Output::new(&mut shown).write_all(b"a\x1b[31mb\xff\x1b]0;c\n").unwrap();
        assert_eq!(String::from_utf8(shown).unwrap(), "a␛[31mb\u{fffd}␛]0;c\n");
    }

    #[test]
    fn a_full_disk_is_a_failure() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        assert!(Output::new(&mut Full).write_all(b"text").is_err());
    }
}
