// flags: -mfma
// A difference of which only a narrower format is kept has errors of its own that are larger; one that is used in full as well is reported.

void rotate(_Float16 *out, float x, float y, float c, float s) { out[0] = (_Float16)(x * c - y * s); } // ok: narrowed
