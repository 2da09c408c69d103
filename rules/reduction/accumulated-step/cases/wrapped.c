// An angle is brought into its range by whole turns: a step or two from where it is, and no other form is offered.
double wrapped(double angle) {
  while (angle > 6.283185307179586)
    angle -= 6.283185307179586; // expect-audit: accumulated-step
  while (angle < 0)
    angle += 6.283185307179586; // expect-audit: accumulated-step
  return angle;
}
