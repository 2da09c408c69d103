// What iterations join is collected before it is combined: the values of a frame's own, and what the frames that continue it have collected.
#include "runtime/eval/execution.h"

#include <algorithm>
#include <cmath>

namespace fporder::eval {

/// How often each outer lane runs a loop whose trip count depends on it.
void Execution::countTrips(std::size_t frame, std::size_t outer) {
  FrameState &state = frames[frame];
  FrameState &around = frames[outer];
  const Frame &code = program.frames[frame];
  state.runs = state.trips;
  if (code.ragged)
    state.counts.assign(around.lanes, 0);
  if (code.tripRegister == UINT32_MAX)
    return;
  const double *trips = wide(around, code.tripRegister);
  state.tripsOf.resize(around.lanes);
  state.runs = 0;
  for (std::size_t lane = 0; lane < around.lanes; ++lane) {
    const double most = state.trips;
    state.tripsOf[lane] = trips[lane] > 0 ? static_cast<std::uint32_t>(std::min(trips[lane], most)) : 0;
    state.runs = std::max(state.runs, state.tripsOf[lane]);
    if (code.ragged && !state.appends)
      state.counts[lane] = static_cast<std::uint32_t>(state.tripsOf[lane] * state.stride);
  }
}

/// The rows of one term: row p of iteration k of this chunk begins at rows[p * rowStride + k * outerLanes].
template <class From, class To>
static void copyRows(const From *rows, std::size_t rowStride, std::size_t count, std::size_t iterations, std::size_t outerLanes, To *out,
                     std::size_t outStride) {
  for (std::size_t k = 0; k < iterations; ++k)
    for (std::size_t p = 0; p < count; ++p) {
      const From *from = rows + p * rowStride + k * outerLanes;
      To *to = out + (k * outStride + p) * outerLanes;
      for (std::size_t n = 0; n < outerLanes; ++n)
        to[n] = from[n];
    }
}

template <class T> static void fillRows(std::size_t count, std::size_t iterations, std::size_t outerLanes, T *out, std::size_t outStride) {
  for (std::size_t k = 0; k < iterations; ++k)
    std::fill_n(out + k * outStride * outerLanes, count * outerLanes, T{1});
}

/// A chunk's terms where every iteration joins as many: each has its place.
template <class T> void Execution::keepRectangular(FrameState &state, const Frame &code, std::vector<T> &values, std::vector<T> &factors) {
  const std::size_t outer = state.outerLanes, iterations = state.lanes / outer;
  T *out = values.data() + state.firstIteration * state.stride * outer;
  T *other = code.fusedTerms ? factors.data() + state.firstIteration * state.stride * outer : nullptr;
  for (const FrameTerm &term : code.terms) {
    const std::size_t count = term.frame == 0 ? 1 : frames[term.frame].terms;
    const auto copy = [&](const auto *from, const auto *otherFrom) {
      const std::size_t rowStride = state.lanes;
      copyRows(from, rowStride, count, iterations, outer, out, state.stride);
      if (other != nullptr && otherFrom != nullptr)
        copyRows(otherFrom, rowStride, count, iterations, outer, other, state.stride);
      else if (other != nullptr)
        fillRows(count, iterations, outer, other, state.stride);
    };
    withRows<T>(state, term, copy);
    out += count * outer;
    other += other != nullptr ? count * outer : 0;
  }
}

/// A chunk's terms where lanes join different numbers: each goes behind its lane's last.
template <class T> void Execution::keepRagged(FrameState &state, const Frame &code, std::vector<T> &values, std::vector<T> &factors) {
  const std::size_t outer = state.outerLanes, iterations = state.lanes / outer;
  for (std::size_t k = 0; k < iterations; ++k)
    for (const FrameTerm &term : code.terms) {
      const FrameState &inner = frames[term.frame];
      const bool uneven = term.frame != 0 && program.frames[term.frame].ragged;
      const auto append = [&](const auto *from, const auto *otherFrom) {
        for (std::size_t n = 0; n < outer; ++n) {
          if (code.tripRegister != UINT32_MAX && state.firstIteration + k >= state.tripsOf[n])
            continue;
          const std::size_t lane = k * outer + n, count = term.frame == 0 ? 1 : uneven ? inner.counts[lane] : inner.terms;
          if (const std::size_t needed = (state.counts[n] + count) * outer; values.size() < needed) {
            values.resize(std::max(needed, values.size() + values.size() / 2));
            factors.resize(code.fusedTerms ? values.size() : 0);
          }
          for (std::size_t p = 0; p < count; ++p, ++state.counts[n]) {
            const std::size_t at = p * state.lanes + lane, to = state.counts[n] * outer + n;
            values[to] = static_cast<T>(from[at]);
            if (code.fusedTerms)
              factors[to] = otherFrom != nullptr ? static_cast<T>(otherFrom[at]) : T{1};
          }
        }
      };
      withRows<T>(state, term, append);
    }
}

/// Calls `use` with the rows of a term and those of its other factors, null where there are none.
template <class T, class Use> void Execution::withRows(FrameState &state, const FrameTerm &term, const Use &use) {
  if (term.frame == 0) {
    const bool fused = term.factor != UINT32_MAX;
    if constexpr (std::is_same_v<T, float>)
      use(single(state, term.value), fused ? single(state, term.factor) : nullptr);
    else
      use(wide(state, term.value), fused ? wide(state, term.factor) : nullptr);
    return;
  }
  const FrameState &inner = frames[term.frame];
  const Frame &code = program.frames[term.frame];
  if (code.singleTerms)
    use(inner.singleTerms.data(), code.fusedTerms ? inner.singleFactors.data() : nullptr);
  else if constexpr (std::is_same_v<T, double>)
    use(inner.wideTerms.data(), code.fusedTerms ? inner.wideFactors.data() : nullptr);
}

void Execution::keepTerms(std::size_t frame) {
  FrameState &state = frames[frame];
  const Frame &code = program.frames[frame];
  if (code.singleTerms && state.appends)
    keepRagged(state, code, state.singleTerms, state.singleFactors);
  else if (code.singleTerms)
    keepRectangular(state, code, state.singleTerms, state.singleFactors);
  else if (state.appends)
    keepRagged(state, code, state.wideTerms, state.wideFactors);
  else
    keepRectangular(state, code, state.wideTerms, state.wideFactors);
  if (tracking)
    keepEvents(state, code);
}

/// What happened on the way to a chunk's terms, for each outer lane.
void Execution::keepEvents(FrameState &state, const Frame &code) {
  const auto add = [&](const std::uint8_t *events) {
    for (std::size_t lane = 0; lane < state.lanes; ++lane) {
      const std::size_t n = lane % state.outerLanes;
      if (code.tripRegister == UINT32_MAX || state.iteration[lane] < state.tripsOf[n])
        state.termEvents[n] |= events[lane];
    }
  };
  for (const FrameTerm &term : code.terms) {
    if (term.frame != 0) {
      add(frames[term.frame].termEvents.data());
      continue;
    }
    for (const std::uint32_t reg : {term.value, term.factor})
      if (reg != UINT32_MAX && state.hasEvents[reg])
        add(eventsOf(state, reg));
  }
}

void Execution::combineTerms(std::size_t frame, std::span<double> result) {
  FrameState &state = frames[frame];
  const Frame &code = program.frames[frame];
  std::size_t rows = state.terms;
  if (code.ragged)
    rows = state.counts.empty() ? 0 : *std::ranges::max_element(state.counts);
  const std::size_t count = rows * state.outerLanes, factors = code.fusedTerms ? count : 0;
  const ReductionRounding rounding{code.kind, code.format, code.termFormat, program.options.rounding};
  const std::span<const std::uint32_t> counts = code.ragged ? std::span<const std::uint32_t>(state.counts) : std::span<const std::uint32_t>();
  if (code.singleTerms && combinesInBinary32(code.summation, rounding)) {
    combine(code.summation, rounding,
            Terms<float>{{state.singleTerms.data(), count}, {state.singleFactors.data(), factors}, state.outerLanes, counts}, result);
    return;
  }
  if (code.singleTerms) {
    state.wideTerms.assign(state.singleTerms.begin(), state.singleTerms.begin() + static_cast<std::ptrdiff_t>(count));
    state.wideFactors.assign(state.singleFactors.begin(), state.singleFactors.begin() + static_cast<std::ptrdiff_t>(factors));
  }
  combine(code.summation, rounding, Terms<double>{{state.wideTerms.data(), count}, {state.wideFactors.data(), factors}, state.outerLanes, counts},
          result);
}

} // namespace fporder::eval
