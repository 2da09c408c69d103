/* glibc's own asks for the machine that it was installed for. */
#define __WORDSIZE 64
#define __WORDSIZE_TIME64_COMPAT32 0
