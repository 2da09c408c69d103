// Annotations for profilers.
#pragma once

int nvtxRangePush(const char *);
int nvtxRangePushA(const char *);
int nvtxRangePop();
void nvtxMark(const char *);
void nvtxNameCudaStreamA(void *, const char *);
void nvtxNameCudaEventA(void *, const char *);
