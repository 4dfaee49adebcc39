"""The commands of `lexgate`, one module each, imported when they run."""
