// Nothing of the host's.
