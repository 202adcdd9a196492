// A plain queue solver for the two games, written from their rules alone, as any capable programmer would write it in C++.
//
// It shares no code and no data layout with catmouse, and it builds the moves and the ends of the games itself. The
// benchmark compares the queue engine of catmouse with it, in results and in time.
//
// usage: queue BOARDS, then commands on standard input, one a line:
//   check   solves every board and prints wins of the mouse, wins of the cat, endless positions, the longest win, and the sum
//           of (position + 1) * (distance * 4 + winner) modulo 2^64 over all boards; winner: 1 mouse, 2 cat, 0 (and 0) none
//   time    solves every board and prints the seconds of processor time that it took
//
// BOARDS holds one board after the other:
//   graph N M, then M pairs: vertices 0..N, undirected edges. Hole at 0, closed to the cat; both must move; mouse at the
//     hole: mouse; same vertex: cat.
//   grid N, then N rows of N letters: # wall, . free, F food. Mouse jumps 0..2, cat 0..1, straight, not through walls; same
//     cell: cat; cat at the food: cat; mouse at the food: mouse.
//
// A position is [turn][mouse][cat], turn 0 the mouse's. The cat's places are those where it may stand, in order.

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

enum Outcome : uint8_t { NONE = 0, MOUSE = 1, CAT = 2 };

// Arcs, compressed: those of place v are targets[starts[v]] up to targets[starts[v + 1]].
struct Arcs {
    std::vector<uint32_t> starts, targets;

    explicit Arcs(const std::vector<std::vector<uint32_t>> &lists) {
        starts.push_back(0);
        for (const auto &list : lists) {
            targets.insert(targets.end(), list.begin(), list.end());
            starts.push_back(static_cast<uint32_t>(targets.size()));
        }
    }

    uint32_t degree(uint32_t v) const { return starts[v + 1] - starts[v]; }
};

// A game. Every move can be reversed, so the moves into a place are also the moves out of it.
struct Game {
    Arcs mouse, cat;
    std::vector<uint8_t> ends;  // [mouse][cat]: the outcome, or NONE

    uint32_t mouse_places() const { return static_cast<uint32_t>(mouse.starts.size() - 1); }
    uint32_t cat_places() const { return static_cast<uint32_t>(cat.starts.size() - 1); }
};

[[noreturn]] static void fail(const char *message) {
    std::fprintf(stderr, "error: %s\n", message);
    std::exit(2);
}

static Game read_graph(FILE *file) {
    uint32_t n, m;
    if (std::fscanf(file, "%" SCNu32 " %" SCNu32, &n, &m) != 2) fail("graph N M was expected");
    std::vector<std::vector<uint32_t>> mouse(n), cat(n - 1);
    for (uint32_t edge = 0; edge < m; edge++) {
        uint32_t a, b;
        if (std::fscanf(file, "%" SCNu32 " %" SCNu32, &a, &b) != 2 || a >= n || b >= n) fail("an edge was expected");
        mouse[a].push_back(b);
        mouse[b].push_back(a);
        if (a != 0 && b != 0) {
            cat[a - 1].push_back(b - 1);
            cat[b - 1].push_back(a - 1);
        }
    }
    std::vector<uint8_t> ends(static_cast<size_t>(n) * (n - 1), NONE);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t c = 1; c < n; c++)
            ends[static_cast<size_t>(v) * (n - 1) + c - 1] = v == 0 ? MOUSE : v == c ? CAT : NONE;
    return {Arcs(mouse), Arcs(cat), ends};
}

static Game read_grid(FILE *file) {
    int n;
    if (std::fscanf(file, "%d", &n) != 1 || n < 1 || n > 1000) fail("grid N was expected");
    std::vector<std::string> rows;
    for (int r = 0; r < n; r++) {
        char row[1002];
        if (std::fscanf(file, "%1001s", row) != 1 || static_cast<int>(std::strlen(row)) != n) fail("a row was expected");
        rows.push_back(row);
    }
    std::vector<std::vector<int>> place(n, std::vector<int>(n, -1));
    int places = 0, food = -1;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            if (rows[r][c] == '#') continue;
            if (rows[r][c] == 'F') food = places;
            place[r][c] = places++;
        }
    auto jumps = [&](int longest) {
        std::vector<std::vector<uint32_t>> lists(places);
        const int dr[] = {-1, 0, 1, 0}, dc[] = {0, -1, 0, 1};
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                if (place[r][c] < 0) continue;
                auto &list = lists[place[r][c]];
                list.push_back(static_cast<uint32_t>(place[r][c]));
                for (int side = 0; side < 4; side++)
                    for (int jump = 1; jump <= longest; jump++) {
                        int row = r + jump * dr[side], column = c + jump * dc[side];
                        if (row < 0 || row >= n || column < 0 || column >= n || place[row][column] < 0) break;
                        list.push_back(static_cast<uint32_t>(place[row][column]));
                    }
            }
        return lists;
    };
    std::vector<uint8_t> ends(static_cast<size_t>(places) * places);
    for (int m = 0; m < places; m++)
        for (int c = 0; c < places; c++)
            ends[static_cast<size_t>(m) * places + c] = m == c || c == food ? CAT : m == food ? MOUSE : NONE;
    return {Arcs(jumps(2)), Arcs(jumps(1)), ends};
}

struct Solution {
    size_t positions;
    std::unique_ptr<uint8_t[]> outcome;
    std::unique_ptr<uint16_t[]> distance;  // where the outcome is not NONE
};

// Retrograde analysis from the ends backwards, first in, first out. The player to move wins with one move into its own
// wins, and has lost once the last of its moves leads into the other's wins.
static Solution solve(const Game &game) {
    const uint32_t mice = game.mouse_places(), cats = game.cat_places();
    const size_t pairs = static_cast<size_t>(mice) * cats, positions = 2 * pairs;
    Solution solution{positions, std::make_unique_for_overwrite<uint8_t[]>(positions),
                      std::make_unique_for_overwrite<uint16_t[]>(positions)};
    auto left = std::make_unique_for_overwrite<uint16_t[]>(positions);
    auto queue = std::make_unique_for_overwrite<uint32_t[]>(positions);
    uint8_t *outcome = solution.outcome.get();
    uint16_t *distance = solution.distance.get();
    size_t head = 0, tail = 0;

    for (int turn = 0; turn < 2; turn++) {
        size_t position = turn * pairs;
        for (uint32_t m = 0; m < mice; m++)
            for (uint32_t c = 0; c < cats; c++, position++) {
                const uint8_t end = game.ends[position - turn * pairs];
                outcome[position] = end;
                left[position] = static_cast<uint16_t>(turn == 0 ? game.mouse.degree(m) : game.cat.degree(c));
                if (end != NONE) {
                    distance[position] = 0;
                    queue[tail++] = static_cast<uint32_t>(position);
                }
            }
    }

    while (head < tail) {
        const uint32_t position = queue[head++];
        const uint8_t winner = outcome[position];
        const uint16_t later = static_cast<uint16_t>(distance[position] + 1);
        auto reach = [&](size_t before, uint8_t mover) {
            if (outcome[before] != NONE) return;
            if (mover != winner && --left[before] != 0) return;
            outcome[before] = winner;
            distance[before] = later;
            queue[tail++] = static_cast<uint32_t>(before);
        };
        if (position < pairs) {  // the mouse is to move, so the cat has moved
            const uint32_t m = position / cats, c = position % cats;
            const size_t row = pairs + static_cast<size_t>(m) * cats;
            for (uint32_t arc = game.cat.starts[c]; arc < game.cat.starts[c + 1]; arc++)
                reach(row + game.cat.targets[arc], CAT);
        } else {
            const uint32_t pair = position - static_cast<uint32_t>(pairs), m = pair / cats, c = pair % cats;
            for (uint32_t arc = game.mouse.starts[m]; arc < game.mouse.starts[m + 1]; arc++)
                reach(static_cast<size_t>(game.mouse.targets[arc]) * cats + c, MOUSE);
        }
    }
    return solution;
}

static double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

static void check(const std::vector<Game> &games) {
    uint64_t counts[3] = {0, 0, 0}, longest = 0, sum = 0;
    for (const auto &game : games) {
        const Solution solution = solve(game);
        for (size_t position = 0; position < solution.positions; position++) {
            const uint64_t winner = solution.outcome[position];
            counts[winner]++;
            if (winner == NONE) continue;
            const uint64_t distance = solution.distance[position];
            if (distance > longest) longest = distance;
            sum += (position + 1) * (distance * 4 + winner);
        }
    }
    std::printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", counts[MOUSE], counts[CAT], counts[NONE],
                longest, sum);
}

// Freeing the last solution is not timed; freeing the others is.
static void time_all(const std::vector<Game> &games) {
    Solution last{};
    const double start = now();
    for (const auto &game : games) last = solve(game);
    std::printf("%.9f\n", now() - start);
}

int main(int argc, char **argv) {
    if (argc != 2) fail("usage: queue BOARDS");
    FILE *file = std::fopen(argv[1], "r");
    if (file == nullptr) fail("the boards cannot be read");
    std::vector<Game> games;
    char kind[8];
    while (std::fscanf(file, "%7s", kind) == 1) {
        if (std::strcmp(kind, "graph") == 0) games.push_back(read_graph(file));
        else if (std::strcmp(kind, "grid") == 0) games.push_back(read_grid(file));
        else fail("graph or grid was expected");
    }
    std::fclose(file);
    // Freeing a block of 32 MiB makes glibc keep memory that is freed later, as in a program that has run for a while.
    void *volatile block = std::calloc((32u << 20) - (1u << 16), 1);
    std::free(block);
    char command[8];
    while (std::scanf("%7s", command) == 1) {
        if (std::strcmp(command, "check") == 0) check(games);
        else if (std::strcmp(command, "time") == 0) time_all(games);
        else fail("check or time was expected");
        std::fflush(stdout);
    }
}
