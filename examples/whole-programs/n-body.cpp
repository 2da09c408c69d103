// Three bodies on a figure of eight in single precision: a thousand steps of leapfrog, what becomes of the energy, and how round the
// orbit is.
//
//   clang++ -O2 -std=c++20 n-body.cpp -o n-body && ./n-body

#include <cmath>
#include <cstdio>

struct Body {
  float x, y, u, v;
};

void kick(Body *bodies, float dt) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (i == j)
        continue;
      const float dx = bodies[j].x - bodies[i].x, dy = bodies[j].y - bodies[i].y;
      const float square = dx * dx + dy * dy;
      bodies[i].u += dt * dx / (square * std::sqrt(square));
      bodies[i].v += dt * dy / (square * std::sqrt(square));
    }
}

void drift(Body *bodies, float dt) {
  for (int i = 0; i < 3; ++i) {
    bodies[i].x += dt * bodies[i].u;
    bodies[i].y += dt * bodies[i].v;
  }
}

float energy(const Body *bodies) {
  float sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += 0.5f * (bodies[i].u * bodies[i].u + bodies[i].v * bodies[i].v);
    for (int j = 0; j < i; ++j)
      sum -= 1 / std::hypot(bodies[i].x - bodies[j].x, bodies[i].y - bodies[j].y);
  }
  return sum;
}

/// How far the arc of one step departs from its chord.
float sagitta(const Body &body, float dt) {
  const float radius = std::hypot(body.x, body.y), turn = dt * std::hypot(body.u, body.v) / radius;
  return radius * (1 - std::cos(turn / 2));
}

int main() {
  Body bodies[] = {{0.97000436f, -0.24308753f, 0.466203685f, 0.43236573f},
                   {-0.97000436f, 0.24308753f, 0.466203685f, 0.43236573f},
                   {0, 0, -0.93240737f, -0.86473146f}};
  const float before = energy(bodies);
  float departure = 0;
  for (int step = 0; step < 1000; ++step) {
    kick(bodies, 0.001f);
    drift(bodies, 0.002f);
    kick(bodies, 0.001f);
    departure += sagitta(bodies[0], 0.002f);
  }
  std::printf("energy %.6g, changed by %.2g\n", before, energy(bodies) - before);
  std::printf("arcs depart from their chords by %.3g in all\n", departure);
}
