// Block-wide, warp-wide and device-wide operations.
#pragma once

#include "../fporder_cuda.h"

namespace cub {
struct Sum {
  template <class T, class U> T operator()(const T &left, const U &right) const;
};
struct Max {
  template <class T, class U> T operator()(const T &left, const U &right) const;
};
struct Min {
  template <class T, class U> T operator()(const T &left, const U &right) const;
};
struct ArgMax {
  template <class T> T operator()(const T &left, const T &right) const;
};
struct ArgMin {
  template <class T> T operator()(const T &left, const T &right) const;
};
template <class K, class V> struct KeyValuePair {
  K key;
  V value;
};
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
struct TemporaryStorage {};
template <class T, int Threads, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1> struct BlockReduce {
  typedef TemporaryStorage TempStorage;
  BlockReduce();
  BlockReduce(TempStorage &);
  T Sum(T input);
  T Sum(T input, int valid);
  template <int N> T Sum(T (&inputs)[N]);
  template <class F> T Reduce(T input, F operation);
  template <class F> T Reduce(T input, F operation, int valid);
  template <int N, class F> T Reduce(T (&inputs)[N], F operation);
};
template <class T, int Threads = 32> struct WarpReduce {
  typedef TemporaryStorage TempStorage;
  WarpReduce(TempStorage &);
  T Sum(T input);
  T Sum(T input, int valid);
  template <class F> T Reduce(T input, F operation);
  template <class F> T Reduce(T input, F operation, int valid);
};
template <class T, int Threads, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> struct BlockScan {
  typedef TemporaryStorage TempStorage;
  BlockScan(TempStorage &);
  void InclusiveSum(T input, T &output);
  void ExclusiveSum(T input, T &output);
  void InclusiveSum(T input, T &output, T &aggregate);
  void ExclusiveSum(T input, T &output, T &aggregate);
  template <class F> void InclusiveScan(T input, T &output, F operation);
  template <class F> void InclusiveScan(T input, T &output, F operation, T &aggregate);
  template <class F> void ExclusiveScan(T input, T &output, F operation);
  template <class F> void ExclusiveScan(T input, T &output, T initial, F operation);
};
template <class T, int Threads, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT> struct BlockLoad {
  typedef TemporaryStorage TempStorage;
  BlockLoad(TempStorage &);
  template <class I> void Load(I from, T (&items)[Items]);
  template <class I> void Load(I from, T (&items)[Items], int valid);
  template <class I, class D> void Load(I from, T (&items)[Items], int valid, D otherwise);
};
template <class T, int Threads, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT> struct BlockStore {
  typedef TemporaryStorage TempStorage;
  BlockStore(TempStorage &);
  template <class I> void Store(I to, T (&items)[Items]);
  template <class I> void Store(I to, T (&items)[Items], int valid);
};
struct DeviceReduce {
  template <class I, class O, class N> static cudaError_t Sum(void *, size_t &, I, O, N, cudaStream_t = 0);
  template <class I, class O, class N> static cudaError_t Max(void *, size_t &, I, O, N, cudaStream_t = 0);
  template <class I, class O, class N> static cudaError_t Min(void *, size_t &, I, O, N, cudaStream_t = 0);
  template <class I, class O, class N, class F, class T> static cudaError_t Reduce(void *, size_t &, I, O, N, F, T, cudaStream_t = 0);
};
} // namespace cub
