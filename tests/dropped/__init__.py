"""Games that tests drop among the others."""
