int offset(int stride, int row, int base) { return stride * row + stride * base; }
