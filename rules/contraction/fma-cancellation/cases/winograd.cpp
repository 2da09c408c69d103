// flags: -mfma
// A product with a power of two does not round, so that equal products still give 0; and two products with literal factors of their own, the taps of
// a filter, have no reason to be equal. Neither is reported.

float winograd(float s, float t) { return 4.0f * s - 5.0f * t; }

float taps(float a, float b) { return 0.0833f * a - 0.0417f * b; }
