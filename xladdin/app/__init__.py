"""xladdin.html: the whole of xladdin in one file that a browser opens, with nothing to install."""
