"""Real browsers that stay open: what runs in Node.js, and how a test asks it."""
