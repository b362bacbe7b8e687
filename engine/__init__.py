"""The rules of the house, pure: values and functions, without I/O, clock or randomness."""
