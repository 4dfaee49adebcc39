"""Text of the law as Markdown and as plain lines."""
