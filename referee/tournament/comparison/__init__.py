"""Is the new version better? Block after block until the answer is known at stated error rates."""
