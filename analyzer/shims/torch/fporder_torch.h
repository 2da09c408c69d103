// PyTorch's C++ interface as far as extensions with CUDA kernels use it: tensors are handles, numbers are Half, BFloat16 and what C++ has.
// Searched for after everything else, so that an installed PyTorch comes first.
#pragma once

#include "fporder_accessors.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <vector>

#if defined(__CUDA__)
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#endif

#if defined(__CUDA__)
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#else
#define C10_HOST_DEVICE
#define C10_DEVICE
#define C10_HOST
#endif
#define C10_LAUNCH_BOUNDS_0
#define C10_LAUNCH_BOUNDS_1(...)
#define C10_LAUNCH_BOUNDS_2(...)
#define C10_WARP_SIZE 32
#define C10_ALWAYS_INLINE inline
#define C10_UNLIKELY(x) (x)
#define C10_LIKELY(x) (x)
#define C10_RESTRICT __restrict__
#define C10_EXPORT
#define C10_API
#define TORCH_API
#define TORCH_CHECK(condition, ...) ((void)(condition))
#define TORCH_INTERNAL_ASSERT(condition, ...) ((void)(condition))
#define TORCH_WARN(...) ((void)0)
#define AT_ASSERT(condition, ...) ((void)(condition))
#define AT_ASSERTM(condition, ...) ((void)(condition))
#define AT_ERROR(...) ((void)0)
#define AT_CHECK(condition, ...) ((void)(condition))
#define AT_CUDA_CHECK(expression) ((void)(expression))
#define C10_CUDA_CHECK(expression) ((void)(expression))
#define CUDA_KERNEL_ASSERT(expression) ((void)(expression))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define TORCH_CUDABLAS_CHECK(expression) ((void)(expression))
#define THCudaCheck(expression) ((void)(expression))
#define TORCH_EXTENSION_NAME extension
#define PYBIND11_MODULE(name, module) static inline void fporder_bindings_##name(::torch::Module &module)
#define TORCH_LIBRARY(name, module) static inline void fporder_library_##name(::torch::Module &module)
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 6

namespace c10 {
struct __attribute__((aligned(2))) Half {
  unsigned short x;
  Half() = default;
  Half(float) noexcept;
  operator float() const noexcept;
#if defined(__CUDA__)
  Half(const __half &) noexcept;
  explicit operator __half() const noexcept;
#endif
};
struct __attribute__((aligned(2))) BFloat16 {
  unsigned short x;
  BFloat16() = default;
  BFloat16(float) noexcept;
  operator float() const noexcept;
};
struct Float8_e4m3fn {
  unsigned char x;
  Float8_e4m3fn() = default;
  Float8_e4m3fn(float) noexcept;
  operator float() const noexcept;
};
struct Float8_e5m2 {
  unsigned char x;
  Float8_e5m2() = default;
  Float8_e5m2(float) noexcept;
  operator float() const noexcept;
};
#define FPORDER_NARROW(type)                                                                                                                         \
  type operator+(const type &, const type &) noexcept;                                                                                               \
  type operator-(const type &, const type &) noexcept;                                                                                               \
  type operator*(const type &, const type &) noexcept;                                                                                               \
  type operator/(const type &, const type &) noexcept;                                                                                               \
  type operator-(const type &) noexcept;                                                                                                             \
  type &operator+=(type &, const type &) noexcept;                                                                                                   \
  type &operator-=(type &, const type &) noexcept;                                                                                                   \
  type &operator*=(type &, const type &) noexcept;                                                                                                   \
  type &operator/=(type &, const type &) noexcept;                                                                                                   \
  float operator+(type, float) noexcept;                                                                                                             \
  float operator+(float, type) noexcept;                                                                                                             \
  float operator-(type, float) noexcept;                                                                                                             \
  float operator-(float, type) noexcept;                                                                                                             \
  float operator*(type, float) noexcept;                                                                                                             \
  float operator*(float, type) noexcept;                                                                                                             \
  float operator/(type, float) noexcept;                                                                                                             \
  float operator/(float, type) noexcept;                                                                                                             \
  double operator+(type, double) noexcept;                                                                                                           \
  double operator+(double, type) noexcept;                                                                                                           \
  double operator-(type, double) noexcept;                                                                                                           \
  double operator-(double, type) noexcept;                                                                                                           \
  double operator*(type, double) noexcept;                                                                                                           \
  double operator*(double, type) noexcept;                                                                                                           \
  double operator/(type, double) noexcept;                                                                                                           \
  double operator/(double, type) noexcept;                                                                                                           \
  float &operator+=(float &, const type &) noexcept;                                                                                                 \
  float &operator-=(float &, const type &) noexcept;                                                                                                 \
  float &operator*=(float &, const type &) noexcept;                                                                                                 \
  float &operator/=(float &, const type &) noexcept;                                                                                                 \
  type operator+(type, int) noexcept;                                                                                                                \
  type operator+(int, type) noexcept;                                                                                                                \
  type operator-(type, int) noexcept;                                                                                                                \
  type operator-(int, type) noexcept;                                                                                                                \
  type operator*(type, int) noexcept;                                                                                                                \
  type operator*(int, type) noexcept;                                                                                                                \
  type operator/(type, int) noexcept;                                                                                                                \
  type operator/(int, type) noexcept;                                                                                                                \
  type operator+(type, int64_t) noexcept;                                                                                                            \
  type operator+(int64_t, type) noexcept;                                                                                                            \
  type operator-(type, int64_t) noexcept;                                                                                                            \
  type operator-(int64_t, type) noexcept;                                                                                                            \
  type operator*(type, int64_t) noexcept;                                                                                                            \
  type operator*(int64_t, type) noexcept;                                                                                                            \
  type operator/(type, int64_t) noexcept;                                                                                                            \
  type operator/(int64_t, type) noexcept;
FPORDER_NARROW(Half)
FPORDER_NARROW(BFloat16)
#undef FPORDER_NARROW

template <class T> using optional = std::optional<T>;
using std::nullopt;
enum class ScalarType : int8_t { Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, BFloat16 = 15, Float8_e5m2 = 23, Float8_e4m3fn };
enum class DeviceType : int8_t { CPU, CUDA };
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
template <class T> struct CppTypeToScalarType {
  static constexpr ScalarType value = ScalarType::Float;
};
struct Device {
  Device(DeviceType, int = 0);
  Device(const char *);
  int index() const;
  bool is_cuda() const;
  DeviceType type() const;
  bool operator==(const Device &) const;
  bool operator!=(const Device &) const;
};
template <class T> struct ArrayRef {
  ArrayRef();
  ArrayRef(const T &);
  ArrayRef(const T *, size_t);
  ArrayRef(std::initializer_list<T>);
  ArrayRef(const std::vector<T> &);
  const T *begin() const;
  const T *end() const;
  const T *data() const;
  size_t size() const;
  bool empty() const;
  const T &operator[](size_t) const;
  std::vector<T> vec() const;
  bool operator==(const ArrayRef &) const;
};
using IntArrayRef = ArrayRef<int64_t>;
struct Scalar {
  Scalar(double);
  template <class T> T to() const;
};
struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType);
  TensorOptions(DeviceType);
  TensorOptions(Device);
  TensorOptions dtype(ScalarType) const;
  TensorOptions device(Device) const;
  TensorOptions device(DeviceType, int = 0) const;
  TensorOptions requires_grad(bool) const;
  TensorOptions memory_format(MemoryFormat) const;
  TensorOptions layout(int) const;
  ScalarType dtype() const;
};
struct DataPtr {
  void *get() const;
  void clear();
};
struct Allocator {
  DataPtr allocate(size_t);
};
} // namespace c10

namespace at {
using namespace c10;
using c10::BFloat16;
using c10::Device;
using c10::DeviceType;
using c10::Half;
using c10::IntArrayRef;
using c10::MemoryFormat;
using c10::optional;
using c10::Scalar;
using c10::ScalarType;
using c10::TensorOptions;
constexpr ScalarType kFloat = ScalarType::Float, kDouble = ScalarType::Double, kHalf = ScalarType::Half, kBFloat16 = ScalarType::BFloat16,
                     kInt = ScalarType::Int, kLong = ScalarType::Long, kByte = ScalarType::Byte, kBool = ScalarType::Bool, kChar = ScalarType::Char,
                     kShort = ScalarType::Short, kUInt8 = ScalarType::Byte, kInt32 = ScalarType::Int, kInt64 = ScalarType::Long,
                     kFloat32 = ScalarType::Float, kFloat16 = ScalarType::Half, kFloat64 = ScalarType::Double;
constexpr DeviceType kCUDA = DeviceType::CUDA, kCPU = DeviceType::CPU;
struct Tensor {
  Tensor();
  template <class T> T *data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  template <class T> const T *const_data_ptr() const;
  template <class T> T *data() const;
  void *data_ptr() const;
  void *mutable_data_ptr() const;
  const void *const_data_ptr() const;
  int64_t size(int64_t) const;
  int64_t stride(int64_t) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  int64_t numel() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t element_size() const;
  int64_t nbytes() const;
  int64_t storage_offset() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  ScalarType type() const;
  TensorOptions options() const;
  Device device() const;
  int get_device() const;
  bool is_cuda() const;
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  bool is_floating_point() const;
  bool is_non_overlapping_and_dense() const;
  bool defined() const;
  bool requires_grad() const;
  MemoryFormat suggest_memory_format() const;
  Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  Tensor clone() const;
  Tensor detach() const;
  Tensor cuda() const;
  Tensor cpu() const;
  Tensor t() const;
  Tensor view(IntArrayRef) const;
  Tensor reshape(IntArrayRef) const;
  Tensor expand(IntArrayRef) const;
  Tensor permute(IntArrayRef) const;
  Tensor squeeze(int64_t = 0) const;
  Tensor unsqueeze(int64_t) const;
  Tensor transpose(int64_t, int64_t) const;
  Tensor narrow(int64_t, int64_t, int64_t) const;
  Tensor slice(int64_t, int64_t = 0, int64_t = 0, int64_t = 1) const;
  Tensor select(int64_t, int64_t) const;
  Tensor index(const Tensor &) const;
  template <class... A> Tensor to(A...) const;
  Tensor toType(ScalarType) const;
  template <class... A> Tensor sum(A...) const;
  template <class... A> Tensor mean(A...) const;
  template <class... A> Tensor norm(A...) const;
  template <class... A> Tensor new_empty(A...) const;
  Tensor sqrt() const;
  Tensor &zero_();
  Tensor &fill_(Scalar);
  Tensor &copy_(const Tensor &, bool = false);
  Tensor &add_(const Tensor &, Scalar = 1);
  Tensor &mul_(const Tensor &);
  Tensor &div_(const Tensor &);
  template <class T> T item() const;
  Scalar item() const;
  template <class T, size_t N> TensorAccessor<T, N> accessor() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
  GenericPackedTensorAccessor<T, N, P, I> packed_accessor() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor32<T, N, P> packed_accessor32() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor64<T, N, P> packed_accessor64() const;
  Tensor operator[](int64_t) const;
  Tensor operator+(const Tensor &) const;
  Tensor operator-(const Tensor &) const;
  Tensor operator*(const Tensor &) const;
  Tensor operator/(const Tensor &) const;
};
using TensorList = c10::ArrayRef<Tensor>;
using Type = ScalarType;
enum { Float = 6 };
template <class... A> Tensor empty(A...);
Tensor empty(std::initializer_list<int64_t>, TensorOptions = {}, std::optional<MemoryFormat> = std::nullopt);
template <class... A> Tensor zeros(A...);
Tensor zeros(std::initializer_list<int64_t>, TensorOptions = {});
template <class... A> Tensor ones(A...);
Tensor ones(std::initializer_list<int64_t>, TensorOptions = {});
template <class... A> Tensor empty_like(const Tensor &, A...);
template <class... A> Tensor zeros_like(const Tensor &, A...);
template <class... A> Tensor ones_like(const Tensor &, A...);
template <class... A> Tensor empty_strided(A...);
template <class... A> Tensor from_blob(A...);
template <class... A> Tensor cat(A...);
template <class... A> Tensor matmul(A...);
std::optional<Device> device_of(const Tensor &);
int64_t elementSize(ScalarType);
const char *toString(ScalarType);
template <class T, bool> struct AccumulateType {
  using type = T;
};
template <bool B> struct AccumulateType<Half, B> {
  using type = float;
};
template <bool B> struct AccumulateType<BFloat16, B> {
  using type = float;
};
#if defined(__CUDA__)
template <bool B> struct AccumulateType<__half, B> {
  using type = float;
};
#endif
template <class T, bool B> using acc_type = typename AccumulateType<T, B>::type;
template <class T> struct OpMathType {
  using type = typename AccumulateType<T, true>::type;
};
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T> struct numeric_limits {
  static constexpr T lowest() { return std::numeric_limits<T>::lowest(); }
  static constexpr T max() { return std::numeric_limits<T>::max(); }
  static constexpr T lower_bound() { return std::numeric_limits<T>::lowest(); }
  static constexpr T upper_bound() { return std::numeric_limits<T>::max(); }
};
struct Generator {
  std::mutex &mutex() const;
};
struct PhiloxCudaState {
  uint64_t seed_, offset_;
};
struct CUDAGeneratorImpl {
  PhiloxCudaState philox_cuda_state(uint64_t);
  std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t);
  std::mutex mutex_;
};
template <class T> T *get_generator_or_default(std::optional<Generator>, const Generator &);
template <class T> T *check_generator(std::optional<Generator>);
#if defined(__CUDA__)
namespace cuda {
struct CUDAStream {
  cudaStream_t stream() const;
  operator cudaStream_t() const;
};
CUDAStream getCurrentCUDAStream(int = -1);
CUDAStream getDefaultCUDAStream(int = -1);
CUDAStream getStreamFromPool(bool = false, int = -1);
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int64_t);
cublasHandle_t getCurrentCUDABlasHandle();
int current_device();
int warp_size();
struct CUDAGuard {
  explicit CUDAGuard(int);
  explicit CUDAGuard(c10::Device);
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(std::optional<c10::Device>);
  explicit OptionalCUDAGuard(c10::Device);
};
template <class T> T ATenCeilDiv(T a, T b);
namespace detail {
const Generator &getDefaultCUDAGenerator(int = -1);
bool canUse32BitIndexMath(const Tensor &, int64_t = 0);
} // namespace detail
namespace philox {
std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState);
}
} // namespace cuda
#endif
} // namespace at

#if defined(__CUDA__)
namespace c10 {
namespace cuda {
using at::cuda::CUDAGuard;
using at::cuda::CUDAStream;
using at::cuda::getCurrentCUDAStream;
using at::cuda::OptionalCUDAGuard;
namespace CUDACachingAllocator {
Allocator *get();
}
} // namespace cuda
} // namespace c10
template <class T> T WARP_SHFL_XOR(T value, int lanes, int width = 32, unsigned mask = 0xffffffffu);
template <class T> T WARP_SHFL_DOWN(T value, unsigned delta, int width = 32, unsigned mask = 0xffffffffu);
template <class T> T WARP_SHFL_UP(T value, unsigned delta, int width = 32, unsigned mask = 0xffffffffu);
template <class T> T WARP_SHFL(T value, int lane, int width = 32, unsigned mask = 0xffffffffu);
unsigned WARP_BALLOT(int predicate, unsigned mask = 0xffffffffu);
template <class T> void gpuAtomicAdd(T *address, T value);
template <class T> void gpuAtomicAddNoReturn(T *address, T value);
#endif

namespace torch {
using namespace at;
using at::Tensor;
struct Module {
  template <class... A> Module &def(A...);
  template <class... A> void impl(A...);
};
TensorOptions dtype(ScalarType);
TensorOptions device(c10::Device);
int64_t numel(const Tensor &);
template <class... A> void class_(A...);
} // namespace torch
namespace py = torch;
namespace pybind11 = torch;

#define FPORDER_CASE(constant, type, ...)                                                                                                            \
  case constant: {                                                                                                                                   \
    using scalar_t = type;                                                                                                                           \
    __VA_ARGS__();                                                                                                                                   \
    break;                                                                                                                                           \
  }
#define AT_DISPATCH_FLOATING_TYPES(kind, name, ...)                                                                                                  \
  switch (kind) {                                                                                                                                    \
    FPORDER_CASE(::at::ScalarType::Double, double, __VA_ARGS__)                                                                                      \
    FPORDER_CASE(::at::ScalarType::Float, float, __VA_ARGS__)                                                                                        \
  default:                                                                                                                                           \
    break;                                                                                                                                           \
  }
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(kind, name, ...)                                                                                         \
  switch (kind) {                                                                                                                                    \
    FPORDER_CASE(::at::ScalarType::Double, double, __VA_ARGS__)                                                                                      \
    FPORDER_CASE(::at::ScalarType::Float, float, __VA_ARGS__)                                                                                        \
    FPORDER_CASE(::at::ScalarType::Half, ::at::Half, __VA_ARGS__)                                                                                    \
  default:                                                                                                                                           \
    break;                                                                                                                                           \
  }
#define AT_DISPATCH_FLOATING_TYPES_AND(extra, kind, name, ...) AT_DISPATCH_FLOATING_TYPES_AND_HALF(kind, name, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(extra, extra2, kind, name, ...)                                                                              \
  switch (kind) {                                                                                                                                    \
    FPORDER_CASE(::at::ScalarType::Double, double, __VA_ARGS__)                                                                                      \
    FPORDER_CASE(::at::ScalarType::Float, float, __VA_ARGS__)                                                                                        \
    FPORDER_CASE(::at::ScalarType::Half, ::at::Half, __VA_ARGS__)                                                                                    \
    FPORDER_CASE(::at::ScalarType::BFloat16, ::at::BFloat16, __VA_ARGS__)                                                                            \
  default:                                                                                                                                           \
    break;                                                                                                                                           \
  }
#define AT_DISPATCH_ALL_TYPES(kind, name, ...)                                                                                                       \
  switch (kind) {                                                                                                                                    \
    FPORDER_CASE(::at::ScalarType::Double, double, __VA_ARGS__)                                                                                      \
    FPORDER_CASE(::at::ScalarType::Float, float, __VA_ARGS__)                                                                                        \
    FPORDER_CASE(::at::ScalarType::Int, int, __VA_ARGS__)                                                                                            \
    FPORDER_CASE(::at::ScalarType::Long, int64_t, __VA_ARGS__)                                                                                       \
  default:                                                                                                                                           \
    break;                                                                                                                                           \
  }
#define AT_DISPATCH_ALL_TYPES_AND(extra, kind, name, ...) AT_DISPATCH_ALL_TYPES(kind, name, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(extra, extra2, kind, name, ...) AT_DISPATCH_ALL_TYPES(kind, name, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(extra, extra2, extra3, kind, name, ...) AT_DISPATCH_ALL_TYPES(kind, name, __VA_ARGS__)
