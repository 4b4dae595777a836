// SPDX-License-Identifier: Apache-2.0
// Coefficients of the vector unit's functions, as FP32: printed by scripts/vector_coefficients.py, which derives them.
#pragma once
#include <cstdint>

namespace tensix::vector::coefficient {

// 2^g = 1 + g * (c0 + c1 g + ...), g in [0, 1); error 2^-18.2.
inline constexpr uint32_t exp2_narrow[] = {0x3f316a8e, 0x3e772c42, 0x3d551fe9, 0x3c5e18e4};

// e^r = c0 + c1 r + ..., |r| to ln 2 / 2; error 2^-27.9.
inline constexpr uint32_t exp_wide[] = {0x3f800000, 0x3f800000, 0x3f000000, 0x3e2aaa4e, 0x3d2aab4a, 0x3c091a90, 0x3ab5b52f};

// The first guess of 1 / sqrt(x) is this less half the bits of x.
inline constexpr uint32_t rsqrt_start = 0x5f37463f;

// w^-1/2 = c0 + c1 w + c2 w^2, w what that guess leaves: 0.932 to 1.068; error 2^-15.3.
inline constexpr uint32_t rsqrt_step[] = {0x3ff04c7c, 0xbfa0752d, 0x3ec0a2ae};

// log(1 + f) = f * (c0 + c1 f + ...), 1 + f from sqrt(1/2) to sqrt(2); error 2^-19.5.
inline constexpr uint32_t log_narrow[] = {0x3f800000, 0xbf00008e, 0x3eaa982a, 0xbe7f2bc9, 0x3e516647, 0xbe3e56d0, 0x3df4b9ae};

// log(1 + f) = f * (c0 + c1 f + ...), 1 + f from sqrt(1/2) to sqrt(2); error 2^-27.7.
inline constexpr uint32_t log_wide[] = {0x3f800000, 0xbefffffc, 0x3eaaaaa8, 0xbe800214, 0x3e4cd201,
                                        0xbe2a13a0, 0x3e11383e, 0xbe079bcd, 0x3e042778, 0xbd9c1f5c};

// sin(r) = r * (c0 + c1 r^2 + ...), |r| to pi / 2; error 2^-19.8.
inline constexpr uint32_t sin_narrow[] = {0x3f800000, 0xbe2aa887, 0x3c08386d, 0xb9426a4a};

// sin(r) = r * (c0 + c1 r^2 + ...), |r| to pi / 2; error 2^-26.4.
inline constexpr uint32_t sin_wide[] = {0x3f800000, 0xbe2aaaa6, 0x3c088769, 0xb94fb7d2, 0x362edc53};

// tanh(x) = x * top(x^2) / bottom(x^2), |x| to 4.75; error 2^-19.4.
inline constexpr uint32_t tanh_narrow_top[] = {0x3f7fffe9, 0x3defadbc, 0x3ada88e6};

// The denominator; error 2^-19.4.
inline constexpr uint32_t tanh_narrow_bottom[] = {0x3f800000, 0x3ee69495, 0x3c97495d, 0x388ba949};

// tanh(x) = x * top(x^2) / bottom(x^2), |x| to 9; error 2^-25.6.
inline constexpr uint32_t tanh_wide_top[] = {0x3f800000, 0x3e106221, 0x3b910fa6, 0x383169de, 0x33ef0edd, 0x2e22007d};

// The denominator; error 2^-25.6.
inline constexpr uint32_t tanh_wide_bottom[] = {0x3f800000, 0x3ef2dbbb, 0x3cef3e36, 0x3a0356e3, 0x362ee5cc, 0x314b2bea};

// P(normal > t) = exp(-t^2 / 2) * top(t) / bottom(t), t to 13.5; error 2^-15.4.
inline constexpr uint32_t normal_tail_narrow_top[] = {0x3f0000c3, 0x3e8e0da8, 0x3d7eaddd};

// The denominator; error 2^-15.4.
inline constexpr uint32_t normal_tail_narrow_bottom[] = {0x3f800000, 0x3fad3fb1, 0x3f335f8b, 0x3e1f6854};

// P(normal > t) = exp(-t^2 / 2) * top(t) / bottom(t), t to 13.5; error 2^-25.3.
inline constexpr uint32_t normal_tail_wide_top[] = {0x3f000000, 0x3edf4da2, 0x3e39ffed, 0x3d243bda, 0x3b84463f};

// The denominator; error 2^-25.3.
inline constexpr uint32_t normal_tail_wide_bottom[] = {0x3f800000, 0x3fd5c7e9, 0x3f991266, 0x3eee36a6, 0x3dcdd9ef, 0x3c25c773};

// log(1 + u) = u * (c0 + c1 u + ...), u in [0, 1]; error 2^-16.9.
inline constexpr uint32_t log1p_unit_narrow[] = {0x3f7fff73, 0xbeffac51, 0x3ea68195, 0xbe571745, 0x3dcf4de2, 0xbcc38937};

// log(1 + u) = u * (c0 + c1 u + ...), u in [0, 1]; error 2^-25.3.
inline constexpr uint32_t log1p_unit_wide[] = {0x3f800000, 0xbeffffdf, 0x3eaaa640, 0xbe7f87c7, 0x3e497b57,
                                               0xbe1cbac9, 0x3dd929e4, 0xbd694e9e, 0x3ca29f9c, 0xbb54999a};

// tan(r) = r * (c0 + c1 r^2 + ...), |r| to pi / 4; error 2^-18.1.
inline constexpr uint32_t tan_narrow[] = {0x3f800000, 0x3eaa9317, 0x3e0b5766, 0x3d296d33, 0x3d30a128};

// tan(r) = r * (c0 + c1 r^2 + ...), |r| to pi / 4; error 2^-25.7.
inline constexpr uint32_t tan_wide[] = {0x3f800000, 0x3eaaaa6f, 0x3e0896f4, 0x3d5ac2b5, 0x3cc83821, 0x3b4b52b3, 0x3c19f14e};

// atan(t) = t * (c0 + c1 t^2 + ...), |t| to 1; error 2^-17.6.
inline constexpr uint32_t atan_narrow[] = {0x3f800000, 0xbeaa8aa3, 0x3e48e41e, 0xbdfae87a, 0x3d70b75b, 0xbc64a0e6};

// atan(t) = t * (c0 + c1 t^2 + ...), |t| to 1; error 2^-26.6.
inline constexpr uint32_t atan_wide[] = {0x3f800000, 0xbeaaaa9f, 0x3e4cc8fe, 0xbe1210d8, 0x3de04ce0,
                                         0xbdac19eb, 0x3d6d63a6, 0xbcff6604, 0x3c32d039, 0xbaeb1287};

// asin(t) = t * (c0 + c1 t^2 + ...), |t| to 1/2; error 2^-19.1.
inline constexpr uint32_t asin_narrow[] = {0x3f800000, 0x3e2acdf4, 0x3d93400d, 0x3d834b33};

// asin(t) = t * (c0 + c1 t^2 + ...), |t| to 1/2; error 2^-27.4.
inline constexpr uint32_t asin_wide[] = {0x3f800000, 0x3e2aaae4, 0x3d9980f2, 0x3d3a3f38, 0x3cc61358, 0x3d2cb748};

// erf(x) = x * (c0 + c1 x^2 + ...), |x| to 1; error 2^-19.7.
inline constexpr uint32_t erf_narrow[] = {0x3f906eb0, 0xbec08b7b, 0x3de61372, 0xbcd077f8, 0x3b64fcc6};

// erf(x) = x * (c0 + c1 x^2 + ...), |x| to 1; error 2^-23.6.
inline constexpr uint32_t erf_wide[] = {0x3f906ebb, 0xbec093a3, 0x3de71784, 0xbcdc14d4,
                                        0x3bab1477, 0xba5e5f4f, 0x38ec134d, 0xb721c202};

// the inverse of erf: x * (c0 + c1 t + ...), t = w to 5, w = -log(1 - x^2); error 2^-23.2.
inline constexpr uint32_t erfinv_near[] = {0x3f62dfc3, 0x3e6d95c6, 0x3c3cf152, 0xbb1697f2, 0xb92f56df,
                                           0x38900913, 0xb698af3c, 0xb473b76c, 0x32f51cfe};

// the inverse of erf: x * (c0 + c1 t + ...), t = sqrt(w), w = -log(1 - x^2); error 2^-20.4.
inline constexpr uint32_t erfinv_far[] = {0x401a3498, 0xc0535e89, 0x4044730e, 0xbf9ab6b7,
                                          0x3e903f41, 0xbd1d73ac, 0x3b3756fc, 0xb8aabd96};

// I0(x) = c0 + c1 x^2 + ..., x to 8; error 2^-27.5.
inline constexpr uint32_t i0_near[] = {0x3f800000, 0x3e800000, 0x3c800001, 0x39e38e1d, 0x36e38f7b, 0x33919abd,
                                       0x3001aff6, 0x2c26ecaa, 0x283565a6, 0x23b7ab1e, 0x202029ef};

// I0(x) = e^x / sqrt(x) * (c0 + c1 / x + ...), from 8 on; error 2^-23.8.
inline constexpr uint32_t i0_far[] = {0x3ecc422f, 0x3d4c2e0f, 0x3cebf96d, 0x3c8d9e19, 0x3df30540};

// I1(x) = x times c0 + c1 x^2 + ..., x to 8; error 2^-26.4.
inline constexpr uint32_t i1_near[] = {0x3f000000, 0x3d800000, 0x3b2aaaab, 0x38638e2a, 0x35360bf9, 0x31c2275e,
                                       0x2e1422d8, 0x2a276f42, 0x261f41ae, 0x219b5f36, 0x1de17041};

// I1(x) = e^x / sqrt(x) * (c0 + c1 / x + ...), from 8 on; error 2^-23.6.
inline constexpr uint32_t i1_far[] = {0x3ecc4224, 0xbe192bad, 0xbd43248b, 0xbcdbaf33, 0xbe14ac25};

// 2^(n + g) ~ (1 + g) * 2^n, less half the largest difference of exponents, and 383; error 2^-5.0.
inline constexpr uint32_t exp_linear[] = {0x43bf7a7e};

// log(m) = c0 + c1 m + ..., m in [1, 2); absolute; error 2^-11.1.
inline constexpr uint32_t log_cubic[] = {0xbfbf1371, 0x40073579, 0xbf3aa6b5, 0x3de0a4f4};

// w^-1/2 = c0 + c1 w; error 2^-10.2.
inline constexpr uint32_t rsqrt_line[] = {0x3fc03e59, 0xbf00438f};

// a, then c, of straight lines: tanh(t); absolute error 2^-6.4.
inline constexpr uint32_t tanh_lines[] = {0x38cb3b8b, 0x2f893498, 0x7fff27f1, 0x31947fff, 0x39db37b6, 0x3c003b3f};

// a, then c, of straight lines: 1 / (1 + e^-t) - 1/2; absolute error 2^-5.8.
inline constexpr uint32_t sigmoid_lines[] = {0x32f333e1, 0x300c3189, 0x7fff2a7a, 0x23b77fff, 0x30232b9e, 0x380034a5};

// a, then c, of straight lines: t / 2 * erf(t / sqrt(2)); absolute error 2^-6.0.
inline constexpr uint32_t gelu_lines[] = {0x37dc311a, 0x38e038ef, 0x38003855, 0xb1037fff, 0xb435b46e, 0x7fffafeb};

// pi; error 2^-48.1.
inline constexpr uint32_t pi_parts[] = {0x40490000, 0x3a7d8000, 0x3528885a};

}  // namespace tensix::vector::coefficient
