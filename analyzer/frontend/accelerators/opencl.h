// Built-in functions of OpenCL C: what they compute, said with the evaluator's operations.
//
// One function serves all vector widths: a vector is one number of shape Lanes (see vectors.cpp). dot, length and distance are reductions over the
// lanes, work_group_reduce_ and sub_group_reduce_ over the work-items, as trees: their order is fixed by the device, not by the source. Work-item
// functions are integer inputs that do not change while a kernel runs. Barriers keep what is known: what other work-items write is read where it is
// read. mad and the approximate functions, native_ and half_, are call models: analyzer/models/opencl.yaml.
#pragma once

#include "analyzer/frontend/library/builder.h"

namespace fporder::frontend {

/// The result of a call of a built-in function; nothing, with no argument evaluated, for other functions.
std::optional<Value> openClCall(Builder &builder, const Call &call);

// Families of built-ins, by name; nothing when the name is not theirs.
std::optional<Value> openClMath(Builder &builder, const Call &call);     // sqrt, native_exp, mad, clamp, select, dot ...
std::optional<Value> openClMemory(Builder &builder, const Call &call);   // vload4, vstore_half, convert_float4_rte, read_imagef ...
std::optional<Value> openClWorkItem(Builder &builder, const Call &call); // get_global_id, barrier, work_group_reduce_add ...
std::optional<Value> openClAtomic(Builder &builder, const Call &call);   // atomic_add, atomic_cmpxchg, atomic_fetch_add_explicit ...

} // namespace fporder::frontend
