// A plain solver for Cops and Robbers with k cats, written from the rules alone, as any capable programmer would write it
// in C++.
//
// It shares no code and no data layout with catmouse. A position is the cats' places as a sorted list, the mouse's place
// and whose turn it is. A queue settles positions backwards from the captures and counts the moves that the mouse has left.
//
// usage: teams CATS < BOARD
//   BOARD is "N M" and M pairs of vertices 0..N, undirected. Each piece walks along an edge or stays. The cats win where one
//   of them stands on the mouse's vertex. The cats are placed first and move first.
//   Prints the plies until the capture from the best placement (-1 if the cats do not win) and the seconds of processor time.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using Places = std::vector<uint32_t>;

// Binomial coefficients, which number the multisets of k of n places: binomials[i][j] = C(i, j).
static std::vector<std::vector<uint64_t>> binomials;

static uint64_t number_of(const Places &sorted) {
    uint64_t number = 0;
    for (size_t i = 0; i < sorted.size(); ++i) number += binomials[sorted[i] + i][i + 1];
    return number;
}

static void next_joint(const std::vector<Places> &moves, const Places &cats, size_t index, Places &chosen,
                       std::vector<uint64_t> &numbers) {
    if (index == cats.size()) {
        Places sorted = chosen;
        std::sort(sorted.begin(), sorted.end());
        numbers.push_back(number_of(sorted));
        return;
    }
    for (uint32_t to : moves[cats[index]]) {
        chosen[index] = to;
        next_joint(moves, cats, index + 1, chosen, numbers);
    }
}

int main(int argc, char **argv) {
    if (argc != 2) return std::fprintf(stderr, "error: how many cats?\n"), 2;
    const size_t k = std::strtoul(argv[1], nullptr, 10);
    uint32_t n = 0, m = 0;
    if (std::scanf("%u %u", &n, &m) != 2 || k == 0) return std::fprintf(stderr, "error: no board\n"), 2;
    std::vector<Places> moves(n);
    for (uint32_t v = 0; v < n; ++v) moves[v].push_back(v);
    for (uint32_t e = 0; e < m; ++e) {
        uint32_t a, b;
        if (std::scanf("%u %u", &a, &b) != 2 || a >= n || b >= n) return std::fprintf(stderr, "error: no edge\n"), 2;
        moves[a].push_back(b);
        moves[b].push_back(a);
    }
    const std::clock_t began = std::clock();
    binomials.assign(n + k + 1, std::vector<uint64_t>(k + 2, 0));
    for (size_t i = 0; i <= n + k; ++i) {
        binomials[i][0] = 1;
        for (size_t j = 1; j <= k + 1 && i > 0; ++j) binomials[i][j] = binomials[i - 1][j - 1] + binomials[i - 1][j];
    }
    const uint64_t count = binomials[n + k - 1][k];
    // The cats' places in each configuration, by number. The last member grows slowest.
    std::vector<Places> cats_of(count);
    Places cats(k, 0);
    for (uint64_t number = 0; number < count; ++number) {
        cats_of[number_of(cats)] = cats;
        size_t at = 0;
        while (at < k && (at + 1 < k ? cats[at] == cats[at + 1] : cats[at] + 1 == n)) ++at;
        if (at == k) break;
        ++cats[at];
        std::fill(cats.begin(), cats.begin() + static_cast<long>(at), 0);
    }
    // Distances with the cats to move and with the mouse to move; 0xFFFF while nobody has won.
    const uint16_t open = 0xFFFF;
    std::vector<uint16_t> cats_turn(count * n, open), mouse_turn(count * n, open);
    std::vector<uint8_t> ways(count * n);
    std::vector<uint64_t> queue;
    for (uint64_t c = 0; c < count; ++c) {
        for (uint32_t v = 0; v < n; ++v) ways[c * n + v] = static_cast<uint8_t>(moves[v].size());
        for (uint32_t v : cats_of[c]) {
            if (cats_turn[c * n + v] == 0) continue;
            cats_turn[c * n + v] = mouse_turn[c * n + v] = 0;
            queue.push_back((c * n + v) << 1);
            queue.push_back((c * n + v) << 1 | 1);
        }
    }
    std::vector<uint64_t> before;
    Places chosen(k);
    for (size_t next = 0; next < queue.size(); ++next) {
        const bool mouse_to_move = queue[next] & 1;
        const uint64_t c = (queue[next] >> 1) / n;
        const uint32_t v = (queue[next] >> 1) % n;
        if (mouse_to_move) {
            const uint16_t distance = static_cast<uint16_t>(mouse_turn[c * n + v] + 1);
            before.clear();
            next_joint(moves, cats_of[c], 0, chosen, before);
            for (uint64_t from : before) {
                if (cats_turn[from * n + v] != open) continue;
                cats_turn[from * n + v] = distance;
                queue.push_back((from * n + v) << 1);
            }
        } else {
            const uint16_t distance = static_cast<uint16_t>(cats_turn[c * n + v] + 1);
            for (uint32_t from : moves[v]) {
                if (mouse_turn[c * n + from] != open || --ways[c * n + from] > 0) continue;
                mouse_turn[c * n + from] = distance;
                queue.push_back((c * n + from) << 1 | 1);
            }
        }
    }
    int best = -1;
    for (uint64_t c = 0; c < count; ++c) {
        int worst = 0;
        for (uint32_t v = 0; v < n && worst >= 0; ++v) {
            const uint16_t distance = cats_turn[c * n + v];
            worst = distance == open ? -1 : std::max<int>(worst, distance);
        }
        if (worst >= 0 && (best < 0 || worst < best)) best = worst;
    }
    std::printf("%d %.6f\n", best, static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
}
