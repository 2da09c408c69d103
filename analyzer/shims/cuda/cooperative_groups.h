// Groups of threads.
#pragma once

#include "fporder_cuda.h"

namespace cooperative_groups {
struct thread_group {
  unsigned long long size() const;
  unsigned long long num_threads() const;
  unsigned long long thread_rank() const;
  void sync() const;
  bool is_valid() const;
};
struct thread_block : thread_group {
  static dim3 group_index();
  static dim3 thread_index();
  static dim3 group_dim();
  static dim3 dim_threads();
};
struct grid_group : thread_group {
  unsigned long long num_blocks() const;
  unsigned long long block_rank() const;
  dim3 group_dim() const;
};
struct cluster_group : thread_group {
  unsigned block_rank() const;
  unsigned num_blocks() const;
  template <class T> T *map_shared_rank(T *, unsigned) const;
};
template <unsigned Size, class Parent = void> struct thread_block_tile : thread_group {
  thread_block_tile() = default;
  template <class Other> thread_block_tile(const thread_block_tile<Size, Other> &);
  unsigned long long meta_group_size() const;
  unsigned long long meta_group_rank() const;
  template <class T> T shfl(T value, int rank) const;
  template <class T> T shfl_up(T value, unsigned delta) const;
  template <class T> T shfl_down(T value, unsigned delta) const;
  template <class T> T shfl_xor(T value, unsigned lanes) const;
  int any(int) const;
  int all(int) const;
  unsigned ballot(int) const;
};
struct coalesced_group : thread_group {
  unsigned long long meta_group_size() const;
  unsigned long long meta_group_rank() const;
  template <class T> T shfl(T value, int rank) const;
  template <class T> T shfl_up(T value, unsigned delta) const;
  template <class T> T shfl_down(T value, unsigned delta) const;
};
thread_block this_thread_block();
grid_group this_grid();
cluster_group this_cluster();
coalesced_group coalesced_threads();
template <unsigned Size, class Parent> thread_block_tile<Size, Parent> tiled_partition(const Parent &);
thread_group tiled_partition(const thread_group &, unsigned);
template <class Group> void sync(const Group &);

template <class T = void> struct plus {
  T operator()(T left, T right) const;
};
template <> struct plus<void> {
  template <class T> T operator()(T left, T right) const;
};
template <class T = void> struct greater {
  T operator()(T left, T right) const;
};
template <> struct greater<void> {
  template <class T> T operator()(T left, T right) const;
};
template <class T = void> struct less {
  T operator()(T left, T right) const;
};
template <> struct less<void> {
  template <class T> T operator()(T left, T right) const;
};
template <class Group, class T, class F> T reduce(const Group &group, T value, F &&operation);
template <class Group, class T, class F> T inclusive_scan(const Group &group, T value, F &&operation);
template <class Group, class T> T inclusive_scan(const Group &group, T value);
template <class Group, class T, class F> T exclusive_scan(const Group &group, T value, F &&operation);
template <class Group, class T> T exclusive_scan(const Group &group, T value);
template <class Group, class T, class U, class S> void memcpy_async(const Group &, T *, const U *, S);
template <class Group> void wait(const Group &);
} // namespace cooperative_groups
