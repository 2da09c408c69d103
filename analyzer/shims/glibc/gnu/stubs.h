/* glibc's own names functions that a machine does not have; it decides nothing that parsing sees. */
