#include "analyzer/check/launch_brackets.h"

#include <doctest/doctest.h>

using fporder::check::joinedLaunches;

TEST_CASE("brackets of a launch that were taken apart are joined in place") {
  CHECK(joinedLaunches("k << <g, b >> >(x);") == "k <<< g, b >>> (x);");
  CHECK(joinedLaunches("k< <<g, b> >>(x);") == "k<<< g, b>>> (x);");
  CHECK(joinedLaunches("k<T> << <dim3(n / 2 + 1), f<int>(b) >>> (x);") == "k<T> <<< dim3(n / 2 + 1), f<int>(b) >>> (x);");
  CHECK(joinedLaunches("k<<<g, b >> > (x);") == "k<<<g, b >>>  (x);");
  CHECK(joinedLaunches("a << <1,\n  2>> >(x); b << <1, 2 >> >(y);") == "a <<< 1,\n  2>>> (x); b <<< 1, 2 >>> (y);");
}

TEST_CASE("everything else stays as it is") {
  for (const char *text :
       {"k<<<g, b>>>(x);", "std::cout << x << (a < b);", "friend T &operator<< <int>(T &, A<B<C> >(x));", "std::vector<std::vector<A<int>> >(n);",
        "// k << <g, b >> >(x);", "\"k << <g, b >> >(x)\";", "k << <g, b; x >> >(x);", "k << <g, b >> >;", "k << <g", "<< <", "<<"})
    CHECK_FALSE(joinedLaunches(text).has_value());
}
