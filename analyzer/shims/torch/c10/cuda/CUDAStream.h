#include "../../fporder_torch.h"
