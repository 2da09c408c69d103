#include "../fporder_cuda.h"
