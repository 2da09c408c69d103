// The consumer may stand in another loop, or the conversion in a helper.

void layer(const float *in, const float *w, _Float16 *mid, float *out, int n, float bias) {
  for (int i = 0; i < n; ++i)
    mid[i] = static_cast<_Float16>(in[i] * w[i]); // expect-audit: early-narrowing
  for (int i = 0; i < n; ++i)
    out[i] = static_cast<float>(mid[i]) - bias;
}

static float squeeze(double v) { return static_cast<float>(v); } // expect-warning: early-narrowing

double drift(double reference, double measured) { return static_cast<double>(squeeze(reference)) - squeeze(measured); }
