// Points to try something at: any will do.
int failures(bool (*holds)(float)) {
  int failures = 0;
  for (float x = 0.0f; x < 1.0f; x += 0.01f)
    failures += holds(x) ? 0 : 1;
  return failures;
}
