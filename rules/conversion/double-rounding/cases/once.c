float once(double x) { return (float)x; }

short narrowed(long x) { return (short)(int)x; }
