"""What an adapter is built with: protocol, errors, fences, arguments. It knows no adapter and no gateway."""
