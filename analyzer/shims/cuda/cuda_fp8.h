// Eight-bit formats.
#pragma once

#include "cuda_bf16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
struct __nv_fp8_e4m3 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e4m3() = default;
  explicit __nv_fp8_e4m3(__half) noexcept;
  explicit __nv_fp8_e4m3(__nv_bfloat16) noexcept;
  explicit __nv_fp8_e4m3(float) noexcept;
  explicit __nv_fp8_e4m3(double) noexcept;
  explicit __nv_fp8_e4m3(int) noexcept;
  explicit __nv_fp8_e4m3(unsigned) noexcept;
  explicit __nv_fp8_e4m3(long long) noexcept;
  explicit __nv_fp8_e4m3(unsigned long long) noexcept;
  explicit operator __half() const noexcept;
  explicit operator __nv_bfloat16() const noexcept;
  explicit operator float() const noexcept;
  explicit operator double() const noexcept;
  explicit operator int() const noexcept;
  explicit operator unsigned() const noexcept;
  explicit operator bool() const noexcept;
};
struct __nv_fp8x2_e4m3 {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_e4m3() = default;
  explicit __nv_fp8x2_e4m3(float2) noexcept;
  explicit __nv_fp8x2_e4m3(__half2) noexcept;
  explicit operator float2() const noexcept;
};
struct __nv_fp8x4_e4m3 {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_e4m3() = default;
  explicit __nv_fp8x4_e4m3(float4) noexcept;
  explicit operator float4() const noexcept;
};
struct __nv_fp8_e5m2 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e5m2() = default;
  explicit __nv_fp8_e5m2(__half) noexcept;
  explicit __nv_fp8_e5m2(__nv_bfloat16) noexcept;
  explicit __nv_fp8_e5m2(float) noexcept;
  explicit __nv_fp8_e5m2(double) noexcept;
  explicit __nv_fp8_e5m2(int) noexcept;
  explicit __nv_fp8_e5m2(unsigned) noexcept;
  explicit __nv_fp8_e5m2(long long) noexcept;
  explicit __nv_fp8_e5m2(unsigned long long) noexcept;
  explicit operator __half() const noexcept;
  explicit operator __nv_bfloat16() const noexcept;
  explicit operator float() const noexcept;
  explicit operator double() const noexcept;
  explicit operator int() const noexcept;
  explicit operator unsigned() const noexcept;
  explicit operator bool() const noexcept;
};
struct __nv_fp8x2_e5m2 {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_e5m2() = default;
  explicit __nv_fp8x2_e5m2(float2) noexcept;
  explicit __nv_fp8x2_e5m2(__half2) noexcept;
  explicit operator float2() const noexcept;
};
struct __nv_fp8x4_e5m2 {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_e5m2() = default;
  explicit __nv_fp8x4_e5m2(float4) noexcept;
  explicit operator float4() const noexcept;
};
__nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t) noexcept;
__nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t, __nv_fp8_interpretation_t) noexcept;
__nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t, __nv_fp8_interpretation_t) noexcept;
__half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t) noexcept;
