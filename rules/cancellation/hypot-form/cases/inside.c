/* Compared as squares: no root, no range lost that the root would bring back. */
int inside(double dx, double dy, double radius) { return dx * dx + dy * dy < radius * radius; }
