#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every function of one tile of floats, compiled and run: one kernel, one tile after the other, against double precision. How exact they
are for all numbers is tested on the vector unit alone (vector_programs_test.cpp). Usage: vector_unary_test.py BINARY"""
import math
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), 'scripts'))
from vector_functions import distance, fp32_bits, guarded, read_npy, value, write_npy  # noqa: E402

BINARY = os.path.abspath(sys.argv[1])
failed = []


def bits(x):
    return '0x%xu' % fp32_bits(x)


def sign(x):
    return (x > 0) - (x < 0)


def clamp(x, low, high):
    return min(max(x, low), high)


def log1p(x):
    return -math.inf if x == -1 else math.log1p(x)


def power_of_minus(b, x):
    whole = math.isinf(x) or x % 1 == 0
    return guarded(lambda y: math.pow(b, y), x) * (-1 if whole and not math.isinf(x) and x % 2 else 1) if whole else math.nan


def inverse_erf(x):
    if abs(x) >= 1:
        return math.copysign(math.inf, x) if abs(x) == 1 else math.nan
    y = 0.0
    for _ in range(60):
        y += (x - math.erf(y)) * math.sqrt(math.pi) / 2 * math.exp(y * y)
    return y


def bessel(order, x):
    """A sum over half a period, exact enough from 64 terms on."""
    if abs(x) > 95:
        return math.copysign(math.inf, x) if order else math.inf
    if abs(x) < 1e-3 and order:
        return x / 2
    ts = [math.pi * (i + 0.5) / 80 for i in range(80)]
    return sum(math.exp(x * math.cos(t)) * math.cos(order * t) for t in ts) / 80


third = value(fp32_bits(1 / 3))

# Init, call (of Dst tile 0), function of x, allowed distance for BF16 and for FP32.
FUNCTIONS = [
    ('sign_tile_init()', 'sign_tile(0)', sign, 0, 0),
    ('signbit_tile_init()', 'signbit_tile(0)', lambda x: math.copysign(1, x) < 0, 0, 0),
    ('identity_tile_init()', 'identity_tile(0)', lambda x: x, 0, 0),
    ('logical_not_unary_tile_init()', 'logical_not_unary_tile(0)', lambda x: x == 0, 0, 0),
    ('isinf_tile_init()', 'isinf_tile(0)', math.isinf, 0, 0),
    ('isposinf_tile_init()', 'isposinf_tile(0)', lambda x: x == math.inf, 0, 0),
    ('isneginf_tile_init()', 'isneginf_tile(0)', lambda x: x == -math.inf, 0, 0),
    ('isnan_tile_init()', 'isnan_tile(0)', lambda x: False, 0, 0),
    ('isfinite_tile_init()', 'isfinite_tile(0)', math.isfinite, 0, 0),
    ('heaviside_tile_init()', 'heaviside_tile(0, %s)' % bits(0.25), lambda x: 0.25 if x == 0 else x > 0, 0, 0),
    ('threshold_tile_init()', 'threshold_tile(0, %s, %s)' % (bits(0.5), bits(-3)), lambda x: x if x > 0.5 else -3, 0, 0),
    ('clamp_tile_init()', 'clamp_tile(0, %s, %s)' % (bits(-1.5), bits(third)), lambda x: clamp(x, -1.5, third), 0, 0),
    ('hardtanh_tile_init()', 'hardtanh_tile(0, %s, %s)' % (bits(-2), bits(0.5)), lambda x: clamp(x, -2, 0.5), 0, 0),
    ('relu_max_tile_init()', 'relu_max_tile(0, %s)' % bits(1.5), lambda x: clamp(x, 0, 1.5), 0, 0),
    ('relu_min_tile_init()', 'relu_min_tile(0, %s)' % bits(-third), lambda x: max(x, -third), 0, 0),
    ('leaky_relu_tile_init()', 'leaky_relu_tile(0, %s)' % bits(third), lambda x: x if x > 0 else x * third, 1, 0),
    ('leaky_relu_tile_init()', 'leaky_relu_tile(0)', lambda x: max(x, 0) if x > -math.inf else math.nan, 0, 0),
    ('prelu_tile_init()', 'prelu_tile(0, %s)' % bits(-0.7), lambda x: x if x > 0 else x * value(fp32_bits(-0.7)), 1, 0),
    ('hardmish_tile_init()', 'hardmish_tile(0)', lambda x: x * clamp(x + value(fp32_bits(2.8)), 0, 5) * 0.2, 2, 4),
    ('hardsigmoid_tile_init()', 'hardsigmoid_tile(0)', lambda x: clamp((x + 3) / 6, 0, 1), 1, 1),
    ('softsign_tile_init()', 'softsign_tile(0)', lambda x: math.copysign(1, x) if abs(x) == math.inf else x / (1 + abs(x)), 1, 3),
    ('softshrink_tile_init()', 'softshrink_tile(0, %s)' % bits(0.5), lambda x: x - clamp(x, -0.5, 0.5), 1, 1),
    ('power_iterative_tile_init()', 'power_iterative_tile(0, %s)' % bits(5.9), lambda x: x**5, 1, 4),
    ('power_iterative_tile_init()', 'power_iterative_tile(0, %s)' % bits(0), lambda x: 1, 0, 0),
    ('exp_tile_init<false, false>()', 'exp_tile<false, false, true>(0, (int)VectorMode::RC, 0xbf40)', lambda x: math.exp(-0.75 * x), 1, 70),
    ('exp_tile_init()', 'exp_tile<false, true, false, true>(0)', math.exp, 1, 2),
    ('recip_tile_init<true>()', 'recip_tile<true>(0, (int)VectorMode::RC)', lambda x: math.copysign(math.inf, x) if x == 0 else 1 / x, 1, 2),
    ('exp2_tile_init()', 'exp2_tile(0)', lambda x: 2**x, 1, 2),
    ('expm1_tile_init<true>()', 'expm1_tile<true>(0)', math.expm1, 1, 2),
    ('silu_tile_init()', 'silu_tile(0)', lambda x: -0.0 if x == -math.inf else x / (1 + guarded(math.exp, -x)), 1, 3),
    ('elu_tile_init()', 'elu_tile(0, %s)' % bits(third), lambda x: x if x > 0 else third * math.expm1(x), 1, 3),
    ('selu_tile_init()', 'selu_tile(0, %s, %s)' % (bits(1.25), bits(third)), lambda x: 1.25 * (x if x > 0 else third * math.expm1(x)), 1, 4),
    ('celu_tile_init()', 'celu_tile(0, %s, %s)' % (bits(4), bits(0.25)), lambda x: x if x > 0 else 4 * math.expm1(x / 4), 1, 3),
    ('xielu_tile_init()', 'xielu_tile(0, %s, %s)' % (bits(0.75), bits(1)),
     lambda x: x / 2 + (0.75 * x * x if x > 0 else math.expm1(min(x, -1e-6)) - x), 1, 70),
    ('softplus_tile_init()', 'softplus_tile(0, %s, %s, %s)' % (bits(2), bits(0.5), bits(3)), lambda x: x if 2 * x >= 3 else math.log1p(math.exp(2 * x)) / 2, 1, 64),
    ('sinh_tile_init()', 'sinh_tile(0)', lambda x: math.copysign(guarded(math.sinh, abs(x)), x), 1, 3),
    ('cosh_tile_init()', 'cosh_tile(0)', math.cosh, 1, 3),
    ('logsigmoid_tile_init()', 'logsigmoid_tile(0, 1, 0)', lambda x: min(x, 0) - math.log1p(math.exp(-abs(x))), 1, 3),
    ('log1p_tile_init()', 'log1p_tile<true>(0)', log1p, 1, 3),
    ('log_with_base_tile_init()', 'log_with_base_tile(0, %s)' % bits(1 / math.log(10)), lambda x: math.log10(x) if x else -math.inf, 1, 3),
    ('asinh_tile_init()', 'asinh_tile(0)', math.asinh, 1, 4),
    ('acosh_tile_init()', 'acosh_tile(0)', math.acosh, 1, 4),
    ('atanh_tile_init()', 'atanh_tile(0)', lambda x: math.copysign(math.inf, x) if abs(x) == 1 else math.atanh(x), 1, 4),
    ('cbrt_tile_init()', 'cbrt_tile(0)', lambda x: math.copysign(math.pow(abs(x), 1 / 3), x), 1, 2),
    ('power_tile_init()', 'power_tile(0, %s)' % bits(2.5), lambda x: math.nan if x < 0 else math.pow(x, 2.5), 1, 4),
    ('power_tile_init()', 'power_tile(0, %s)' % bits(-3), lambda x: math.inf if x == 0 else math.copysign(guarded(lambda y: y**-3, abs(x)), x), 1, 4),
    ('rpow_tile_init()', 'rpow_tile(0, %s)' % bits(1.5), lambda x: math.pow(1.5, x), 1, 64),
    ('rpow_tile_init()', 'rpow_tile(0, %s)' % bits(-1.5), lambda x: power_of_minus(1.5, x), 1, 64),
    ('tan_tile_init()', 'tan_tile(0)', lambda x: math.tan(x) if abs(x) <= 131072 else math.nan, 1, 5),
    ('asin_tile_init()', 'asin_tile(0)', math.asin, 1, 4),
    ('acos_tile_init()', 'acos_tile(0)', math.acos, 1, 4),
    ('atan_tile_init()', 'atan_tile(0)', math.atan, 1, 4),
    ('erf_tile_init()', 'erf_tile(0)', math.erf, 1, 4),
    ('erfc_tile_init<false>()', 'erfc_tile<false>(0)', math.erfc, 1, 100),
    ('erfinv_tile_init()', 'erfinv_tile(0)', inverse_erf, 1, 32),
    ('i0_tile_init()', 'i0_tile(0)', lambda x: bessel(0, x), 1, 16),
    ('i1_tile_init()', 'i1_tile(0)', lambda x: bessel(1, x), 1, 16),
    ('lgamma_stirling_tile_init()', 'lgamma_stirling_tile(0)', lambda x: math.lgamma(x if x >= 0.5 else 1 - x) if abs(x) > 1e-9 else x * 0.5772156649, 2, 8000),
    ('lgamma_adjusted_tile_init()', 'copy_tile(CBIndex::c_0, 0, 1); lgamma_adjusted_tile(0, 1, 0, 0)',
     lambda x: x if x >= 0.5 else value(fp32_bits(1.1447298858494)) - x - x, 1, 4),
    ('rounding_op_tile_init()', 'floor_tile(0)', lambda x: x if math.isinf(x) else math.floor(x), 0, 0),
    ('rounding_op_tile_init()', 'ceil_tile(0)', lambda x: x if math.isinf(x) else math.ceil(x), 0, 0),
    ('rounding_op_tile_init()', 'trunc_tile(0)', lambda x: x if math.isinf(x) else math.trunc(x), 0, 0),
    ('rounding_op_tile_init()', 'frac_tile(0)', lambda x: math.nan if math.isinf(x) else x - math.trunc(x), 0, 0),
    ('rounding_op_tile_init()', 'round_tile(0, 1)', lambda x: x if abs(x) > 1e29 else round(value(fp32_bits(x * 10))) * 0.1, 1, 1),
    ('rounding_op_tile_init()', 'round_tile(0, -1)', lambda x: x if abs(x) > 1e29 else round(value(fp32_bits(x * value(fp32_bits(0.1))))) * 10.0, 1, 1),
    ('rounding_op_tile_init()', 'stochastic_round_tile(0)', lambda x: x, 1, 65536),
    ('fmod_tile_init(0, 0)', 'fmod_tile(0, %s, %s)' % (bits(2.5), bits(0.4)), lambda x: 0.0 if 1e29 < abs(x) < math.inf else math.fmod(x, 2.5), 0, 0),
    ('remainder_tile_init(0, 0)', 'remainder_tile(0, %s, %s)' % (bits(-2.5), bits(-0.4)), lambda x: 0.0 if 1e29 < abs(x) < math.inf else x % -2.5, 1, 1),
    ('rdiv_tile_init()', 'rdiv_tile(0, %s)' % bits(2.5), lambda x: 2.5 / x if x else math.copysign(math.inf, x), 1, 2),
    ('rdiv_tile_init()', 'rdiv_tile<RoundingMode::Trunc>(0, %s)' % bits(2.7), lambda x: math.trunc(2.7 / x) if x else math.copysign(math.inf, x), 0, 0),
    ('rdiv_tile_init()', 'rdiv_tile<RoundingMode::Floor>(0, %s)' % bits(2.7), lambda x: math.floor(2.7 / x) if x else math.copysign(math.inf, x), 0, 0),
    ('binop_with_scalar_tile_init()', 'div_unary_tile(0, %s)' % bits(third), lambda x: x * third, 1, 0),
    ('rsub_tile_init()', 'rsub_tile(0, %s)' % bits(third), lambda x: third - x, 1, 1),
    ('unary_max_tile_init()', 'unary_max_tile(0, %s)' % bits(0.5), lambda x: max(x, 0.5), 0, 0),
    ('unary_min_tile_init()', 'unary_min_tile(0, %s)' % bits(0.5), lambda x: min(x, 0.5), 0, 0),
]

ON_A_TILE = '''  %s;
  tile_regs_acquire();
  copy_tile(CBIndex::c_0, 0, 0);
  %s;
  tile_regs_commit();
  cb_reserve_back(CBIndex::c_16, 1);
  tile_regs_wait();
  pack_tile(0, CBIndex::c_16);
  cb_push_back(CBIndex::c_16, 1);
  tile_regs_release();
'''
FRAME = '''#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/activations.h"
#include "api/compute/eltwise_unary/clamp.h"
#include "api/compute/eltwise_unary/elu.h"
#include "api/compute/eltwise_unary/hardmish.h"
#include "api/compute/eltwise_unary/hardtanh.h"
#include "api/compute/eltwise_unary/identity.h"
#include "api/compute/eltwise_unary/isinf_isnan.h"
#include "api/compute/eltwise_unary/logical_not_noti.h"
#include "api/compute/eltwise_unary/prelu.h"
#include "api/compute/eltwise_unary/reverseops.h"
#include "api/compute/eltwise_unary/selu.h"
#include "api/compute/eltwise_unary/softplus.h"
#include "api/compute/eltwise_unary/threshold.h"
#include "api/compute/eltwise_unary/xielu.h"
#include "api/compute/eltwise_unary/log1p.h"
#include "api/compute/eltwise_unary/cbrt.h"
#include "api/compute/eltwise_unary/rpow.h"
#include "api/compute/eltwise_unary/trigonometry.h"
#include "api/compute/eltwise_unary/erf_erfc.h"
#include "api/compute/eltwise_unary/erfinv.h"
#include "api/compute/eltwise_unary/i0.h"
#include "api/compute/eltwise_unary/i1.h"
#include "api/compute/eltwise_unary/lgamma.h"
#include "api/compute/eltwise_unary/rounding.h"
#include "api/compute/eltwise_unary/fmod.h"
#include "api/compute/eltwise_unary/remainder.h"
#include "api/compute/eltwise_unary/rdiv.h"
#include "api/compute/logsigmoid.h"
void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  copy_tile_init(CBIndex::c_0);
  cb_wait_front(CBIndex::c_0, 1);
%s  cb_pop_front(CBIndex::c_0, 1);
}
'''


def tile(seed):
    source = random.Random(seed)
    out = [fp32_bits(source.choice([-1, 1]) * source.uniform(1, 2) * 2.0**source.randrange(-6, 5)) & 0xffff0000 for _ in range(1024)]
    special = [0.0, 1.0, 0.5, 2.0, math.inf, 3.0, 100.0, 1e-30, 1e30]
    out[:2 * len(special)] = [fp32_bits(s * x) & 0xffff0000 for x in special for s in (1, -1)]
    return out


def run(folder, form, functions, options, words):
    """Each function's results, in the order of the datums."""
    given, result, source = (os.path.join(folder, n) for n in ('in.npy', 'out.npy', 'my.cpp'))
    write_npy(given, words, 32, 32)
    with open(source, 'w') as f:
        f.write(FRAME % ''.join(ON_A_TILE % (init, call) for init, call in functions))
    done = subprocess.run([BINARY, 'kernel', source, '--hazards', 'warn', '--cb', '0=%s:%s' % (given, form), '--cb',
                           '16=:%s:tiles=%d' % (form, len(functions)), '--out', '16=' + result, *options], capture_output=True, text=True)
    if done.returncode or 'hazard' in done.stderr:
        sys.exit('%s %s: status %d\n%s' % (form, ' '.join(options), done.returncode, done.stderr[:3000]))
    got, width = read_npy(result), 32 * len(functions)
    return [[got[row * width + k * 32 + column] for row in range(32) for column in range(32)] for k in range(len(functions))]


def all_functions(folder, form, options):
    words = tile(71)
    got = run(folder, form, [f[:2] for f in FUNCTIONS], options, words)
    for (init, call, f, *limits), results in zip(FUNCTIONS, got):
        # The sign of a BF16 zero gets lost on its way to Dst.
        worst = max((distance(call, form, y, guarded(f, value(x) + 0.0 if form == 'bf16' else value(x))), value(x), value(y)) for x, y in zip(words, results))
        if worst[0] > limits[form == 'fp32']:
            failed.append('%s, %s: distance %d at %g: %g' % ((call, form) + worst))


def parts_of_tiles(folder):
    """Some faces, parts of faces; what is rearranged; products."""
    words = tile(73)
    words[:18] = words[32:50]
    functions = [
        ('exp_tile_init()', 'exp_tile<false, true, false, false, InputClamping::None, 4>(0, (int)VectorMode::R)'),
        ('exp_tile_init()', 'exp_tile<false, true, false, false, 8>(0, (int)VectorMode::None)'),
        ('recip_tile_init()', 'recip_tile(0, (int)VectorMode::C)'),
        ('alt_complex_rotate90_tile_init()', 'alt_complex_rotate90_tile(0)'),
        ('tiled_prod_tile_init()', 'tiled_prod_tile(0)'),
        ('exp_tile_init<true, true, 0x3f000000>()', 'exp_tile<true, true>(0)')]
    got = run(folder, 'fp32', functions, ['--fp32-dest'], words)
    xs = [value(x) for x in words]
    running = [1.0] * 32
    products = [0.0] * 1024
    for step in range(32):
        for lane in range(32):
            row, column = step // 16 * 16 + step % 8 // 2 * 4 + lane // 8, step // 8 % 2 * 16 + lane % 8 * 2 + step % 2
            running[lane] = value(fp32_bits(running[lane] * xs[row * 32 + column]))
            products[row * 32 + column] = running[lane]
    for i, x in enumerate(xs):
        row, column = divmod(i, 32)
        want = [math.exp(x) if row < 8 else x, math.exp(x) if row < 16 and column < 16 else x, 1 / x if column < 16 else x,
                -xs[i + 1] if column % 2 == 0 else xs[i - 1], products[i], math.exp(x / 2)]
        for (_, call), results, w, allowed in zip(functions, got, want, (1e-6, 1e-6, 1e-6, 0, 0, 0.031)):
            y = value(results[i])
            if not abs(y - w) <= allowed * abs(w):
                failed.append('%s, row %d, column %d: %g of %g, not %g' % (call, row, column, y, x, w))


with tempfile.TemporaryDirectory() as temporary:
    all_functions(temporary, 'bf16', ['--unchecked'])
    all_functions(temporary, 'fp32', ['--fp32-dest', '--unchecked'])
    parts_of_tiles(temporary)
sys.exit('\n'.join(failed[:20]) if failed else 0)
